import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { runInThisContext } from "node:vm";
import { ModuleKind, ScriptTarget, transpile } from "typescript";
import { repository } from "../../support/repository";
import type { Form, Program } from "../../../src/cli/export/declarations";
import { programOf, resourcesOf, secretsOf } from "../../../src/cli/export/declarations";
import { readInventory } from "../../../src/cli/export/inventory";
import { programFiles } from "../../../src/cli/export/program";
import { withValue } from "../../../src/core/problems";
import type { Emulator, EmulatorOptions } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { fillInstallation, INSTALLATION } from "../../fixtures/installation";
import { alert, HOOK, MAIL, SLACK, startProjects } from "../../fixtures/projects";
import { connectionsTo } from "../resources/managed";

const lag = (threshold: number, ...notifications: object[]) => ({
  ...alert("OUTSIDE_METRIC_THRESHOLD", ...notifications),
  metricThreshold: { ...LAG, threshold },
});
const FORMS = ["resources", "sets"] as const;
const LAG = { metricName: "OPLOG_REPLICATION_LAG_TIME", operator: "GREATER_THAN", units: "SECONDS" };
const JANE = { typeName: "USER", username: "jane@example.com", emailEnabled: true, smsEnabled: false };

const STANDARD = [
  alert("NO_PRIMARY", MAIL, SLACK),
  alert("HOST_DOWN", MAIL),
  alert("HOST_DOWN", MAIL, JANE),
  alert("HOST_RECOVERED", { ...MAIL, delayMin: 5 }),
  alert("TOO_MANY_ELECTIONS", MAIL, { ...MAIL, delayMin: 5 }),
  alert("MONITORING_AGENT_DOWN", HOOK),
  lag(60, MAIL),
  lag(120, SLACK),
  alert("BACKUP_AGENT_DOWN", MAIL),
  alert("BACKUP_AGENT_DOWN", MAIL),
];

/** Two equal projects, one without an alert configuration of theirs, one that has it otherwise, and one of its own. */
const CONTENTS: Readonly<Record<string, readonly object[]>> = {
  orders: STANDARD,
  billing: STANDARD,
  shop: STANDARD.filter(({ eventTypeName }) => eventTypeName !== "HOST_RECOVERED"),
  search: STANDARD.map((each) => (each.eventTypeName === "NO_PRIMARY" ? alert("NO_PRIMARY", SLACK) : each)),
  reports: [alert("JOURNALING_ACTIVATED", { ...SLACK, apiToken: "xoxb-1111-3333" })],
};

/** Three that differ in their pager; one has a channel of its own, and one lacks several of what the others have. */
const PAGED = Object.fromEntries(
  ["orders", "billing", "shop"].map((name) => {
    const pager = { typeName: "PAGER_DUTY", serviceKey: `a-long-key-of-${name}` };
    const common = ["NO_PRIMARY", "TOO_MANY_ELECTIONS", "MONITORING_AGENT_DOWN"].map((event) =>
      alert(event, MAIL, pager),
    );
    const late = ["HOST_RESTARTED", "HOST_ROLLBACK"].map((event) => alert(event, { ...pager, delayMin: 5 }));
    const others = [
      ...["HOST_DOWN", "HOST_RECOVERED", "HOST_EXPOSED", "HOST_UPGRADED"].map((event) => alert(event, MAIL)),
      alert("BACKUP_AGENT_DOWN", { ...SLACK, channelName: name === "orders" ? "#orders" : "#db-alerts" }),
    ];
    return [
      name,
      [...common, ...late, lag(60, MAIL), lag(120, MAIL, pager), ...others.slice(name === "shop" ? 4 : 0)],
    ];
  }),
);

async function startInstallation(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  await fillInstallation(emulator);
  return emulator;
}

interface Exported {
  readonly program: Program;
  readonly files: ReadonlyMap<string, string>;
}

async function exported(emulator: Emulator, form: Form): Promise<Exported> {
  const connection = connectionsTo(emulator)(undefined);
  const program = programOf(await readInventory(connection, []), form);
  await connection.api.close();
  return { program, files: programFiles(program, { name: "ops-manager", settings: connection.settings }) };
}

/** Runs a program without Pulumi: the arguments of its resources by class and name, with the keys of secrets in their place. */
function resourcesIn(files: ReadonlyMap<string, string>): Map<string, unknown> {
  const resources = new Map<string, unknown>();
  const declare = (kind: string) =>
    function resource(name: string, args: unknown) {
      assert.ok(!resources.has(`${kind} ${name}`), `${kind} ${name} is declared twice`);
      resources.set(`${kind} ${name}`, args);
    };
  const classes = new Proxy({}, { get: (_, kind: string) => declare(kind) });
  const pulumi = {
    Config: class {
      requireSecret = (key: string) => `secret ${key}`;
      getBoolean = () => false;
    },
  };
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const former = loaded.get(path);
    if (former !== undefined) return former;
    const text = files.get(path) ?? assert.fail(`${path} does not exist`);
    const code = transpile(text, { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 });
    const exports = {};
    loaded.set(path, exports);
    const require = (name: string): object => {
      if (name === "pulumi-opsmanager") return classes;
      return name === "@pulumi/pulumi" ? pulumi : load(`${posix.join(posix.dirname(path), name)}.ts`);
    };
    const run = runInThisContext(`(exports, require) => {${code}\n}`) as (...of: unknown[]) => void;
    run(exports, require);
    return exports;
  };
  load("index.ts");
  return resources;
}

/** What the resources should have. */
function expectedOf(program: Program): Map<string, unknown> {
  return new Map(
    resourcesOf(program).map(({ kind, name, args, secrets }) => [
      `${kind} ${name}`,
      secrets.reduce<unknown>((object, { path, key }) => withValue(object, path, `secret ${key}`), args),
    ]),
  );
}

const sortedEntries = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe("the program of an export", () => {
  let emulator: Emulator;
  afterEach(async () => emulator.close());

  for (const form of FORMS) {
    const servers: [what: string, start: () => Promise<Emulator>][] = [
      ["five projects that are alike", async () => startProjects(CONTENTS)],
      ["three projects that differ in targets", async () => startProjects(PAGED)],
      ["an installation", async () => startInstallation(INSTALLATION)],
      ["one that shows its secrets", async () => startInstallation({ ...INSTALLATION, redact: "off" })],
    ];
    for (const [what, start] of servers) {
      it(`declares exactly what ${what} has, as ${form}`, async () => {
        emulator = await start();
        const { program, files } = await exported(emulator, form);
        assert.deepEqual(sortedEntries(resourcesIn(files)), sortedEntries(expectedOf(program)));
      });
    }
  }

  describe("for five projects that are alike", () => {
    beforeEach(async () => void (emulator = await startProjects(CONTENTS)));

    it("has each notification that occurs more than once as a constant, named after its target", async () => {
      const { files } = await exported(emulator, "resources");
      const constants = files.get("notifications.ts") ?? "";
      assert.deepEqual(
        [...constants.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
        ["dbAlertsSlack", "dbaMail", "janeUser"],
      );
      assert.match(files.get("projects/standard.ts") ?? "", /notifications: \[dbaMail, dbAlertsSlack\]/);
    });

    it("names alert configurations by what tells them apart, and puts twins next to each other", async () => {
      const { program } = await exported(emulator, "sets");
      const [orders] = resourcesOf(program);
      assert.deepEqual(Object.keys(orders?.args["alertConfigs"] as PlainObject), [
        "backup-agent-down",
        "backup-agent-down-2",
        "host-down",
        "host-down-user",
        "host-recovered",
        "monitoring-agent-down",
        "no-primary",
        "oplog-replication-lag-time-email",
        "oplog-replication-lag-time-slack",
        "too-many-elections",
      ]);
    });

    const shownFields = { resources: "notificationSecrets", sets: "alertConfigSecrets" };
    for (const form of FORMS) {
      it(`has a README that says what to expect and what to do, as ${form}`, async () => {
        const readme = (await exported(emulator, form)).files.get("README.md") ?? "";
        assert.ok(readme.includes(`\`[diff: -__imported~${shownFields[form]}]\``), readme);
        const [forAll = "", once = ""] = readme.split("## Import, once");
        assert.match(
          forAll,
          /## Work with the existing stack\n[^#]*npm ci\npulumi stack select production\npulumi preview\n/,
        );
        const inOrder = [
          "pulumi login",
          "pulumi stack init production",
          "read -rs PULUMI_CONFIG_PASSPHRASE",
          "sh secrets.sh",
          "If nobody knows a secret",
          "pulumi import --file",
          "pulumi preview\n",
          "not alertable",
          "Check by hand each secret",
          "pulumi up\n   ```\n",
        ];
        const places = inOrder.map((text) => once.indexOf(text));
        assert.ok(!places.includes(-1), readme);
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
        const pages = [...readme.matchAll(/\(node_modules\/pulumi-opsmanager\/(.*)\)/g)];
        assert.equal(pages.length, 6);
        for (const [, page = ""] of pages) assert.ok(existsSync(join(repository, page)), page);
      });

      it(`has one key for each secret that masks show to be the same, as ${form}`, async () => {
        const { program, files } = await exported(emulator, form);
        // The masks of URLs show a host, which many secrets have in common.
        const urls = ["billing", "orders", "search", "shop"].map(
          (name) => `${name}.monitoring-agent-down.webhook.url`,
        );
        const slacks = ["dbAlertsSlack.apiToken", "reportsDbAlertsSlack.apiToken"];
        const keys = new Set(secretsOf(program).map(({ key }) => key));
        assert.deepEqual([...keys].sort(), [...urls, ...slacks].sort());
        const commands = (files.get("secrets.sh") ?? "").matchAll(/^secret (\S+)/gm);
        assert.deepEqual(new Set([...commands].map(([, key]) => key)), keys);
      });

      it(`says which alert configurations are equal, as ${form}`, async () => {
        const { files } = await exported(emulator, form);
        const comments = [...files.values()].flatMap((text) => text.match(/\/\/ Equal to.*\n[^{]*/g) ?? []);
        assert.deepEqual(
          comments.map((text) => text.replaceAll(/\s+/g, " ")),
          ['// Equal to "backup-agent-down": remove one after the import. "backup-agent-down-2": '],
        );
      });

      it(`has no comment about sets in resources, and one in sets, as ${form}`, async () => {
        const { files } = await exported(emulator, form);
        const [protect = "", reports = ""] = ["protect.ts", "projects/reports.ts"].map((path) =>
          files.get(path),
        );
        const expected = form === "sets";
        assert.equal(/^\/\/ Members of a set/m.test(protect), expected);
        assert.equal(
          /^\/\/ .* unmanaged: "ignore" leaves .*\nnew opsmanager\.AlertConfigSet\(/m.test(reports),
          expected,
          reports,
        );
        const standard = files.get("projects/standard.ts") ?? "";
        assert.equal(/^\/\/ What is removed from it is deleted in all of them\.$/m.test(standard), expected);
        assert.match(files.get("package.json") ?? "", /"check": "tsc"/);
      });

      it(`has one standard for what most of them have, to which each adds its own, as ${form}`, async () => {
        const { files } = await exported(emulator, form);
        // Each module names its project once.
        for (const [path, text] of files)
          if (path.startsWith("projects/")) assert.ok(text.split(/"650{10,}\d+"/).length <= 2, path);
        const standard = files.get("projects/standard.ts") ?? "";
        assert.match(
          standard,
          /^\/\/ .*: what most of orders, billing, shop and search have in common\.[^]*^\/\*\* @param project .* \*\/\nexport const standard = \(/m,
        );
        const type = {
          resources: /Omit<opsmanager\.AlertConfigArgs, "projectId">/,
          sets: /AlertConfigSetArgs\["alertConfigs"\]/,
        };
        assert.match(standard.split("satisfies")[1] ?? "", type[form]);
        assert.match(
          files.get("index.ts") ?? "",
          /protect";\n(?:import "\.\/projects\/(?!standard).*\n){5}import \*/,
        );
        const codeIn = (name: string): string =>
          (files.get(`projects/${name}.ts`) ?? "").replace(/^[^]*?const projectId = .*\n\n/, "");
        const loop = (name: string, common: string): string =>
          `for (const [name, args] of Object.entries(${common})) {\n` +
          `  new opsmanager.AlertConfig(\`${name}-\${name}\`, { projectId, ...args });\n}\n`;
        const set = (name: string, alertConfigs: string): string =>
          `// A removed member is deleted. unmanaged: "ignore" leaves the other alert configurations of the project alone.\n` +
          `new opsmanager.AlertConfigSet("${name}-alerts", {\n  projectId,\n  unmanaged: "ignore",\n  alertConfigs: ${alertConfigs},\n});\n`;
        const without = 'const { "host-recovered": _, ...common } = standard("shop");\n\n';
        const withOwn = 'const common = standard("search");\n\n';
        const own = (indent: string): string =>
          `{\n${indent}  ...common,\n${indent}  "no-primary": { ...common["no-primary"], notifications: [dbAlertsSlack] },\n${indent}}`;
        const expected =
          form === "sets"
            ? [
                set("orders", 'standard("orders")'),
                without + set("shop", "common"),
                withOwn + set("search", own("  ")),
              ]
            : [
                loop("orders", 'standard("orders")'),
                without + loop("shop", "common"),
                `${withOwn}const resources: Record<string, Omit<opsmanager.AlertConfigArgs, "projectId">> = ${own("")};\n\n${loop("search", "resources")}`,
              ];
        assert.deepEqual(["orders", "shop", "search"].map(codeIn), expected);
      });
    }
  });

  for (const form of FORMS) {
    it(`has a standard for projects that differ in a target, which each of them gives, as ${form}`, async () => {
      emulator = await startProjects(PAGED);
      const { files } = await exported(emulator, form);
      const standard = files.get("projects/standard.ts") ?? "";
      assert.match(
        standard,
        /^export const standard = \(\{ pagerDuty \}: Record<"pagerDuty", opsmanager\.AlertNotificationArgs>\) => \(\{$/m,
      );
      assert.match(
        standard,
        /"oplog-replication-lag-time-pager-duty": \{[^}]*\},\n *notifications: \[dbaMail, pagerDuty\]/,
      );
      assert.match(
        standard,
        /"host-restarted": \{[^}]*notifications: \[\{ \.\.\.pagerDuty, delayMin: 5 \}\]/,
      );
      // What the standard has in place of constants does not remain as such.
      assert.doesNotMatch(files.get("notifications.ts") ?? "", /After5|delayMin/);
      for (const name of ["orders", "billing", "shop"])
        assert.match(
          files.get(`projects/${name}.ts`) ?? "",
          new RegExp(`\\bstandard\\(\\{ pagerDuty: ${name}PagerDuty \\}\\)`),
        );
      // It differs in one alert configuration only.
      assert.match(
        files.get("projects/orders.ts") ?? "",
        /"backup-agent-down": \{\n *\.\.\.common\["backup-agent-down"\],\n *notifications: [^]*"#orders"/,
      );
    });
  }

  it("names alert configurations of many hosts by what differs, in all projects and forms", async () => {
    const metricThreshold = { ...LAG, metricName: "DISK_PARTITION_SPACE_USED_DATA", threshold: 80 };
    // The first two are too long for a name, which ends before their numbers.
    const values = ["01", "02"].map((number) => `shop-cart-replica-set-mongodb-${number}.example.com`);
    const alerts = [...values, "db-1.example.com"].flatMap((value) =>
      [[MAIL], [MAIL, SLACK]].map((notifications) => ({
        ...alert("OUTSIDE_METRIC_THRESHOLD", ...notifications),
        metricThreshold,
        matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value }],
      })),
    );
    emulator = await startProjects({ "a-project-with-a-long-name": alerts, other: alerts });
    for (const form of FORMS) {
      const { files } = await exported(emulator, form);
      const names = (files.get("projects/standard.ts") ?? "").matchAll(/^ {2}"([^"]+)": \{$/gm);
      const ends = [
        "db-1-example-com",
        ...["01", "02"].map((number) => `shop-cart-replica-set-mongodb-${number}`),
      ];
      assert.deepEqual(
        [...names].map(([, name]) => name),
        ends.flatMap((end) => ["", "-slack"].map((type) => `disk-partition-space-used-data-${end}${type}`)),
      );
      const own = files.get("projects/a-project-with-a-long-name.ts") ?? "";
      assert.doesNotMatch(own, /eventTypeName/);
    }
  });

  describe("for projects with equal beginnings, and others", () => {
    const pager = (serviceKey: string) => ({ typeName: "PAGER_DUTY", serviceKey });
    const twice = (serviceKey: string, events = ["NO_PRIMARY", "HOST_DOWN"]) =>
      events.map((event) => alert(event, pager(`a-long-key-${serviceKey}`), MAIL));
    const late = (serviceKey: string) =>
      alert("HOST_RECOVERED", { ...pager(`a-long-key-${serviceKey}`), delayMin: 5 });
    const start = async (): Promise<void> => {
      emulator = await startProjects({
        "Orders (EU)": [...twice("1111"), late("1111")],
        "Orders (US)": [...twice("1111"), late("1111")],
        shop: twice("2222", ["BACKUP_AGENT_DOWN", "MONITORING_AGENT_DOWN"]),
        search: [
          ...twice("3333", ["JOURNALING_ACTIVATED", "TOO_MANY_ELECTIONS"]),
          alert("HOST_RECOVERED", pager("a-long-key-4444")),
          late("3333"),
        ],
        stock: [...alertsOf("a-long-key-4444", "a-long-key-3333"), late("3333")],
      });
    };
    const alertsOf = (...keys: readonly string[]) => keys.map((key) => alert("HOST_RECOVERED", pager(key)));

    it("names constants that differ in a secret as its key, after the projects that use them or with a number", async () => {
      await start();
      const { files } = await exported(emulator, "resources");
      const constants = (files.get("notifications.ts") ?? "").matchAll(
        /^export const (\w+): Notification = \{[^;]*?requireSecret\("([^"]+)/gm,
      );
      assert.deepEqual(
        [...constants].map(([, name, key]) => [name, key]),
        [
          ["ordersPagerDuty", "ordersPagerDuty.serviceKey"],
          ["sharedPagerDuty", "sharedPagerDuty.serviceKey"],
          ["sharedPagerDuty2", "sharedPagerDuty2.serviceKey"],
          ["shopPagerDuty", "shopPagerDuty.serviceKey"],
        ],
      );
    });

    for (const form of FORMS) {
      it(`names a standard after what its projects have in common, as ${form}`, async () => {
        await start();
        const { files } = await exported(emulator, form);
        const standard = files.get("projects/orders-standard.ts") ?? "";
        assert.match(
          standard,
          /^\/\/ Exported: what Orders \(EU\) and Orders \(US\) have in common\. A change/,
        );
        assert.match(standard, /\n\/\/ .*`const \{ "host-down": _, \.\.\.common \} = ordersStandard;`/);
        assert.match(standard, /^export const ordersStandard = \{$/m);
        assert.match(files.get("projects/orders-eu.ts") ?? "", /\bordersStandard\b/);
      });
    }
  });
});
