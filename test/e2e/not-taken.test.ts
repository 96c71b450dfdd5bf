import assert from "node:assert/strict";
import { run } from "../support/run";
import type { DriftReport } from "../../src/cli/drift/report";
import { environmentOf } from "../contract/cli/printed";
import { created, did, messagesAt, succeeded, updated } from "./support/assertions";
import { COMMAND } from "./support/exported";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";
import { alert, EMAIL } from "./support/resources";

const HOST = { fieldName: "HOSTNAME", operator: "EQUALS", value: "declared-host" };
const MAIL = { ...EMAIL, intervalMin: 7 };
const PROGRAM = alert(
  "alert",
  `matchers: [{ ...${JSON.stringify(HOST)}, value: pulumi.secret("declared-host") }], notifications: ${JSON.stringify([MAIL])},`,
);
/** What the service stores. */
const PATCH = {
  enabled: false,
  notifications: [{ ...MAIL, intervalMin: 60 }],
  matchers: [HOST, { ...HOST, value: "b" }],
};

const INTERVAL =
  'The service did not take notifications[0].intervalMin of "alert": 7 was written, and it has 60.';
const NOT_TAKEN = [
  'The service did not take enabled of "alert": true was written, and it has false.',
  'The service did not take matchers[1] of "alert": it was not written, and the service has {"fieldName":"HOSTNAME","operator":"EQUALS","value":"b"}.',
  INTERVAL,
];

describe("an alert that the service does not store as declared", function () {
  const playground = usePlayground(this, { program: PROGRAM });

  it("is created with one warning, which names what was not taken", async () => {
    for (const method of ["POST", "PUT"])
      playground.emulator.faults.add({ match: { method, times: "always" }, action: { mergePatch: PATCH } });
    const up = await playground.run("up");
    did(up, [created("alert")]);
    assert.equal(messagesAt(up, "alert"), NOT_TAKEN.join("\n"));
  });

  it("is written again by each up, with one request and the same warning", async () => {
    const preview = await playground.run("preview");
    assert.match(
      messagesAt(preview, "alert"),
      /The last write declared enabled, matchers\[1\], and the service has another/,
    );
    playground.emulator.clearRequests();
    const up = await playground.run("up");
    succeeded(up);
    assert.equal(messagesAt(up, "alert"), NOT_TAKEN.join("\n"));
    assert.equal(playground.emulator.counters.writes, 1);
  });

  it("is changed in a drift report, except where the service may adjust it or a secret hides it", async () => {
    const { emulator, sandbox, stack } = playground;
    const { stdout } = await stack.stack("export");
    await playground.addFile("state.json", stdout);
    const args = [COMMAND, "drift", "--state", `${playground.folder}/state.json`, "--format", "json"];
    const printed = await run(process.execPath, args, { cwd: sandbox.folder, env: environmentOf(emulator) });
    const report = JSON.parse(printed.stdout) as DriftReport;
    assert.deepEqual(
      report.changed.map(({ path }) => path),
      ["enabled"],
    );
    const interval = { path: "notifications[0].intervalMin", declared: 7, live: 60 };
    assert.deepEqual(
      report.notTaken.map(({ path, declared, live }) => ({ path, declared, live })),
      [interval],
    );
    assert.equal(printed.code, 7);
  });

  it("is shown by a refresh, and repaired by the next up when the service takes it", async () => {
    did(await playground.run("refresh"), [updated("alert", "enabled", "matchers")]);
    playground.emulator.faults.clear();
    did(await playground.run("up"), [updated("alert", "enabled", "matchers")]);
    did(await playground.run("up"), []);
    did(await playground.run("refresh"), []);
    await nothingLeaked(playground, ["declared-host"]);
  });
});
