import assert from "node:assert/strict";
import { withInputNames } from "../../../src/dynamic/form";
import { INPUTS } from "./inputs";
import { definitionOf, failOn, type Kind, managed, refusedWith, useEmulator } from "./managed";

describe("the refusal of a write for a missing role", () => {
  const emulator = useEmulator();

  for (const kind of Object.keys(INPUTS) as Kind[])
    it(`names the role that the documentation of ${kind} names`, async () => {
      for (const method of ["POST", "PUT", "PATCH"])
        failOn(emulator)(method, refusedWith(401, "USER_UNAUTHORIZED"), { times: "always" });
      const resource = managed(kind, emulator);
      const refusal: unknown = await resource
        .up(withInputNames(INPUTS[kind](emulator)))
        .catch((thrown: unknown) => thrown);
      const [, role = "none"] = /Required role: ([^,;.]+)/.exec(String(refusal)) ?? [];
      assert.ok(definitionOf(kind).role.startsWith(role), `${String(refusal)}: ${role}`);
    });
});
