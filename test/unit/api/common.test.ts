import assert from "node:assert/strict";
import { confirmDeletion, orUndefined, path, provesAbsence } from "../../../src/api/common";
import { parseServiceVersion } from "../../../src/api/version-manifest";
import { ApiError, TransportError } from "../../../src/errors";

const refusal = (status: number, errorCode: string | undefined, fromService: boolean): ApiError =>
  new ApiError("refused", { method: "GET", path: "/x", status, errorCode, fromService });

describe("path", () => {
  const cases: [variable: string, encoded: string][] = [
    ["10.0.0.0/8", "/x/10.0.0.0%2F8/y"],
    ["2001:db8::/32", "/x/2001%3Adb8%3A%3A%2F32/y"],
    ["a b?c#d%", "/x/a%20b%3Fc%23d%25/y"],
    ["...", "/x/.../y"],
    ["plain-1", "/x/plain-1/y"],
  ];
  for (const [variable, encoded] of cases)
    it(`encodes ${variable}`, () => assert.equal(path`/x/${variable}/y`, encoded));
});

describe("path with a segment that changes it", () => {
  for (const variable of ["", ".", ".."])
    it(`refuses ${JSON.stringify(variable)}`, () => {
      const message = `${JSON.stringify(variable)} is not an id; nothing was sent.`;
      assert.throws(() => path`/x/${variable}/y`, { message });
    });
});

describe("provesAbsence", () => {
  const cases: [what: string, error: unknown, proof: boolean][] = [
    ["a 404 of the service", refusal(404, "ALERT_CONFIG_NOT_FOUND", true), true],
    ["a 404 of the service without a code", refusal(404, undefined, true), false],
    ["a 404 of the service with an empty code", refusal(404, "", true), false],
    ["a 404 of a proxy", refusal(404, undefined, false), false],
    ["an unknown path", refusal(404, "RESOURCE_NOT_FOUND", true), false],
    ["another refusal", refusal(410, undefined, true), false],
    ["a missing role", refusal(401, "NOT_IN_GROUP", true), false],
    ["a broken connection", new TransportError("broken", "reset", true), false],
    ["any other error", new Error("404"), false],
  ];
  for (const [what, error, proof] of cases)
    it(`is ${proof} for ${what}`, async () => {
      assert.equal(provesAbsence(error), proof);
      const read = orUndefined(Promise.reject(error as Error));
      if (proof) assert.equal(await read, undefined);
      else await assert.rejects(read, (thrown) => thrown === error);
    });
});

describe("parseServiceVersion", () => {
  const cases: [header: string | undefined, gitHash: string | undefined, version: string | undefined][] = [
    ["gitHash=abc; versionString=8.0.0", "abc", "8.0.0"],
    ["versionString=8.0.0.100.20250101;gitHash=abc", "abc", "8.0.0.100.20250101"],
    ["versionString=8.0.0", undefined, "8.0.0"],
    ["8.0.0", undefined, undefined],
    [undefined, undefined, undefined],
  ];
  for (const [header, gitHash, versionString] of cases)
    it(`parses ${String(header)}`, () =>
      assert.deepEqual(parseServiceVersion(header), { gitHash, versionString }));
});

describe("a deletion whose response does not show it", () => {
  /** Reads that find the object so many times. */
  async function confirm(isShown: boolean, found: number) {
    let reads = 0;
    const pauses: number[] = [];
    const read = async (): Promise<unknown> => (++reads > found ? undefined : {});
    const pause = async (ms: number): Promise<void> => void pauses.push(ms);
    const end = confirmDeletion(Promise.resolve(isShown), "the thing 1", read, pause);
    const result = await end.catch((error: unknown) => error);
    return { reads, pauses: pauses.length, result };
  }

  for (const [when, isShown, found, reads] of [
    ["is not read if the response shows it", true, 9, 0],
    ["is read once if the object is gone", false, 0, 1],
    ["is read again after a pause, since the service may show it for a moment", false, 2, 3],
  ] as const)
    it(when, async () => {
      const pauses = Math.max(0, reads - 1);
      assert.deepEqual(await confirm(isShown, found), { reads, pauses, result: undefined });
    });

  it("fails if the object still exists", async () => {
    const { reads, result } = await confirm(false, 9);
    assert.equal(reads, 3);
    assert.match(String(result), /the deletion of the thing 1 is not an error, but it still exists/);
  });
});
