import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { type Managed, configOf, managed, programOn, useEmulator, writesTo } from "./managed";

const IP = "192.0.2.17";

describe("AccessListEntry against the emulator", () => {
  const emulator = useEmulator();
  const elsewhere = useEmulator();
  let resource: Managed;
  beforeEach(() => void (resource = managed("AccessListEntry", emulator)));

  const inputs = (entry: string = IP, rest: PlainObject = {}): PlainObject => ({
    orgId: emulator.orgId,
    apiKeyId: emulator.apiKeyId,
    entry,
    ...rest,
  });
  const idOf = (entry: string): string => `${emulator.orgId}/${emulator.apiKeyId}/${entry}`;
  const blocks = (): string[] =>
    emulator
      .accessList()
      .list()
      .map(({ cidrBlock }) => cidrBlock);
  const add = (cidrBlock: string): void => {
    const ipAddress = /^(.*)\/(?:32|128)$/.exec(cidrBlock)?.[1] ?? null;
    emulator.accessList().add({ cidrBlock, ipAddress, count: 0, created: "2026-01-01T00:00:00Z" });
  };
  const fail = (method: string, action: FaultAction, times: number | "always" = 1): void =>
    emulator.faults.add({ match: { method, times }, action });
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
    const cases: [entry: string, id: string, sent: PlainObject, alike: string[], others: string[]][] = [
      [IP, IP, { ipAddress: IP }, [`${IP}/32`], [`${IP}/31`]],
      [`${IP}/32`, IP, { ipAddress: IP }, [IP], []],
      ["198.51.100.7/24", "198.51.100.7/24", { cidrBlock: "198.51.100.7/24" }, [], ["198.51.100.0/24"]],
      [
        "2001:DB8:0::0:9",
        "2001:db8::9",
        { ipAddress: "2001:db8::9" },
        ["2001:db8::9/128"],
        ["2001:db8::9/127"],
      ],
      ["2001:db8:0:0::/32", "2001:db8::/32", { cidrBlock: "2001:db8::/32" }, ["2001:DB8::/32"], []],
    ];
    for (const [entry, id, body, alike, others] of cases) {
      it(`${entry} is ${id}`, async () => {
        assert.equal(await resource.up(inputs(entry)), "create");
        assert.equal(resource.id, idOf(id));
        assert.equal(resource.state?.outputs["entry"], entry);
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

  it("refuses what is neither an address nor a block, and warns of ids of another form", async () => {
    for (const entry of ["192.0.2", "192.0.2.17/33", "2001:db8::/129", "fe80::1%eth0", "example.com", ""])
      await assert.rejects(
        resource.preview(inputs(entry)),
        /^Error: entry: must be an address such as .*, or a block such as 10\.20\.0\.0\/16, not "/,
      );
    const said = await resource.preview(inputs(IP, { apiKeyId: "abc" }));
    assert.match(said.join(), /apiKeyId: "abc" is not 24 hexadecimal digits/);
  });

  describe("that exists before", () => {
    beforeEach(() => add(`${IP}/32`));

    it("is refused without adopt, and a preview with onlineChecks says so", async () => {
      const refusal = new RegExp(
        `^(Error: )?entry: the access list entry "${idOf(IP)}" exists already\\. Set \`adopt: true\` to take it over`,
      );
      await assert.rejects(resource.up(inputs(`${IP}/32`)), refusal);
      assert.deepEqual([writesTo(emulator), resource.state], [[], undefined]);
      const config = { "opsmanager:onlineChecks": "true" };
      const checked = managed("AccessListEntry", emulator, { config });
      await assert.rejects(checked.preview(inputs()), refusal);
    });

    for (const [option, how] of [
      ["adopt", () => ({ __adopt: true })],
      ["import", () => ({ __import: idOf(`${IP}/32`) })],
    ] as const)
      it(`is taken over with ${option} without a write, as the preview says; without the option nothing changes`, async () => {
        const said = await resource.preview(inputs(IP, how()));
        assert.deepEqual(said, [
          `The access list entry "resource" (${idOf(IP)}) exists and is adopted as it is.`,
        ]);
        assert.equal(await resource.up(inputs(IP, how())), "create");
        assert.equal(resource.state?.outputs["cidrBlock"], `${IP}/32`);
        assert.equal(await resource.up(inputs()), "same");
        assert.deepEqual(writesTo(emulator), []);
      });

    it("is not imported under another id, or if it does not exist", async () => {
      const other = inputs(IP, { __import: idOf("192.0.2.18") });
      await assert.rejects(
        resource.preview(other),
        new RegExp(`^Error: import: must be ${idOf(IP)}, the orgId, apiKeyId and entry of the arguments$`),
      );
      await assert.rejects(
        resource.preview(inputs(IP, { __import: IP })),
        /not of the form <orgId>\/<apiKeyId>\/<entry>/,
      );
      emulator.accessList().delete(`${IP}/32`);
      await assert.rejects(
        resource.preview(inputs(IP, { __import: idOf(IP) })),
        /^Error: import: there is no access list entry /,
      );
    });
  });

  describe("that appears between the read and the POST", () => {
    const conflict = {
      status: 409,
      body: { error: 409, errorCode: "ADDRESS_ALREADY_IN_ACCESS_LIST", detail: "There." },
    };
    const meanwhile = (): void => {
      fail("GET", {
        status: 404,
        body: { error: 404, errorCode: "API_KEY_ACCESS_LIST_NOT_FOUND", detail: "None." },
      });
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
      fail("POST", conflict);
      await assert.rejects(resource.up(inputs()), /409 ADDRESS_ALREADY_IN_ACCESS_LIST - There\.$/);
    });
  });

  describe("of which the response to the POST is lost", () => {
    it("was not there before, so it is the one of the resource", async () => {
      fail("POST", "resetAfter");
      assert.equal(await resource.up(inputs()), "create");
      assert.deepEqual(writesTo(emulator), ["POST"]);
      assert.equal(resource.state?.outputs["ipAddress"], IP);
      assert.equal(await resource.up(inputs()), "same");
    });

    it("is looked for again, since the service may still be working on the request", async () => {
      const body = { error: 404, errorCode: "API_KEY_ACCESS_LIST_NOT_FOUND", detail: "None." };
      fail("POST", "resetAfter");
      for (const nth of [2, 3])
        emulator.faults.add({ match: { method: "GET", nth, times: 1 }, action: { status: 404, body } });
      assert.equal(await resource.up(inputs()), "create");
      assert.equal(resource.state?.outputs["ipAddress"], IP);
    });

    it("is an error if it was not added", async () => {
      fail("POST", { status: 503, body: { error: 503, errorCode: "SERVICE_UNAVAILABLE", detail: "Later." } });
      await assert.rejects(resource.up(inputs()), /503 SERVICE_UNAVAILABLE/);
      assert.equal(resource.state, undefined);
      assert.equal(await resource.up(inputs()), "create");
    });

    it("names adopt if it cannot be read, which the next run does", async () => {
      fail("POST", "resetAfter");
      emulator.faults.add({ match: { method: "GET", nth: 2, times: 1 }, action: { status: 500 } });
      const text = /The access list entry .* may have been created all the same: .* set `adopt: true`\.$/;
      await assert.rejects(resource.up(inputs()), text);
      assert.equal(await resource.up(inputs(IP, { __adopt: true })), "create");
      assert.deepEqual(writesTo(emulator), ["POST"]);
    });
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
      emulator.faults.add({ match: { method: "GET", nth: 2, times: 1 }, action: { status: 500 } });
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
    const body = { error: 400, errorCode: "API_KEY_NOT_FOUND", detail: "No such key." };

    it("is removed from the state by a refresh, and its deletion succeeds", async () => {
      const other = managed("AccessListEntry", emulator);
      await resource.up(inputs());
      await other.up(inputs("192.0.2.18"));
      fail("GET", { status: 400, body }, "always");
      fail("DELETE", { status: 400, body }, "always");
      assert.equal(await resource.refresh(), "gone");
      await other.destroy();
      assert.equal(other.state, undefined);
    });

    it("stays in the state after another 400, and after one in a response with status 200", async () => {
      await resource.up(inputs());
      const refused = [
        { status: 400, body: { error: 400, errorCode: "API_KEY_ACCESS_LIST_ACCESS_DENIED", detail: "No." } },
        { status: 400, headers: { "Content-Type": "text/html" }, body: "<h1>API_KEY_NOT_FOUND</h1>" },
        { status: 200, body },
      ];
      for (const action of refused) {
        emulator.faults.clear();
        fail("GET", action, "always");
        fail("DELETE", action, "always");
        await assert.rejects(resource.refresh());
        await assert.rejects(resource.destroy());
        assert.ok(resource.state);
      }
    });
  });

  describe("that contains the address of the provider", () => {
    it("is not removed: the error says what to do, and the resource stays in the state", async () => {
      await resource.up(inputs("127.0.0.0/8"));
      emulator.accessList().delete("127.0.0.1/32");
      const advice =
        /400 CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST - .* First add another entry that contains the address, or delete/;
      await assert.rejects(resource.destroy(), advice);
      assert.ok(resource.state && blocks().includes("127.0.0.0/8"));
    });

    it("is removed if another entry contains the address", async () => {
      await resource.up(inputs("127.0.0.0/8"));
      await resource.destroy();
      assert.ok(!blocks().includes("127.0.0.0/8"));
    });
  });

  it("is managed by one resource of a program, however the others spell it", async () => {
    const program = programOn(emulator);
    await program.resource("AccessListEntry", "one").up(inputs());
    await assert.rejects(
      program.resource("AccessListEntry", "two").up(inputs(`${IP}/32`)),
      /^Error: The resources "one" and "two" both manage the access list entry .*: keep one of them/,
    );
  });

  it("stays if its resource is replaced by force, with adopt", async () => {
    const program = programOn(emulator);
    const former = program.resource("AccessListEntry", "one");
    await former.up(inputs());
    program.nextRun();
    await program.resource("AccessListEntry", "one").up(inputs(IP, { __adopt: true }));
    await former.destroy();
    assert.deepEqual(writesTo(emulator), []);
    assert.ok(blocks().includes(`${IP}/32`));
  });

  it("follows a changed connection to the same entry only", async () => {
    const config = configOf("other", elsewhere);
    resource = managed("AccessListEntry", emulator, { config });
    await resource.up(inputs());
    const moved = inputs(IP, { connection: "other" });
    const refusal =
      /connection: its service has no access list entry .* give the resource another name\. Nothing was written\.$/;
    await assert.rejects(resource.preview(moved), refusal);
    await assert.rejects(resource.up(moved), refusal);
    elsewhere
      .accessList()
      .add({ cidrBlock: `${IP}/32`, ipAddress: IP, count: 0, created: "2026-01-01T00:00:00Z" });
    assert.equal(await resource.up(moved), "update");
    assert.deepEqual(writesTo(elsewhere), []);
  });
});
