import assert from "node:assert/strict";
import { selfSignedCertificate } from "../../src/emulator/tls-certificate";
import { created, did, failedWith, messagesAt, succeeded, warningsIn } from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";
import { alert, cluster, MAIL, PROJECT, store } from "./support/resources";

const EXPIRED = selfSignedCertificate(Date.parse("2010-01-01T00:00:00Z")).cert;
const IGNORED = `s3AuthMethod: "IAM_ROLE", writeConcern: "MAJORTY",
  customCertificates: [{ filename: "ca.pem", certString: ${JSON.stringify(EXPIRED)} }],`;
const SECRET_PROJECT = `projectId: pulumi.secret("${PROJECT}"), eventTypeName: "NO_PRIMARY",`;
const member = (notifications: string, event = "HOST_DOWN"): string =>
  `{ eventTypeName: "${event}", enabled: true, notifications: ${notifications} }`;
const setOf = (name: string, members: string): string =>
  `new opsmanager.AlertConfigSet("${name}", { projectId: "${PROJECT}", alertConfigs: ${members} });\n`;

describe("a preview", function () {
  const hidden = setOf("set", `pulumi.secret({ down: ${member(MAIL)} })`);
  const open = setOf("open", `pulumi.output({ back: ${member(MAIL, "HOST_RECOVERING")} })`);
  const playground = usePlayground(this, {
    program:
      store("store", IGNORED) +
      alert("single", SECRET_PROJECT) +
      store("hidden", 'storeId: pulumi.secret("hidden-store"),') +
      hidden +
      open,
  });

  it("warns of arguments that the service will ignore or may not know, of an expired certificate, and of ids that are marked as secret", async () => {
    const run = await playground.run("preview");
    did(run, ["hidden", "open", "set", "single", "store"].map(created));
    const inIds = "is marked as secret, but is part of ids";
    assert.deepEqual(
      warningsIn(run).filter((text) => !text.includes(inIds)),
      [
        "store: awsAccessKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
        "store: awsSecretKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
        "store: customCertificates[0].certString: the certificate expired on 2012-04-05T00:00:00.000Z",
        'store: writeConcern: "MAJORTY" is not a documented write concern, such as ACKNOWLEDGED, W2, JOURNALED, MAJORITY (did you mean MAJORITY?)',
      ],
    );
    const named = { single: "projectId", set: "the names in alertConfigs", hidden: "storeId" };
    for (const [resource, name] of Object.entries(named))
      assert.ok(messagesAt(run, resource).includes(`${name}: ${inIds}`));
    for (const resource of ["open", "store"]) assert.ok(!messagesAt(run, resource).includes(inIds));
    assert.equal(playground.emulator.counters.writes, 0);
  });
});

const NO_EFFECT = "in the stack configuration has no effect: it is not a setting";

describe("a program with options and keys that have no effect, and secret settings in plain text", function () {
  const playground = usePlayground(this, {
    program: `${cluster("cluster", "", 'customTimeouts: { create: "10m" }')}
export const version = opsmanager.getServiceVersionOutput().versionString;`,
    config: ({ privateKey }) => ({
      "opsmanager:timeoutsSeconds": "10",
      "opsmanager-eu:baseURL": "https://eu.example.com",
      "opsmanager:privateKey": privateKey,
      "opsmanager-eu:privateKey": "eu-private-key-in-plain-text",
      "opsmanager-eu:clientKey": "/etc/opsmanager/client.key",
      "opsmanager-us:clientKey": { secret: "-----BEGIN PRIVATE KEY-----" },
      "opsmanager-ap:clientKey": "-----BEGIN PRIVATE KEY-----",
    }),
  });

  it("gets one warning for each: at the resource for the options, at the stack for the keys", async () => {
    const run = await playground.run("up");
    did(run, [created("cluster")]);
    assert.deepEqual(
      warningsIn(run).filter((text) => !text.includes("in plain text")),
      [
        "cluster: customTimeouts have no effect on this resource, because Pulumi does not pass them to dynamic " +
          "providers. Set opsmanager:timeoutSeconds (one attempt) and opsmanager:totalTimeoutSeconds (one operation " +
          "with all its attempts) in the stack configuration instead.",
        `the stack: opsmanager-eu:baseURL ${NO_EFFECT} (did you mean opsmanager-eu:baseUrl?).`,
        `the stack: opsmanager:timeoutsSeconds ${NO_EFFECT} (did you mean opsmanager:timeoutSeconds?).`,
      ],
    );
  });

  it("is warned in a preview if it calls functions only, of each secret setting in plain text, until it is encrypted", async () => {
    await playground.rewrite("export const version = opsmanager.getServiceVersionOutput().versionString;");
    const { privateKey } = playground.emulator;
    const plain = ["opsmanager-ap:clientKey", "opsmanager-eu:privateKey"];
    for (const expected of [[...plain, "opsmanager:privateKey"], plain]) {
      const run = await playground.run("preview");
      const inPlainText = warningsIn(run).filter((text) => text.includes("in plain text"));
      assert.deepEqual(
        inPlainText.map((text) => /opsmanager\S*/.exec(text)?.[0]),
        expected,
      );
      const command = `Encrypt it: pulumi config set --secret ${expected.at(-1)}.`;
      assert.ok(run.output.includes(command), run.output);
      await playground.stack.configure({ "opsmanager:privateKey": { secret: privateKey } });
    }
  });
});

const OPEN_STORE = store(
  "store",
  'awsAccessKey: undefined, awsSecretKey: undefined, s3AuthMethod: "IAM_ROLE",',
);
const SLACK = { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-declared", intervalMin: 60 };
const SET = setOf("set", `{ down: ${member(JSON.stringify([SLACK]))} }`);
const TOKEN = "xoxb-transformed-token";

describe("a secret that a resource transform sets", function () {
  const playground = usePlayground(this, { program: "" });
  afterEach(async () => nothingLeaked(playground, [TOKEN]));

  it("is refused in a preview, by its path", async () => {
    await playground.rewrite(
      `pulumi.runtime.registerStackTransformation(({ type, props, opts }: any) => {
        if (type.includes("opsmanager")) props.alertConfigs.down.notifications[0].apiToken = "${TOKEN}";
        return { props, opts };
      });
      ${SET}`,
    );
    failedWith(
      await playground.run("preview"),
      "alertConfigs.down.notifications[0].apiToken: is not from the arguments of the resource, but from a resource transform",
      "Transforms cannot set secrets",
    );
  });

  it("does not concern a transform of other properties, and secrets that ignoreChanges keeps", async () => {
    await playground.rewrite(OPEN_STORE + SET);
    succeeded(await playground.run("up"));
    const ignoring = OPEN_STORE.replace("metadata.example", "another.example").replace(
      /\{ {2}\}\);\n$/,
      '{ ignoreChanges: ["uri"] });\n',
    );
    assert.match(ignoring, /another.*ignoreChanges/s);
    await playground.rewrite(
      `pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, protect: false } }));
      ${ignoring + SET}`,
    );
    succeeded(await playground.run("up", "--expect-no-changes"));
  });
});
