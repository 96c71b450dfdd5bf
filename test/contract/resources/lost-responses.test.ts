import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import { DELETED, INPUTS } from "./inputs";
import { failOn, managed, useEmulator, writesTo } from "./managed";

describe("a create of which the outcome is not known", () => {
  const emulator = useEmulator();
  const fail = failOn(emulator);

  const lost: [what: string, action: FaultAction][] = [
    ["the connection breaks", "resetAfter"],
    ["the response is truncated", "truncate"],
    ["a gateway fails", { status: 502, afterWork: true, body: "" }],
  ];
  for (const kind of DELETED) {
    for (const [what, action] of lost)
      it(`finds what it has created if ${what} afterwards: ${kind}`, async () => {
        const resource = managed(kind, emulator);
        fail("POST", action);
        assert.equal(await resource.up(INPUTS[kind](emulator)), "create");
        assert.deepEqual(writesTo(emulator), ["POST"]);
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up(INPUTS[kind](emulator)), "same");
      });

    it(`is repeated by the next up if the connection breaks before: ${kind}`, async () => {
      const resource = managed(kind, emulator, { pause: async () => undefined });
      fail("POST", "resetBefore");
      await assert.rejects(resource.up(INPUTS[kind](emulator)), /the connection broke/);
      assert.equal(resource.state, undefined);
      assert.equal(await resource.up(INPUTS[kind](emulator)), "create");
      assert.deepEqual(writesTo(emulator), ["POST", "POST"]);
    });
  }

  for (const kind of ["AccessListEntry", "OplogS3Config", "Project", "S3SnapshotStore"] as const)
    it(`says how to take over what may exist if it cannot be read: ${kind}`, async () => {
      const resource = managed(kind, emulator);
      fail("POST", "resetAfter");
      fail("GET", { status: 500 }, { nth: 2, times: "always" });
      const advice = kind === "Project" ? "set the resource option import to its id" : "set `adopt: true`";
      const told = new RegExp(`may have been created all the same: it could not be read .* ${advice}\\.$`);
      await assert.rejects(resource.up(INPUTS[kind](emulator)), told);
      assert.equal(resource.state, undefined);
    });
});
