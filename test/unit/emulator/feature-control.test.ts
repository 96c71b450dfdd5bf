import assert from "node:assert/strict";
import { emulators, signed } from "./client";

const SYSTEM = { name: "operator", systemId: "c1", version: "1.2" };
const CONFIG = { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.CAFile"] };
const VERSION = { policy: "DISABLE_SET_MONGOD_VERSION" };
const LOCK = { policy: "EXTERNALLY_MANAGED_LOCK" };
const BODY = { externalManagementSystem: SYSTEM, policies: [CONFIG, VERSION] };

describe("feature control of projects", () => {
  const start = emulators();
  let time = Date.UTC(2026, 10, 1);
  let emulator: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => void (emulator = await start({ now: () => time })));
  const path = (): string => `/groups/${emulator.projectId}/controlledFeature`;
  const put = (body: unknown) => signed(emulator, `PUT ${path()}`, { body });
  const get = async () => (await signed(emulator, `GET ${path()}`)).body;

  it("has neither a system nor timestamps before the first PUT", async () =>
    assert.deepEqual(await get(), { policies: [] }));

  it("returns the policies in another order, with parameters for each", async () => {
    const { body } = await put(BODY);
    const stamp = "2026-11-01T00:00:00Z";
    const policies = [
      { ...VERSION, disabledParams: [] },
      { ...CONFIG, disabledParams: CONFIG.disabledParams.toReversed() },
    ];
    const expected = { externalManagementSystem: SYSTEM, policies, created: stamp, updated: stamp };
    assert.deepEqual(body, expected);
    assert.deepEqual(await get(), expected);
    assert.equal(emulator.controlledFeatures.get(emulator.projectId)?.policies[0]?.policy, CONFIG.policy);
  });

  it("replaces everything with each PUT, which moves only one of the timestamps", async () => {
    const { created } = (await put(BODY)).body;
    time += 60_000;
    const { body } = await put({ externalManagementSystem: { name: "other" }, policies: [] });
    const updated = "2026-11-01T00:01:00Z";
    assert.deepEqual(body, { externalManagementSystem: { name: "other" }, policies: [], created, updated });
  });

  const REFUSED: [outcome: string, change: object][] = [
    ["400 INVALID_JSON_ATTRIBUTE", { policies: null }],
    ["400 MISSING_ATTRIBUTE", { policies: undefined }],
    ["400 MISSING_ATTRIBUTE", { externalManagementSystem: undefined }],
    ["400 MISSING_ATTRIBUTE", { externalManagementSystem: { systemId: "x" } }],
    ["400 INVALID_ATTRIBUTE", { externalManagementSystem: { ...SYSTEM, owner: "x" } }],
    ["400 INVALID_ENUM_VALUE", { policies: [{ policy: "ExternallyManagedLock" }] }],
    ["400 INVALID_ENUM_VALUE", { policies: [{ policy: "DISABLE_EVERYTHING" }] }],
    ["400 INVALID_ATTRIBUTE", { policies: [VERSION, LOCK, VERSION] }],
    ["400 INVALID_ATTRIBUTE", { policies: [{ ...VERSION, disabledParams: ["net.port"] }] }],
    ["400 INVALID_JSON_ATTRIBUTE", { policies: ["EXTERNALLY_MANAGED_LOCK"] }],
    ["400 ATTRIBUTE_READ_ONLY", { created: "2026-11-01T00:00:00Z" }],
  ];
  for (const [outcome, change] of REFUSED)
    it(`refuses ${JSON.stringify(change)} with ${outcome}`, async () => {
      assert.equal((await put({ ...BODY, ...change })).outcome, outcome);
      assert.deepEqual(emulator.controlledFeatures.list(), []);
    });

  it("accepts empty parameters for each policy, and null", async () => {
    const policies = [
      { ...VERSION, disabledParams: [] },
      { ...LOCK, disabledParams: null },
    ];
    assert.equal((await put({ ...BODY, policies })).outcome, "200");
  });

  it("lists the policies that it accepts", async () => {
    const { policies } = (await signed(emulator, "GET /groups/availablePolicies")).body;
    assert.equal(policies.length, 10);
    assert.equal((await put({ ...BODY, policies })).outcome, "200");
  });

  it("locks log rotations only if a test wants", async () => {
    await put({ ...BODY, policies: [LOCK] });
    const line = `PUT /groups/${emulator.projectId}/automationConfig/auditLogRotateConfig`;
    const rotate = async () => (await signed(emulator, line, { body: {} })).outcome;
    assert.equal(await rotate(), "200");
    emulator.settings.enforceExternalLock = true;
    assert.equal(await rotate(), "403 GROUP_EXTERNALLY_MANAGED");
    await put({ ...BODY, policies: [] });
    assert.equal(await rotate(), "200");
  });
});
