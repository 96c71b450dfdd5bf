import assert from "node:assert/strict";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import { authorize, plainFetch, signedFetch } from "./signed-fetch";

const STORES = "/admin/backup/oplog/s3Configs";
const STORE = {
  id: "store",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAXLHG",
  awsSecretKey: "wJalrXUtnFEMI",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 50,
  sseEnabled: false,
  uri: "mongodb://me:pw@db0.example.com",
};

describe("options and settings of the emulator", () => {
  const running: Emulator[] = [];
  const start = async (options?: EmulatorOptions): Promise<Emulator> => {
    const emulator = await startEmulator(options);
    running.push(emulator);
    return emulator;
  };
  afterEach(() => Promise.all(running.splice(0).map((emulator) => emulator.close())));
  const alert = (notification: object, more: object = {}) => ({
    eventTypeName: "HOST_DOWN",
    notifications: [notification],
    ...more,
  });
  const createAlert = (emulator: Emulator, body: object) =>
    signedFetch(emulator, "POST", `/groups/${emulator.projectId}/alertConfigs`, { body });

  it("seed replaces the given collections", async () => {
    const emulator = await start({ seed: { clusters: [], teams: [] } });
    assert.deepEqual(emulator.clusters().list(), []);
    assert.equal(emulator.clusterId, "");
    assert.notEqual(emulator.alertConfigs().list().length, 0);
  });

  it("challenge, algorithm and acceptForms configure Digest", async () => {
    const challengeFor = async (options: EmulatorOptions) =>
      (await plainFetch(await start(options), "/")).headers.get("www-authenticate") ?? "";
    assert.match(await challengeFor({}), /, algorithm=MD5, qop="auth", stale=false$/);
    assert.match(await challengeFor({ challenge: "op" }), /, algorithm=MD5, op="auth", stale=false$/);
    assert.match(await challengeFor({ challenge: "none" }), /, algorithm=MD5, stale=false$/);
    assert.match(await challengeFor({ algorithm: "SHA-256" }), /, algorithm=SHA-256, qop="auth"/);
    const emulator = await start({ challenge: "op", acceptForms: ["rfc2069"] });
    assert.equal((await signedFetch(emulator, "GET", "/")).status, 401);
  });

  it("nonceMaxCount limits the uses of a nonce", async () => {
    const emulator = await start({ nonceMaxCount: 2 });
    const challenge = (await plainFetch(emulator, "/")).headers.get("www-authenticate") ?? "";
    const nonce = /nonce="([^"]*)"/.exec(challenge)?.[1] ?? "";
    const use = (nc: string) =>
      plainFetch(
        emulator,
        "/",
        authorize({ ...emulator, method: "GET", target: "/api/public/v1.0/", nonce, nc }),
      );
    assert.equal((await use("00000001")).status, 200);
    assert.match((await use("00000002")).headers.get("www-authenticate") ?? "", /stale=true$/);
  });

  it("nonceMaxAgeMs and now expire a nonce; forgetNonces invalidates all", async () => {
    let time = 1_800_000_000_000;
    const emulator = await start({ now: () => time, nonceMaxAgeMs: 1000 });
    const ask = async (age: number, forget: boolean) => {
      const challenge = (await plainFetch(emulator, "/")).headers.get("www-authenticate") ?? "";
      const nonce = /nonce="([^"]*)"/.exec(challenge)?.[1] ?? "";
      time += age;
      if (forget) emulator.forgetNonces();
      const header = authorize({ ...emulator, method: "GET", target: "/api/public/v1.0/", nonce });
      return (await plainFetch(emulator, "/", header)).status;
    };
    assert.deepEqual([await ask(1000, false), await ask(1001, false), await ask(0, true)], [200, 401, 401]);
  });

  it("serviceVersion and serviceVersionHeaders are sent with every success", async () => {
    const serviceVersion = "gitHash=abc; versionString=7.0.4.500";
    const emulator = await start({ serviceVersion, serviceVersionHeaders: ["X-Some-Version"] });
    const { headers, body } = await signedFetch(emulator, "GET", "/");
    assert.equal(headers.get("x-some-version"), serviceVersion);
    assert.equal(headers.get("x-vendor-service-version"), null);
    assert.equal(body.build, "abc");
  });

  it("publicUrl is the origin of links", async () => {
    const emulator = await start({ publicUrl: "https://opsmanager.example.com" });
    const { body } = await signedFetch(emulator, "GET", `/groups/${emulator.projectId}/clusters`);
    assert.match(body.links[0].href, /^https:\/\/opsmanager\.example\.com\/api\/public\/v1\.0\/groups\//);
  });

  it("logCapacity limits the log; all requests are counted", async () => {
    const emulator = await start({ logCapacity: 3 });
    for (let turn = 0; turn < 10; turn += 1) await plainFetch(emulator, "/");
    assert.deepEqual(
      emulator.requests().map(({ number }) => number),
      [8, 9, 10],
    );
    assert.equal(emulator.counters.requests, 10);
  });

  it("log is called with every request", async () => {
    const seen: (number | undefined)[] = [];
    const emulator = await start({ log: ({ status }) => void seen.push(status) });
    await signedFetch(emulator, "GET", "/");
    assert.deepEqual(seen, [401, 200]);
  });

  it("faults apply from the start, and again after a reset", async () => {
    const emulator = await start({ faults: [{ action: { status: 503, body: "busy" } }] });
    const get = async () => (await signedFetch(emulator, "GET", "/")).status;
    assert.deepEqual([await get(), await get()], [503, 200]);
    emulator.reset();
    assert.deepEqual([await get(), await get()], [503, 200]);
  });

  it("redact shows secrets like new versions, like old ones, or in plain text", async () => {
    const emulator = await start();
    await signedFetch(emulator, "POST", STORES, { body: STORE });
    const slack = { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-1234567890" };
    const { id } = (await createAlert(emulator, alert(slack))).body;
    const seen = async () => {
      const { body: store } = await signedFetch(emulator, "GET", `${STORES}/store`);
      const path = `/groups/${emulator.projectId}/alertConfigs/${id}`;
      const { body } = await signedFetch(emulator, "GET", path);
      return [store.awsAccessKey, store.awsSecretKey, store.uri, body.notifications[0].apiToken];
    };
    const clear = [STORE.awsAccessKey, STORE.awsSecretKey, STORE.uri];
    assert.deepEqual(await seen(), [
      "AKIA********XLHG",
      "****************",
      "mongodb://REDACTED:REDACTED@db0.example.com",
      "***********7890",
    ]);
    emulator.settings.redact = "old";
    assert.deepEqual(await seen(), [...clear, "******7890"]);
    emulator.settings.redact = "off";
    assert.deepEqual(await seen(), [...clear, slack.apiToken]);
  });

  it("shuffle changes the order and nothing else", async () => {
    const emulator = await start({ shuffle: true });
    const path = `/groups/${emulator.projectId}/clusters`;
    const [one, other] = [await signedFetch(emulator, "GET", path), await signedFetch(emulator, "GET", path)];
    assert.notEqual(one.text, other.text);
    const ids = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id).sort();
    assert.deepEqual(ids(one.body), ids(other.body));
  });

  it("createdStatus and deletedStatus set the statuses of POST and DELETE", async () => {
    const emulator = await start({ createdStatus: 201, deletedStatus: 200 });
    const email = { typeName: "EMAIL", emailAddress: "a@example.com" };
    const created = await createAlert(emulator, alert(email));
    assert.equal(created.status, 201);
    const path = `/groups/${emulator.projectId}/alertConfigs/${created.body.id}`;
    assert.equal((await signedFetch(emulator, "DELETE", path)).status, 200);
    const store = await signedFetch(emulator, "POST", STORES, {
      body: { ...STORE, assignmentEnabled: false },
    });
    assert.equal(store.status, 201);
    assert.equal((await signedFetch(emulator, "DELETE", `${STORES}/store`)).status, 200);
    const list = `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
    const added = await signedFetch(emulator, "POST", list, { body: [{ ipAddress: "192.0.2.17" }] });
    assert.equal(added.status, 201);
    assert.equal((await signedFetch(emulator, "DELETE", `${list}/192.0.2.17`)).status, 200);
  });

  it("fullOplogResponse adds s3MaxConnections and s3AuthMethod", async () => {
    const emulator = await start({ fullOplogResponse: true });
    const { body } = await signedFetch(emulator, "POST", STORES, { body: STORE });
    assert.deepEqual([body.s3MaxConnections, body.s3AuthMethod], [50, "KEYS"]);
  });

  it("checkUsers, defaultWebhook and catalogue relax the validation", async () => {
    const emulator = await start();
    const user = { typeName: "USER", username: "x", emailEnabled: true, smsEnabled: false };
    const email = { typeName: "EMAIL", emailAddress: "a@example.com" };
    const bodies = [alert(user), alert({ typeName: "WEBHOOK" }), alert(email, { eventTypeName: "NEW" })];
    const outcomes = async () => {
      const responses = [];
      for (const body of bodies) responses.push(await createAlert(emulator, body));
      return responses.map(({ body }) => body.errorCode);
    };
    assert.deepEqual(await outcomes(), [
      "BAD_USERNAME_IN_GROUP_REF",
      "WEBHOOK_URL_NOT_SET",
      "INVALID_ENUM_VALUE",
    ]);
    Object.assign(emulator.settings, { checkUsers: false, defaultWebhook: true, catalogue: "open" });
    assert.deepEqual(await outcomes(), [undefined, undefined, undefined]);
  });

  it("tls accepts a custom certificate", async () => {
    const first = await start({ tls: true });
    assert.ok(first.caCert !== undefined);
    await assert.rejects(start({ tls: { cert: first.caCert, key: "none" } }), Error);
  });
});
