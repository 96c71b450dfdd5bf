import assert from "node:assert/strict";
import { soakEngine } from "../soak/engine";

describe("two rounds of the long run on the real engine", () => {
  it("leave exactly what is declared, and no secret", async () => {
    const lines: string[] = [];
    const failed = await soakEngine(2, 4, (line) => lines.push(line));
    assert.equal(failed, 0, lines.join("\n"));
  });
});
