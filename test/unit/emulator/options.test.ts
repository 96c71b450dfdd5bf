import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../../src/emulator";
import {
  ALERT,
  API,
  authorize,
  challengeOf,
  EMAIL,
  emulators,
  nonceOf,
  plain,
  send,
  signed,
  STORE,
  STORES,
} from "./client";

describe("options and settings of the emulator", () => {
  const start = emulators();
  const alert = (...notifications: object[]) => ({ ...ALERT, notifications });
  type Started = Awaited<ReturnType<typeof start>>;
  const alerts = ({ projectId }: Started, id = "") => `/groups/${projectId}/alertConfigs${id}`;
  const createAlert = (emulator: Started, body: object) =>
    signed(emulator, `POST ${alerts(emulator)}`, { body });

  it("challenge, algorithm and acceptForms configure Digest", async () => {
    const offered = async (options: EmulatorOptions) => challengeOf(await start(options));
    const all =
      /^Digest realm="MMS Public API", domain="", nonce="[A-Za-z0-9+/]{32}", algorithm=MD5, qop="auth", stale=false$/;
    assert.match(await offered({}), all);
    assert.match(await offered({ challenge: "op" }), /, algorithm=MD5, op="auth", stale=false$/);
    assert.match(await offered({ challenge: "none" }), /, algorithm=MD5, stale=false$/);
    assert.match(await offered({ algorithm: "SHA-256" }), /, algorithm=SHA-256, qop="auth"/);
    const emulator = await start({ challenge: "op", acceptForms: ["rfc2069"] });
    assert.equal((await signed(emulator, "GET /")).status, 401);
  });

  it("nonceMaxCount limits the uses of a nonce; nonceMaxAgeMs and now expire it, forgetNonces invalidates all", async () => {
    let time = 1_800_000_000_000;
    const emulator = await start({ nonceMaxCount: 2, now: () => time, nonceMaxAgeMs: 1000 });
    const use = async (wait: () => void = () => {}, nc = "00000001", given = nonceOf(emulator)) => {
      const signature = { ...emulator, method: "GET", target: `${API}/`, nonce: await given, nc };
      wait();
      return (await plain(emulator, "/", authorize(signature))).status;
    };
    const nonce = nonceOf(emulator);
    assert.equal(await use(undefined, "00000001", nonce), 200);
    assert.equal(await use(undefined, "00000002", nonce), 401);
    assert.deepEqual(emulator.requests().at(-1)?.challenge, { stale: true });
    assert.equal(await use(() => (time += 1000)), 200);
    assert.equal(await use(() => (time += 1001)), 401);
    assert.equal(await use(() => emulator.forgetNonces()), 401);
  });

  it("serviceVersion and serviceVersionHeaders are sent with every success", async () => {
    const serviceVersion = "gitHash=abc; versionString=7.0.4.500";
    const emulator = await start({ serviceVersion, serviceVersionHeaders: ["X-Some-Version"] });
    const { headers, body } = await signed(emulator, "GET /");
    assert.equal(headers["x-some-version"], serviceVersion);
    assert.deepEqual([headers["x-vendor-service-version"], body.build], [undefined, "abc"]);
  });

  it("logCapacity limits the log; all requests are counted, and log is called with each", async () => {
    const seen: (number | undefined)[] = [];
    const emulator = await start({ logCapacity: 3, log: ({ status }) => void seen.push(status) });
    for (let turn = 0; turn < 4; turn += 1) await signed(emulator, "GET /");
    const numbers = emulator.requests().map(({ number }) => number);
    assert.deepEqual(numbers, [6, 7, 8]);
    assert.equal(emulator.counters.requests, 8);
    assert.deepEqual(seen, [401, 200, 401, 200, 401, 200, 401, 200]);
  });

  it("faults apply from the start, and again after a reset", async () => {
    const emulator = await start({ faults: [{ action: { status: 503, body: "busy" } }] });
    const get = async () => (await signed(emulator, "GET /")).status;
    assert.deepEqual([await get(), await get()], [503, 200]);
    emulator.reset();
    assert.deepEqual([await get(), await get()], [503, 200]);
  });

  it("shuffle changes the order and nothing else", async () => {
    const emulator = await start({ shuffle: true });
    const read = () => signed(emulator, `GET /groups/${emulator.projectId}/clusters`);
    const [one, other] = [await read(), await read()];
    assert.notEqual(one.text, other.text);
    const ids = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id).sort();
    assert.deepEqual(ids(one.body), ids(other.body));
  });

  it("rateLimit limits the request rate of each key", async () => {
    let time = Date.UTC(2026, 10, 1);
    const emulator = await start({ now: () => time, rateLimit: { requests: 2, minutes: 1 } });
    const get = () => signed(emulator, "GET /");
    assert.deepEqual([(await get()).status, (await get()).status], [200, 200]);
    time += 10_000;
    const { outcome, headers } = await get();
    assert.deepEqual([outcome, headers["retry-after"]], ["429 RATE_LIMITED", "50"]);
    time += 50_000;
    assert.equal((await get()).status, 200);
  });

  it("billingUnsupported refuses projects with default alert configurations", async () => {
    const emulator = await start({ billingUnsupported: true });
    const body = { name: "new", orgId: emulator.orgId };
    assert.equal((await signed(emulator, "POST /groups", { body })).outcome, "401 BILLING_UNSUPPORTED");
    const without = { ...body, withDefaultAlertsSettings: false };
    assert.equal((await signed(emulator, "POST /groups", { body: without })).status, 201);
  });

  it("convertUnits converts thresholds to the basic unit", async () => {
    const emulator = await start({ convertUnits: true });
    const value = { threshold: 2, units: "KILOBYTES" };
    const given = { metricName: "MEMORY_RESIDENT", operator: "GREATER_THAN", ...value };
    const body = { ...ALERT, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: given };
    const { threshold, units } = (await createAlert(emulator, body)).body.metricThreshold;
    assert.deepEqual([threshold, units], [2048, "BYTES"]);
  });

  it("createdStatus and deletedStatus set the statuses of POST and DELETE", async () => {
    const emulator = await start({ createdStatus: 201, deletedStatus: 200 });
    const list = `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
    for (const [path, body, id] of [
      [alerts(emulator), alert(EMAIL), undefined],
      [STORES, { ...STORE, assignmentEnabled: false }, "store"],
      [list, [{ ipAddress: "192.0.2.17" }], "192.0.2.17"],
      [`/orgs/${emulator.orgId}/apiKeys`, { desc: "new", roles: ["ORG_MEMBER"] }, undefined],
    ] as const) {
      const created = await signed(emulator, `POST ${path}`, { body });
      const deleted = await signed(emulator, `DELETE ${path}/${id ?? created.body.id}`);
      assert.deepEqual([created.status, deleted.status], [201, 200], path);
    }
  });

  it("checkUsers, defaultWebhook and catalogue relax the validation", async () => {
    const emulator = await start();
    const user = { typeName: "USER", username: "x", emailEnabled: true, smsEnabled: false };
    const matchers = [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "x" }];
    const metricThreshold = { metricName: "NEW", operator: "GREATER_THAN", threshold: 1 };
    const bodies = [
      alert(user),
      alert({ typeName: "WEBHOOK" }),
      { ...ALERT, eventTypeName: "NEW", matchers },
      { ...ALERT, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold },
    ];
    const outcomes = async () =>
      (await Promise.all(bodies.map((body) => createAlert(emulator, body)))).map(({ outcome }) => outcome);
    const unknown = "400 INVALID_ENUM_VALUE";
    const refused = ["400 BAD_USERNAME_IN_GROUP_REF", "400 WEBHOOK_URL_NOT_SET", unknown, unknown];
    assert.deepEqual(await outcomes(), refused);
    Object.assign(emulator.settings, { checkUsers: false, defaultWebhook: true, catalogue: "open" });
    assert.deepEqual(await outcomes(), ["200", "200", "200", "200"]);
  });

  it("tls serves https with a certificate that clients can add as a CA, or with a given one", async () => {
    const { baseUrl, caCert: ca } = await start({ tls: true });
    assert.ok(baseUrl.startsWith("https:") && ca !== undefined);
    assert.equal((await send(`GET ${baseUrl}${API}/unauth/versionManifest`, { ca })).status, 200);
    await assert.rejects(start({ tls: { cert: ca, key: "none" } }), Error);
  });
});
