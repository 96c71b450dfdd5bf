import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { failOn, type Managed, managed, refusedWith, useEmulator, writesTo } from "./managed";

const IP = "192.0.2.17";
const NOT_FOUND = refusedWith(404, "API_KEY_ACCESS_LIST_NOT_FOUND");

describe("AccessListEntry against the emulator", () => {
  const emulator = useEmulator();
  let resource: Managed;
  beforeEach(() => void (resource = managed("AccessListEntry", emulator)));

  const inputs = (entry: string = IP, rest: PlainObject = {}): PlainObject => ({
    orgId: emulator.orgId,
    apiKeyId: emulator.apiKeyId,
    entry,
    ...rest,
  });
  const idOf = (entry: string): string => `${emulator.orgId}/${emulator.apiKeyId}/${entry}`;
  const add = (cidrBlock: string): void => {
    const ipAddress = /^(.*)\/(?:32|128)$/.exec(cidrBlock)?.[1] ?? null;
    emulator.accessList().add({ cidrBlock, ipAddress, count: 0, created: "2026-01-01T00:00:00Z" });
  };
  const fail = failOn(emulator);
  const sent = (): [method: string, path: string, body: unknown][] =>
    emulator
      .requests()
      .filter(({ authenticated }) => authenticated)
      .map(({ method, path, body }) => [
        method,
        path.replace(/^.*\/accessList/, ""),
        JSON.parse(body || "null"),
      ]);

  describe("has one id for all spellings", () => {
    const cases: [entry: string, id: string, alike: string[], others: string[]][] = [
      [IP, IP, [`${IP}/32`], [`${IP}/31`]],
      [`${IP}/32`, IP, [IP], []],
      ["198.51.100.7/24", "198.51.100.7/24", [], ["198.51.100.0/24"]],
      ["2001:DB8:0::0:9", "2001:db8::9", ["2001:db8::9/128"], ["2001:db8::9/127"]],
      ["2001:db8:0:0::/32", "2001:db8::/32", ["2001:DB8::/32"], []],
    ];
    for (const [entry, id, alike, others] of cases) {
      it(`${entry} is ${id}`, async () => {
        assert.equal(await resource.up(inputs(entry)), "create");
        assert.equal(resource.id, idOf(id));
        assert.equal(resource.state?.outputs["entry"], entry);
        const body = { [id.includes("/") ? "cidrBlock" : "ipAddress"]: id };
        assert.deepEqual(sent().find(([method]) => method === "POST")?.[2], [body]);
        emulator.clearRequests();
        for (const other of [entry, ...alike]) assert.equal(await resource.up(inputs(other)), "same", other);
        assert.deepEqual(sent(), []);
        for (const other of others) assert.equal(await resource.up(inputs(other)), "replace", other);
        assert.equal(await resource.refresh(), "same");
        await resource.destroy();
        assert.deepEqual(
          sent().map(([method, path]) => `${method} ${path}`),
          [`GET /${encodeURIComponent(id)}`, `DELETE /${encodeURIComponent(id)}`],
        );
      });
    }
  });

  describe("that appears between the read and the POST", () => {
    const meanwhile = (): void => {
      fail("GET", NOT_FOUND);
      add(`${IP}/32`);
    };

    it("is refused without adopt", async () => {
      meanwhile();
      await assert.rejects(resource.up(inputs()), /exists already\. Set `adopt: true` to take it over/);
      assert.deepEqual([writesTo(emulator), resource.state], [["POST"], undefined]);
    });

    it("is taken over with adopt", async () => {
      meanwhile();
      assert.equal(await resource.up(inputs(IP, { __adopt: true })), "create");
      assert.equal(resource.state?.outputs["ipAddress"], IP);
    });

    it("is the refusal of the service if it does not exist after all", async () => {
      fail("POST", refusedWith(409, "ADDRESS_ALREADY_IN_ACCESS_LIST", "There."));
      await assert.rejects(resource.up(inputs()), /409 ADDRESS_ALREADY_IN_ACCESS_LIST - There\.$/);
    });
  });

  it("is looked for again if the response is lost, since the service may still be working on the request", async () => {
    fail("POST", "resetAfter");
    fail("GET", NOT_FOUND, { nth: 2, times: 2 });
    assert.equal(await resource.up(inputs()), "create");
    assert.equal(resource.state?.outputs["ipAddress"], IP);
  });

  it("is imported under any spelling", async () => {
    add(`${IP}/32`);
    assert.equal(await resource.up(inputs(IP, { __import: idOf(`${IP}/32`) })), "create");
    assert.deepEqual([resource.id, writesTo(emulator)], [idOf(IP), []]);
  });

  describe("in a list of more than a page", () => {
    beforeEach(() => {
      for (let index = 0; index < 150; index++) add(`10.0.${index}.0/24`);
    });

    it("is read by itself after the POST, which returns the first page", async () => {
      await resource.up(inputs());
      assert.deepEqual(
        sent().map(([method]) => method),
        ["GET", "POST", "GET"],
      );
      assert.equal(typeof resource.state?.outputs["created"], "string");
    });

    it("is created even if that read fails", async () => {
      fail("GET", { status: 500 }, { nth: 2 });
      await resource.up(inputs());
      assert.equal(resource.state?.outputs["ipAddress"], IP);
      assert.equal(await resource.refresh(), "same");
    });
  });

  it("is not changed by what the service counts, nor by an entry that somebody added again", async () => {
    await resource.up(inputs());
    const { outputs } = resource.state ?? {};
    const use = { count: 99, lastUsed: "2027-01-01T00:00:00Z", lastUsedAddress: IP };
    emulator.accessList().update(`${IP}/32`, { ...use, created: "2027-01-01T00:00:00Z" });
    assert.equal(await resource.refresh(), "same");
    assert.deepEqual(resource.state?.outputs, outputs);
  });

  describe("whose API key is deleted", () => {
    const gone = refusedWith(400, "API_KEY_NOT_FOUND");
    const refuseAll = (action: FaultAction): void => {
      for (const method of ["GET", "DELETE"]) fail(method, action, { times: "always" });
    };

    it("is removed from the state by a refresh, and its deletion succeeds", async () => {
      const other = managed("AccessListEntry", emulator);
      await resource.up(inputs());
      await other.up(inputs("192.0.2.18"));
      refuseAll(gone);
      assert.equal(await resource.refresh(), "gone");
      await other.destroy();
      assert.equal(other.state, undefined);
    });

    it("stays in the state after another 400, and after one in a response with status 200", async () => {
      await resource.up(inputs());
      const refused = [
        refusedWith(400, "API_KEY_ACCESS_LIST_ACCESS_DENIED"),
        { status: 400, headers: { "Content-Type": "text/html" }, body: "<h1>API_KEY_NOT_FOUND</h1>" },
        { ...gone, status: 200 },
      ];
      for (const action of refused) {
        emulator.faults.clear();
        refuseAll(action);
        await assert.rejects(resource.refresh());
        await assert.rejects(resource.destroy());
        assert.ok(resource.state);
      }
    });
  });
});
