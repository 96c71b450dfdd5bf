import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { DeclaredSecret } from "../../../../src/cli/export/secrets";
import { secretsFile, sharedKeys } from "../../../../src/cli/export/secrets";
import { useFolder } from "../../../support/files";

const TARGET = { name: "db-alerts-slack", noun: "slack", title: 'SLACK channelName "#db-alerts"' };
const secret = (key: string, shown: string, other: Partial<DeclaredSecret> = {}): DeclaredSecret => ({
  key: `${key}.slack.apiToken`,
  path: ["notifications", 0, "apiToken"],
  shown,
  target: TARGET,
  resource: key,
  project: `project-${key}`,
  ...other,
});
const keysOf = (...secrets: readonly DeclaredSecret[]): string[] => [...sharedKeys(secrets).values()];

describe("two secrets of an exported program", () => {
  for (const shown of ["********2222", "*2222", "xoxb-1111-2222"]) {
    it(`have one key if the service shows ${shown} of both, with the same target`, () => {
      assert.deepEqual(keysOf(secret("a", shown), secret("b", shown)), ["dbAlertsSlack.apiToken"]);
    });
  }

  const different: [what: string, shown: string, other: Partial<DeclaredSecret>][] = [
    ["nothing of them is shown", "***", {}],
    ["no value is shown", "", {}],
    ["fewer than four characters are shown", "*****222", {}],
    ["only a host is shown", "https://hooks.example.com/****", {}],
    ["the beginning is shown", "AKIA****XLHG", {}],
    ["the masks differ", "****2222", { shown: "****3333" }],
    ["the values differ", "xoxb-1-2222", { shown: "xoxb-2-2222" }],
    ["the targets differ", "****2222", { target: { ...TARGET, title: "SLACK" } }],
    ["the fields differ", "****2222", { path: ["notifications", 0, "other"] }],
  ];
  for (const [what, shown, other] of different) {
    it(`have different keys if ${what}`, () =>
      assert.deepEqual(keysOf(secret("a", shown), secret("b", shown, other)), []));
  }

  it("have different keys if they have no target", () => {
    const target = undefined;
    assert.deepEqual(keysOf(secret("a", "****2222", { target }), secret("b", "****2222", { target })), []);
  });

  const likeOthers = (...values: readonly string[]) =>
    values.map((shown, index) => secret(`${index}`, shown));

  it("have a key that no part of them is in if others with that target have another value", () => {
    const of = (...masks: readonly string[]) =>
      masks.map((shown, index) => secret(`${index}`, shown, { project: `${index}` }));
    const shared = (...numbers: readonly string[]) =>
      numbers.map((number) => `sharedDbAlertsSlack${number}.apiToken`);
    assert.deepEqual(keysOf(...of("****1111", "****2222", "****2222", "****1111")), shared("", "2"));
    assert.deepEqual(keysOf(...of("xoxb-a", "xoxb-a", "xoxb-b", "xoxb-b")), shared("", "2"));
    assert.deepEqual(keysOf(...of("****1111", "****2222")), []);
  });

  it("have a key after the projects that have them if others with that target have another value", () => {
    const of = (project: string, ...masks: readonly string[]) =>
      masks.map((shown, index) => secret(`${project}-${index}`, shown, { project }));
    const all = [
      ...of("shop", "****1111", "****1111"),
      ...of("orders-eu", "****2222"),
      ...of("orders-us", "****2222"),
    ];
    const [shop, orders] = ["shopDbAlertsSlack.apiToken", "ordersDbAlertsSlack.apiToken"];
    assert.deepEqual(keysOf(...all).sort(), [orders, shop]);
    assert.deepEqual(keysOf(...all.slice(1)).sort(), ["dbAlertsSlack.apiToken", shop]);
    // The second is that of an export of several projects.
    for (const key of [shop, "sharedDbAlertsSlack2.apiToken"]) {
      const config = new Map([[key, "xoxb-1111"]]);
      assert.deepEqual([...sharedKeys(of("shop", "****1111"), config).values()], [key]);
    }
    const more = of("shop", "****3333", "****3333");
    assert.deepEqual(keysOf(...all.slice(0, 2), ...more).sort(), [shop, shop.replace(".", "2.")]);
  });

  it("have the key of a stack that has the same value", () => {
    const [all, one] = [likeOthers("****2222", "****2222"), likeOthers("****2222")];
    const withConfig = (secrets: readonly DeclaredSecret[], config: Readonly<Record<string, string>>) => [
      ...sharedKeys(secrets, new Map(Object.entries(config))).values(),
    ];
    for (const key of ["dbAlertsSlack", "dbAlertsSlack3"].map((name) => `${name}.apiToken`)) {
      const config = { "dbAlertsSlack.apiToken": "xoxb-1111", [key]: "xoxb-2222" };
      assert.deepEqual([withConfig(all, config), withConfig(one, config)], [[key], [key]]);
    }
    const others = { "dbAlertsSlack.apiToken": "xoxb-1111", "dbAlertsSlackEu.apiToken": "xoxb-2222" };
    assert.deepEqual(withConfig(all, others), ["dbAlertsSlack2.apiToken"]);
    assert.deepEqual(withConfig(one, others), []);
  });
});

describe("the script that sets the secrets of an exported program", () => {
  const path = useFolder();
  const shared = { key: "dbAlertsSlack.apiToken" };
  const script = secretsFile([
    secret("b", "https://hooks.example.com/****", { key: "b.webhook.webhookUrl" }),
    // Of these a part may be secret.
    secret("b", "https://user:word@hooks.example.com/****", { key: "b.webhook-2.webhookUrl" }),
    secret("b", '{"text":"**Alert**","token":"body-secret-77"}', { key: "b.webhook.webhookBodyTemplate" }),
    secret("a", "****2222", shared),
    secret("b", "****2222", shared),
    secret("b", "a-secret-that-is-shown", { key: "b.slack.apiToken" }),
    secret("c", "****2222", { key: "oncallSlack.apiToken" }),
    secret("d", "", { key: "d.slack.apiToken" }),
    secret("e", "***", { key: "e.slack.apiToken" }),
    secret("e", "AKIA****XLHG", { key: "store.awsAccessKey", project: "" }),
  ]);

  it("groups them by what has them", () =>
    assert.deepEqual(script.match(/^# S.*$/gm), [
      '# SLACK channelName "#db-alerts"',
      ...["b", "c", "d", "e"].map((name) => `# Secrets of ${name}`),
    ]));

  const masked = "mongodb://REDACTED:REDACTED@";
  const hints: [shown: string, hint: string][] = [
    ["AKIA****XLHG", " 'the service shows AKIA****XLHG'"],
    [
      `${masked}a.example.com:27017,b.example.com`,
      ` 'the service shows ${masked}a.example.com:27017,b.example.com'`,
    ],
    [`${masked}[::1]:27017/?replicaSet=a`, ` 'the service shows ${masked}[::1]:27017...'`],
    // Not all of the password is masked.
    [`${masked}word@a.example.com`, ""],
    [`${masked}word/word@a.example.com`, ""],
    [`${masked}a'$(b)`, ""],
    ["mongodb://backup:password@a.example.com", ""],
  ];
  for (const [shown, hint] of hints) {
    it(`says of ${shown}${hint === "" ? " nothing" : hint}`, () => {
      const text = secretsFile([secret("store", shown, { key: "store.uri", project: "" })]);
      assert.equal(/^secret store\.uri(.*)$/m.exec(text)?.[1], hint);
    });
  }

  it("names at most four projects", () => {
    const uses = ["a", "b", "c", "d", "e"].map((key) => secret(key, "****2222", shared));
    const named = "5 times in project-a, project-b, project-c and 2 other projects'";
    assert.ok(secretsFile(uses).includes(named));
    assert.match(secretsFile(uses.slice(1)), /project-c, project-d and project-e'/);
  });

  it("offers to copy only what has characters of the secret in common", () => {
    for (const shown of ["https://hooks.example.com/****", "***", "****22", ""])
      assert.doesNotMatch(secretsFile([secret("a", shown), secret("b", shown)]), /^secret b\..* a\./m);
  });

  /** Runs the script with a `pulumi` that says what it is given. @param cases of that */
  function run(cases: string, input: string) {
    const pulumi = `#!/bin/sh\ncase "$*" in\n${cases}\n  *) echo "pulumi $*: $(cat)" >&2 ;;\nesac\n`;
    writeFileSync(path("pulumi"), pulumi, { mode: 0o755 });
    writeFileSync(path("secrets.sh"), script);
    return spawnSync("sh", ["-c", "sh secrets.sh --stack test 2>&1"], {
      cwd: path(),
      env: { PATH: `${path()}:${process.env["PATH"]}` },
      input,
      encoding: "utf8",
    });
  }

  it("asks for each once, says what the service shows of it, sets what is not set yet, copies a value only for =, skips empty lines, and ends when that fails", () => {
    // Two are set already, and another one cannot be set.
    const { status, stdout } = run(
      `
  "config --json --stack test")
    echo '{"p:b.webhook.webhookUrl": {}, "p:b.webhook-2.webhookUrl": {"value": "x"}}' ;;
  "config get --stack test dbAlertsSlack.apiToken") echo " xoxb-1111-2222" ;;
  *e.slack*) exit 255 ;;`,
      " xoxb-1111-2222\n\nxoxb-other\n=\nanother\nrefused",
    );
    assert.equal(
      stdout,
      `pulumi config set --secret --stack test secretsCheck: x
pulumi config rm --stack test secretsCheck: 
[1 of 9] dbAlertsSlack.apiToken: the service shows ****2222, used 2 times in project-a and project-b
pulumi config set --secret --stack test dbAlertsSlack.apiToken:  xoxb-1111-2222
[2 of 9] b.webhook.webhookUrl: the service shows https://hooks.example.com/****, used in project-b
is set already
[3 of 9] b.webhook-2.webhookUrl: used in project-b
is set already
[4 of 9] b.webhook.webhookBodyTemplate: used in project-b
is not set
[5 of 9] b.slack.apiToken: used in project-b
pulumi config set --secret --stack test b.slack.apiToken: xoxb-other
[6 of 9] oncallSlack.apiToken: the service shows ****2222, used in project-c
Type = if it has the same value as dbAlertsSlack.apiToken.
pulumi config set --secret --stack test oncallSlack.apiToken:  xoxb-1111-2222
[7 of 9] d.slack.apiToken: the service shows nothing of it, used in project-d
pulumi config set --secret --stack test d.slack.apiToken: another
[8 of 9] e.slack.apiToken: the service shows nothing of it, used in project-e
`,
    );
    assert.equal(status, 255);
  });

  it("skips what would be the copy of a value that was skipped, and ends with what is not set", () => {
    // Too few lines.
    const { status, stdout } = run("", "\n\n\n\n\n=\n\n");
    assert.equal(status, 1);
    assert.doesNotMatch(stdout, /Type =|pulumi config get|pulumi config set .*\./);
    assert.equal(stdout.match(/^is not set$/gm)?.length, 9);
    assert.match(
      stdout,
      /\nNot set yet: dbAlertsSlack\.apiToken b\.webhook\.webhookUrl .* store\.awsAccessKey\. Run the script again\.\n$/,
    );
  });

  it("says what to do before its first question if the configuration cannot be written", () => {
    const { status, stdout } = run(`  *set*) echo "error: passphrase" >&2; exit 255 ;;`, "");
    assert.equal(status, 1);
    assert.match(stdout, /cannot be written[^]*read -rs PULUMI_CONFIG_PASSPHRASE/);
    assert.doesNotMatch(stdout, /1 of 9/);
  });

  it("has no line that a name on the service could forge", () => {
    const text = secretsFile([secret("a\npulumi destroy", "****2222", { key: "a.slack.apiToken" })]);
    assert.match(text, /^# Secrets of a pulumi destroy$/m);
  });
});
