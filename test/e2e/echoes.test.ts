import assert from "node:assert/strict";
import { ENCODINGS } from "../unit/encodings";
import { created, did, failedWith } from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";

const WEBHOOK = "https://hooks.example.com/services/T0000/B0000?token=abc+def&x='1'";
const QUOTED = 'a "quoted" secret\nof two lines=1';
/** About 25 kB; each line is unique. */
const LARGE = Array.from(
  { length: 600 },
  (_, line) => `{{line ${line}}} of a secret "template" / ${line}`,
).join("\n");
const MARKED = "id-1";

const PROGRAM = `
import { readFileSync } from "node:fs";
new opsmanager.AlertConfig("alert", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName: "HOST_DOWN",
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: pulumi.secret(${JSON.stringify(MARKED)}) }],
  notifications: [
    {
      typeName: "WEBHOOK",
      webhookUrl: ${JSON.stringify(WEBHOOK)},
      webhookSecret: ${JSON.stringify(QUOTED)},
      webhookBodyTemplate: readFileSync("template.txt", "utf8"),
      delayMin: 0,
    },
  ],
});
`;

/** The secret parts of the request. */
const SENT = JSON.stringify({
  matchers: [{ value: MARKED }],
  notifications: [{ webhookUrl: WEBHOOK, webhookSecret: QUOTED, webhookBodyTemplate: LARGE }],
});

describe("a service that rejects a large secret and echoes the request", function () {
  const playground = usePlayground(this, { program: PROGRAM, env: { OPSMANAGER_LOG: "trace" } });

  before(async () => playground.addFile("template.txt", LARGE));
  afterEach(async () =>
    nothingLeaked(playground, [WEBHOOK, QUOTED, LARGE, ...LARGE.split("\n").slice(0, 5)]),
  );

  function refuse(status: number, body: unknown, headers?: Record<string, string>): void {
    playground.emulator.faults.clear();
    playground.emulator.faults.add({
      match: { method: "POST", times: "always" },
      action: { status, body, ...(headers && { headers }) },
    });
  }

  for (const [what, echo] of [
    ["its whole body", SENT],
    ["one of several", QUOTED],
  ] as const) {
    it(`does not leak secrets into an error: ${what} in every encoding`, async () => {
      const echoes = Object.values(ENCODINGS).map((encode) => `you sent ${encode(echo)}`);
      refuse(400, {
        error: 400,
        errorCode: "INVALID_ATTRIBUTE",
        detail: echoes[1],
        parameters: [...echoes, `the value ${MARKED}`],
      });
      const run = await playground.run("up", "--diff");
      failedWith(run, /POST .*: 400 INVALID_ATTRIBUTE - (?:\[text withheld|you sent)/);
      assert.match(run.output, /"method":"POST"/, "our own log is not there");
      assert.doesNotMatch(run.output, /the value id-1/);
    });
  }

  it("does not leak secrets through an HTML page or a redirect", async () => {
    refuse(500, `<html><title>${ENCODINGS["htmlAll"]?.(SENT)}</title></html>`, {
      "content-type": "text/html",
    });
    failedWith(await playground.run("up"), /POST .*: 500/);
    refuse(302, "", { location: `https://other.example.com/${encodeURIComponent(WEBHOOK)}` });
    failedWith(await playground.run("up"), /the server returned 302/);
  });

  it("does not leak secrets when another argument is invalid", async () => {
    await playground.rewrite(PROGRAM.replace("delayMin: 0", "delayMin: -1"));
    failedWith(await playground.run("preview"), "notifications[0].delayMin: must be at least 0");
  });

  it("does not leak secrets when the write finally succeeds", async () => {
    playground.emulator.faults.clear();
    await playground.rewrite(PROGRAM);
    did(await playground.run("up", "--diff"), [created("alert")]);
    const [made] = playground.emulator.alertConfigs().list().slice(-1);
    assert.equal(made?.notifications[0]?.webhookBodyTemplate, LARGE);
  });

  it("does not leak a function argument that the program marks as secret", async () => {
    await playground.rewrite(`
      const clusterId = pulumi.secret("marked-cluster-id");
      export const cluster = opsmanager.getClusterOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12", clusterId });
    `);
    const run = await playground.run("preview");
    failedWith(run, "The cluster [secret] of the project 60a2b7c9e4b0c5571d3f8e12 does not exist.");
    await nothingLeaked(playground, ["marked-cluster-id"]);
  });
});
