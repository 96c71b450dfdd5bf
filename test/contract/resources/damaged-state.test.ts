import assert from "node:assert/strict";
import { messageOf } from "../../../src/errors";
import { INPUTS } from "./inputs";
import { managed, useEmulator } from "./managed";
import { native } from "./native";

const DAMAGED = /^The state of the .* cannot be read: .*\. Restore an earlier state/;

describe("a state that somebody has edited", () => {
  const emulator = useEmulator();

  const wrong: [kind: "AlertConfig" | "AlertConfigSet", name: string, value: unknown, text: RegExp][] = [
    ["AlertConfig", "notifications", "a text", /notifications: must be an array/],
    ["AlertConfig", "notifications", ["a text"], /notifications\[0\]: must be an object/],
    ["AlertConfig", "matchers", 5, /matchers: must be an array/],
    [
      "AlertConfigSet",
      "alertConfigs",
      { down: { notifications: 5 } },
      /alertConfigs\.down\.notifications: must be an array/,
    ],
  ];
  for (const [kind, name, value, text] of wrong)
    for (const operation of ["refresh", "up", "destroy"] as const)
      it(`is one clear error at ${operation}, or does not matter: ${kind}.${name} as ${JSON.stringify(value)}`, async () => {
        const resource = native(kind, emulator);
        const { __resourceName: _, ...inputs } = INPUTS[kind](emulator);
        await resource.up(inputs);
        const { id, inputs: before, outputs } = resource.state ?? assert.fail();
        resource.put({ id, inputs: { ...before, [name]: value }, outputs: { ...outputs, [name]: value } });
        emulator.clearRequests();
        const run =
          operation === "up" ? resource.up({ ...inputs, secretsVersion: 2 }) : resource[operation]();
        const message = await run.then(() => "", messageOf);
        if (message === "") return;
        assert.match(message, DAMAGED);
        assert.match(message, text);
        assert.equal(emulator.counters.writes, 0);
      });

  it("has lost the outputs of a set: a refresh is no import, and refuses to guess", async () => {
    const set = native("AlertConfigSet", emulator, { name: "set" });
    const { __resourceName: _, ...inputs } = INPUTS.AlertConfigSet(emulator);
    await set.up(inputs);
    const { id, inputs: before } = set.state ?? assert.fail();
    set.put({ id, inputs: before, outputs: {} });
    await assert.rejects(
      set.refresh(),
      /The state of the set of alert configurations cannot be read: it has no outputs\./,
    );
  });

  it("is one clear error in the classes, too", async () => {
    const alert = managed("AlertConfig", emulator);
    await alert.up(INPUTS.AlertConfig(emulator));
    const { id, inputs, outputs } = alert.state ?? assert.fail();
    const damaged = managed("AlertConfig", emulator);
    const notifications = { notifications: 5 };
    await damaged.import({
      id,
      inputs: { ...inputs, __imported: true },
      outputs: { ...outputs, ...notifications },
    });
    await assert.rejects(damaged.refresh(), /cannot be read: notifications: must be an array/);
  });
});
