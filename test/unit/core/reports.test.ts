import assert from "node:assert/strict";
import { createReports } from "../../../src/core/reports";

describe("messages to an engine", () => {
  it("that the engine does not take fail neither their operation nor later ones", async () => {
    const sent: string[] = [];
    const { report, flush } = createReports(async (_urn, _severity, text) => {
      sent.push(text);
      if (text === "lost") throw new Error("the engine has ended");
    });
    await report(undefined, "info", "lost");
    await flush();
    await report(undefined, "info", "next");
    await flush();
    assert.deepEqual(sent, ["lost", "next"]);
  });
});
