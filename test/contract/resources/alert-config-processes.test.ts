import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOwnership } from "../../../src/core/ownership";
import type { Participant } from "../../../src/core/processes";
import { thisProcess } from "../../../src/core/processes";
import { openRunLog } from "../../../src/core/run-log";
import { endedProcess } from "../../support/ended-process";
import { collectionOf } from "../../../src/resources/alert-config/scope";
import { ALERT, idOf, useAlerts } from "./alerts";
import { connectionsTo, managed, type ManagedOptions } from "./managed";

const OURS = "OUTSIDE_METRIC_THRESHOLD";

describe("AlertConfigs that several processes of a run create", () => {
  const { emulator, inputs, fail } = useAlerts();
  let folder = "";
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "run-log-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const here = thisProcess(false);
  /** Another process that runs: the one that has started this one. */
  const there: Participant = { ...(thisProcess(true).parents[0] ?? assert.fail("no parent")), parents: [] };
  const ownershipOf = (who = here) => createOwnership(openRunLog("127.0.0.1:40000", who, folder));
  const alertIn = (ownership: ReturnType<typeof ownershipOf>, options: ManagedOptions = {}) =>
    managed("AlertConfig", emulator, {
      ownership: () => ownership,
      connections: connectionsTo(emulator),
      ...options,
    });
  const count = () => emulator.alertConfigs().list().length;
  const sent = () =>
    emulator.requests().flatMap(({ authenticated, method }) => (authenticated ? [method] : []));
  /** Records a creation of another process. */
  const begun = (by: ReturnType<typeof ownershipOf>, outline: string, content = "another") =>
    by.beginCreation({
      id: "other",
      collection: collectionOf(emulator.projectId),
      content,
      outline,
      writer: by.writer,
    });

  it("have one owner each if they are equal and both responses are lost, since one waits for the other", async () => {
    const before = count();
    fail("POST", "resetAfter", { times: 2 });
    const alerts = [here, there].map((who) => alertIn(ownershipOf(who), { name: `in ${who.pid}` }));
    await Promise.all(alerts.map(async (alert) => alert.up(inputs(ALERT))));
    assert.equal(new Set(alerts.map(idOf)).size, 2);
    assert.equal(count(), before + 2);
    assert.deepEqual(sent(), ["POST", "GET", "POST", "GET"]);
  });

  for (const [what, outline, isTaken] of [
    ["the same event", OURS, false],
    ["another event", "HOST_DOWN", true],
  ] as const)
    it(`are ${isTaken ? "" : "not "}taken over after a lost response while nobody knows what became of one for ${what}`, async () => {
      const other = ownershipOf(there);
      begun(other, outline);
      other.giveUpCreation("other");
      fail("POST", "resetAfter");
      const up = alertIn(ownershipOf()).up(inputs(ALERT));
      if (isTaken) assert.equal(await up, "create");
      else await assert.rejects(up, /1 alert configurations that may be the one/);
    });

  it("are looked for only after the others have ended, so that it is known what those have created", async () => {
    const other = ownershipOf(there);
    begun(other, OURS);
    fail("POST", "resetAfter");
    const sentBefore: string[][] = [];
    const alert = alertIn(ownershipOf(), {
      pause: async () => {
        sentBefore.push(sent());
        other.endCreation("other");
      },
    });
    assert.equal(await alert.up(inputs(ALERT)), "create");
    assert.deepEqual(sentBefore[0], ["POST"]);
    assert.deepEqual(sent(), ["POST", "GET"]);
  });

  it("do not wait for a process that has ended", async () => {
    begun(ownershipOf(await endedProcess()), "HOST_DOWN");
    fail("POST", "resetAfter");
    assert.equal(await alertIn(ownershipOf()).up(inputs(ALERT)), "create");
  });
});
