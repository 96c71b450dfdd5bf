import assert from "node:assert/strict";
import { sendKeeping } from "../../../src/core/kept-fields";
import { ApiError } from "../../../src/errors";

const refusal = (status: number, details: { detail?: string; parameters?: string[] }): ApiError =>
  new ApiError("refused", { method: "PUT", path: "/x", status, fromService: true, ...details });

const KEPT = [
  { path: ["severity"], value: "WARNING" },
  { path: ["list", 0, "template"], value: "short" },
];

/** Sends a body whose requests fail one after the other, and returns what was sent and said. */
async function send(kept: typeof KEPT, ...failures: Error[]) {
  const sent: unknown[] = [];
  const warned: string[] = [];
  const request = async (body: unknown): Promise<string> => {
    sent.push(body);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return "done";
  };
  const warn = (text: string) => void warned.push(text);
  const sending = sendKeeping({ list: [{ a: 1 }] }, kept, request, warn);
  const result = await sending.catch((error: unknown) => error);
  return { sent, warned, result };
}

describe("a request with fields that are kept", () => {
  it("has them at their places", async () => {
    const { sent, warned, result } = await send(KEPT);
    assert.deepEqual(sent, [{ severity: "WARNING", list: [{ a: 1, template: "short" }] }]);
    assert.deepEqual([warned, result], [[], "done"]);
  });

  for (const [how, error] of Object.entries({
    "in the parameters": refusal(400, { parameters: ["severity"] }),
    "by its path in the parameters": refusal(400, { parameters: ["alertConfig.severity"] }),
    "in the text": refusal(400, { detail: 'Unknown attribute "severity" specified.' }),
  })) {
    it(`is repeated without a field that the service refuses ${how}, with a warning`, async () => {
      const { sent, warned, result } = await send(KEPT, error);
      assert.deepEqual(sent[1], { list: [{ a: 1, template: "short" }] });
      assert.match(warned.join(), /^severity could not be kept: /);
      assert.equal(result, "done");
    });
  }

  it("is repeated once for each refused field, and warns of all at the end", async () => {
    const errors = [refusal(400, { parameters: ["template"] }), refusal(400, { parameters: ["severity"] })];
    const { sent, warned } = await send(KEPT, ...errors);
    assert.deepEqual(sent.at(-1), { list: [{ a: 1 }] });
    assert.match(warned.join(), /^list\[0\]\.template, severity could not be kept: /);
  });

  for (const [what, error] of Object.entries({
    "another field": refusal(400, { parameters: ["severityOverride"] }),
    "nothing by name": refusal(400, {}),
    "a role": refusal(401, { detail: "severity" }),
  })) {
    it(`is not repeated after a refusal of ${what}`, async () => {
      const { sent, warned, result } = await send(KEPT, error);
      assert.deepEqual([sent.length, warned, result], [1, [], error]);
    });
  }

  const masks = ["********", "******7890", "AKIA****XLHG", "*", "mongodb://REDACTED:REDACTED@h"];
  for (const mask of [...masks, { a: ["***"] }]) {
    it(`has no mask: ${JSON.stringify(mask)}`, async () => {
      const { sent, warned } = await send([{ path: ["key"], value: mask as string }]);
      assert.deepEqual(sent, [{ list: [{ a: 1 }] }]);
      assert.match(warned.join(), /^key could not be kept: /);
    });
  }
});
