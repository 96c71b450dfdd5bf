import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import { DELETED, INPUTS } from "./inputs";
import { failOn, itInHost, managed, refusedWith, useEmulator, writesTo } from "./managed";

type Case = readonly [what: string, action: FaultAction, message: RegExp];
const KINDS = [...DELETED, "AuditLogRotation", "ClusterName", "SystemLogRotation"] as const;

/** Responses to a read that do not prove that an object was deleted. Unit tests have more of them. */
const PAGE = { headers: { "Content-Type": "text/html" }, body: "<html><h1>404 Not Found</h1></html>" };
const MISLEADING: readonly Case[] = [
  ["a 404 from a proxy", { status: 404, ...PAGE }, /404/],
  ["a 404 for an unknown path", refusedWith(404, "RESOURCE_NOT_FOUND"), /RESOURCE_NOT_FOUND/],
  ["a 401 for a project without a role", refusedWith(401, "NOT_IN_GROUP"), /NOT_IN_GROUP/],
  ["a page in place of JSON", { status: 200, body: "<html>hello</html>" }, /the response is a web page/],
  ["a broken connection", "resetAfter", /connection|closed|reset/i],
];

describe("a refresh keeps a resource in the state after", () => {
  const emulator = useEmulator();
  for (const [what, action, message] of MISLEADING) {
    for (const kind of KINDS) {
      it(`${what}: ${kind}`, async () => {
        const resource = managed(kind, emulator);
        await resource.up(INPUTS[kind](emulator));
        const before = resource.state;
        emulator.faults.add({ match: { method: "GET", times: "always" }, action });
        await assert.rejects(resource.refresh(), message);
        assert.deepEqual(resource.state, before);
      });
    }
  }
});

/** Responses to a deletion that do not show that it was carried out. Unit tests have more of them. */
const OK = { status: 200 } as const;
const EXISTS = /but it still exists: a proxy or gateway/;
const DENIED = refusedWith(403, "USER_UNAUTHORIZED", "no role");
const UNCONFIRMED: readonly Case[] = [
  [
    "an error in the body",
    { ...DENIED, ...OK },
    /403 USER_UNAUTHORIZED - no role\. The HTTP status was 200, but the body is an error/,
  ],
  ["a text", { ...OK, body: "Access denied by policy" }, EXISTS],
  ["a 202 without a body", { status: 202 }, EXISTS],
];

describe("a deletion fails, and keeps the resource in the state, after a response with", () => {
  const emulator = useEmulator();
  for (const [what, action, message] of UNCONFIRMED) {
    for (const kind of DELETED) {
      it(`${what}: ${kind}`, async () => {
        const resource = managed(kind, emulator, { pause: async () => undefined });
        await resource.up(INPUTS[kind](emulator));
        emulator.faults.add({ match: { method: "DELETE", times: "always" }, action });
        await assert.rejects(resource.destroy(), message);
        assert.ok(resource.state);
      });
    }
  }
});

describe("a 404 without a code", () => {
  const emulator = useEmulator();
  const BARE = { status: 404, body: { error: 404, reason: "Not Found" } } as const;
  const ITEM =
    /\/(accessList|alertConfigs|apiKeys|integrations|globalAlertConfigs|groups|s3Configs|mongoConfigs|fileSystemConfigs)\/[^/?]+(\?|$)/;
  const fail = failOn(emulator);
  const always = { path: ITEM, times: "always" } as const;
  // The others read the list.
  const kinds = DELETED.filter((kind) => !["AgentApiKey", "AlertConfigSet", "ProjectApiKey"].includes(kind));

  for (const kind of kinds) {
    it(`of a read keeps what the list has: ${kind}`, async () => {
      const resource = managed(kind, emulator);
      await resource.up(INPUTS[kind](emulator));
      fail("GET", BARE, always);
      await assert.rejects(resource.refresh(), /: 404 Not Found/);
      assert.ok(resource.state);
    });

    itInHost(`of a read is an absence when the list does not have it either: ${kind}`, async () => {
      const resource = managed(kind, emulator);
      await resource.up(INPUTS[kind](emulator));
      const before = resource.state ?? assert.fail();
      await resource.destroy();
      await resource.import(before);
      fail("GET", BARE, always);
      assert.equal(await resource.refresh(), "gone");
    });

    it(`of a deletion that is carried out is a success: ${kind}`, async () => {
      const resource = managed(kind, emulator, { pause: async () => undefined });
      await resource.up(INPUTS[kind](emulator));
      fail("DELETE", { ...BARE, afterWork: true });
      await resource.destroy();
      assert.equal(resource.state, undefined);
    });

    it(`of a deletion that is not carried out keeps it: ${kind}`, async () => {
      const resource = managed(kind, emulator, { pause: async () => undefined });
      await resource.up(INPUTS[kind](emulator));
      fail("DELETE", BARE);
      await assert.rejects(resource.destroy(), /: 404 Not Found/);
      assert.ok(resource.state);
    });
  }
});

describe("a create of which the outcome is not known", () => {
  const emulator = useEmulator();
  const fail = failOn(emulator);

  const lost: [what: string, action: FaultAction][] = [
    ["the connection breaks", "resetAfter"],
    ["the response is truncated", "truncate"],
    ["a gateway fails", { status: 502, afterWork: true, body: "" }],
  ];
  for (const kind of DELETED) {
    // A key is created again, because nobody knows its secret.
    const found = kind === "AgentApiKey" || kind === "ApiKey" ? [] : lost;
    const method = kind === "ProjectApiKey" ? "PATCH" : kind === "Integration" ? "PUT" : "POST";
    for (const [what, action] of found)
      it(`finds what it has created if ${what} afterwards: ${kind}`, async () => {
        const resource = managed(kind, emulator);
        fail(method, action);
        assert.equal(await resource.up(INPUTS[kind](emulator)), "create");
        assert.deepEqual(writesTo(emulator), [method]);
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up(INPUTS[kind](emulator)), "same");
      });

    // A write of settings is repeated by itself, after a read.
    if (kind === "Integration") continue;
    it(`is repeated by the next up if the connection breaks before: ${kind}`, async () => {
      const resource = managed(kind, emulator, { pause: async () => undefined });
      fail(method, "resetBefore");
      await assert.rejects(resource.up(INPUTS[kind](emulator)), /the connection broke/);
      assert.equal(resource.state, undefined);
      assert.equal(await resource.up(INPUTS[kind](emulator)), "create");
      assert.deepEqual(writesTo(emulator), [method, method]);
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
