import assert from "node:assert/strict";
import { failedWith, messagesAt, succeeded } from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const MAIL = `[{ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }]`;
const ALERT = `{ eventTypeName: "HOST_DOWN", enabled: true, notifications: ${MAIL} }`;

describe("a secret setting in plain text", function () {
  const playground = usePlayground(this, {
    program: `new opsmanager.AlertConfig("a", { projectId: "${PROJECT}", ...${ALERT} });`,
    config: (emulator) => ({
      "opsmanager:privateKey": emulator.privateKey,
      "opsmanager-eu:privateKey": "eu-private-key-in-plain-text",
      "opsmanager-eu:clientKey": "/etc/opsmanager/client.key",
      "opsmanager-us:clientKey": { secret: "-----BEGIN PRIVATE KEY-----" },
      "opsmanager-ap:clientKey": "-----BEGIN PRIVATE KEY-----",
    }),
  });

  it("is named in a preview and an up, with the command that encrypts it", async () => {
    for (const operation of ["preview", "up"] as const) {
      const run = await playground.run(operation);
      succeeded(run);
      const warned = run.events.flatMap(
        ({ diagnosticEvent }) =>
          /(opsmanager\S*) is in the stack configuration in plain text/.exec(
            diagnosticEvent?.message ?? "",
          )?.[1] ?? [],
      );
      assert.deepEqual(
        warned.sort(),
        ["opsmanager-ap:clientKey", "opsmanager-eu:privateKey", "opsmanager:privateKey"],
        run.output,
      );
      assert.match(run.output, /Encrypt it: pulumi config set --secret opsmanager:privateKey\./);
    }
  });

  it("is named by a program that calls functions only, and no longer when it is encrypted", async () => {
    await playground.rewrite("export const version = opsmanager.getServiceVersionOutput().versionString;");
    assert.match(
      (await playground.run("preview")).output,
      /opsmanager:privateKey is in the stack configuration in plain/,
    );
    const { privateKey } = playground.emulator;
    await playground.stack.configure({ "opsmanager:privateKey": { secret: privateKey } });
    assert.doesNotMatch((await playground.run("preview")).output, /opsmanager:privateKey is in the stack/);
  });
});

const STORE = `new opsmanager.OplogS3Config("store", {
  acceptedTos: true, pathStyleAccessEnabled: true, s3AuthMethod: "IAM_ROLE", s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog", s3MaxConnections: 5, sseEnabled: true, uri: "mongodb://metadata.example.com/",
  oidc: { enabled: true, method: "azure", clientId: "opsmanager", clientSecret: "declared-secret" },
});`;
const SLACK = `{ typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-declared-token", intervalMin: 60, delayMin: 0 }`;
const SET = `new opsmanager.AlertConfigSet("set", { projectId: "${PROJECT}", alertConfigs: { down: ${ALERT.replace(MAIL, `[${SLACK}]`)} } });`;
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
    await playground.rewrite(STORE + SET);
    succeeded(await playground.run("up"));
    const ignoring = STORE.replace("mongodb://metadata", "mongodb://another").replace(
      /\);$/,
      `, { ignoreChanges: ["uri"] });`,
    );
    await playground.rewrite(
      `pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, protect: false } }));
      ${ignoring + SET}`,
    );
    succeeded(await playground.run("up", "--expect-no-changes"));
  });
});

describe("a value that is marked as secret and part of an id", function () {
  const playground = usePlayground(this, {
    program: `
const projectId = pulumi.secret("${PROJECT}");
new opsmanager.AlertConfig("single", { projectId, ...${ALERT.replace("HOST_DOWN", "NO_PRIMARY")} });
new opsmanager.AlertConfigSet("set", { projectId: "${PROJECT}", alertConfigs: pulumi.secret({ down: ${ALERT} }) });
new opsmanager.AlertConfigSet("open", { projectId: pulumi.output("${PROJECT}"), alertConfigs: pulumi.output({ back: ${ALERT.replace("HOST_DOWN", "HOST_RECOVERING")} }) });
${STORE.replace("acceptedTos", `storeId: pulumi.secret("hidden-store"), acceptedTos`)}`,
  });

  it("is named in a preview at its resource, since ids are not secret", async () => {
    const preview = await playground.run("preview");
    succeeded(preview);
    const text = (name: string): string => `${name}: is marked as secret, but is part of ids`;
    assert.ok(messagesAt(preview, "single").includes(text("projectId")), preview.output);
    assert.ok(messagesAt(preview, "set").includes(text("the names in alertConfigs")), preview.output);
    assert.ok(messagesAt(preview, "store").includes(text("storeId")), preview.output);
    assert.doesNotMatch(messagesAt(preview, "open"), /is marked as secret/);
  });
});
