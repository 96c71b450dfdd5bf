import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/unknowns";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { managed } from "./managed";

const URI = "mongodb://backup:s3cr3t-pa55@meta1.example.com:27017,meta2.example.com:27017/?replicaSet=meta";
const SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

const inputs = (rest: PlainObject = {}): PlainObject => ({
  storeId: "store-1",
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: SECRET_KEY,
  s3AuthMethod: "KEYS",
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  s3RegionOverride: "eu-central-1",
  pathStyleAccessEnabled: true,
  sseEnabled: true,
  ssl: true,
  encryptedCredentials: false,
  disableProxyS3: true,
  labels: ["production", "eu"],
  uri: URI,
  writeConcern: "MAJORITY",
  ...rest,
});

describe("OplogS3Config against the emulator", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ fullOplogResponse: true });
  });
  afterEach(async () => emulator.close());

  const store = () => emulator.oplogS3Configs.get("store-1");
  const requests = (method: string) =>
    emulator.requests().filter((request) => request.authenticated && request.method === method);

  it("is created, updated in place and deleted", async () => {
    const resource = managed("OplogS3Config", emulator);
    assert.equal(await resource.up(inputs()), "create");
    assert.equal(store()?.awsSecretKey, SECRET_KEY);
    assert.equal(await resource.up(inputs()), "same");
    assert.equal(await resource.up(inputs({ s3MaxConnections: 20 })), "update");
    assert.equal(store()?.s3MaxConnections, 20);
    assert.equal(store()?.uri, URI, "a PUT carries the real secrets");
    await resource.destroy();
    assert.equal(store(), undefined);
  });

  it("sends a PUT without id but always with disableProxyS3", async () => {
    const resource = managed("OplogS3Config", emulator);
    const { disableProxyS3: _, ...rest } = inputs();
    await resource.up(rest);
    await resource.up({ ...rest, ssl: false });
    const body = JSON.parse(requests("PUT")[0]?.body ?? "{}") as PlainObject;
    assert.equal("id" in body, false);
    assert.equal(body["disableProxyS3"], false);
  });

  for (const redact of ["new", "old", "off"] as const) {
    for (const fullOplogResponse of [true, false]) {
      it(`reports no drift of an unchanged store (redact ${redact}, ${fullOplogResponse ? "all" : "fewer"} fields returned)`, async () => {
        emulator.settings.redact = redact;
        emulator.settings.fullOplogResponse = fullOplogResponse;
        const resource = managed("OplogS3Config", emulator);
        await resource.up(inputs());
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up(inputs()), "same");
        // An upgraded service may start to mask.
        emulator.settings.redact = "new";
        assert.equal(await resource.refresh(), "same");
      });
    }
  }

  it("compares labels as a set", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.oplogS3Configs.update("store-1", { labels: ["eu", "production"] });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.up(inputs({ labels: ["eu", "production"] })), "same");
  });

  it("detects a manual change of an undeclared field, and drops it from the inputs once it is reverted", async () => {
    const { labels: _, ...rest } = inputs();
    const resource = managed("OplogS3Config", emulator);
    await resource.up(rest);
    emulator.oplogS3Configs.update("store-1", { labels: ["by-hand"] });
    assert.equal(await resource.refresh(), "changed");
    assert.deepEqual(resource.state?.inputs["labels"], ["by-hand"]);
    emulator.oplogS3Configs.update("store-1", { labels: [] });
    await resource.refresh();
    assert.equal(resource.state?.inputs["labels"], undefined);
    assert.equal(await resource.up(rest), "same");
  });

  for (const [field, value] of [
    ["awsAccessKey", "AKIAOTHERXXXXXXXXXXX"],
    ["uri", "mongodb://backup:s3cr3t-pa55@elsewhere.example.com:27017/"],
  ] as const) {
    it(`lists a changed ${field} in changedSecrets without its value, and corrects it`, async () => {
      const resource = managed("OplogS3Config", emulator);
      await resource.up(inputs());
      emulator.oplogS3Configs.update("store-1", { [field]: value });
      assert.equal(await resource.refresh(), "changed");
      assert.deepEqual(resource.state?.inputs["changedSecrets"], [field]);
      assert.equal(JSON.stringify(resource.state).includes(value), false);
      assert.equal(await resource.up(inputs()), "update");
      assert.equal(store()?.[field], inputs()[field]);
      assert.equal(await resource.refresh(), "same");
    });
  }

  it("adopts an existing store only with adopt", async () => {
    emulator.oplogS3Configs.set("store-1", { ...inputs(), id: "store-1" });
    const resource = managed("OplogS3Config", emulator);
    await assert.rejects(
      resource.up(inputs()),
      /storeId: the oplog store "store-1" exists already\. Set `adopt: true`.*Nothing was written/,
    );
    assert.equal(emulator.counters.writes, 0);
    assert.equal(await resource.up(inputs({ __adopt: true })), "create");
    assert.equal(emulator.counters.writes, 0, "the store matches");
    assert.equal(await resource.up(inputs()), "same", "removing adopt is not a change");
  });

  it("updates an adopted store to the declared arguments", async () => {
    emulator.oplogS3Configs.set("store-1", { ...inputs(), id: "store-1", ssl: false });
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs({ __adopt: true }));
    assert.equal(store()?.ssl, true);
  });

  it("is replaced if storeId changes", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    assert.equal(await resource.up(inputs({ storeId: "store-2" })), "replace");
  });

  it("retries while the bucket test fails, and reports each retry", async () => {
    emulator.settings.bucketValidationFailures = 2;
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    assert.equal(resource.said.length, 2);
    assert.match(
      resource.said[0] ?? "",
      /could not use the bucket "oplog" at https:\/\/s3\.example\.com yet; trying again in 5 s/,
    );
  });

  it("names the bucket and the endpoint if the bucket test keeps failing", async () => {
    emulator.settings.bucketValidationFailures = 100;
    const resource = managed("OplogS3Config", emulator);
    await assert.rejects(
      resource.up(inputs()),
      /s3BucketName: the service cannot use the bucket "oplog" at https:\/\/s3\.example\.com, after 3 tests.*BACKUP_S3_VALIDATION_FAILED/,
    );
  });

  for (const [errorCode, status, message] of [
    ["BACKUP_S3_CONNECTION_FAILED", 409, /^s3BucketEndpoint: the service cannot reach it\. Check the URL/],
    [
      "BACKUP_MONGO_CONNECTION_FAILED",
      409,
      /^uri: the service cannot reach the metadata database\. .* secret and not shown/,
    ],
    ["BACKUP_S3_TOS_NOT_ACCEPTED", 409, /^acceptedTos: .*set it to true/],
    ["WRITES_NOT_ALLOWED_DURING_APP_UPGRADES", 405, /The service is being upgraded; retry after the upgrade/],
  ] as const) {
    it(`explains ${errorCode}`, async () => {
      const body = { error: status, errorCode, detail: "Refused.", reason: "x", parameters: [] };
      emulator.faults.add({ match: { method: "POST" }, action: { status, body } });
      await assert.rejects(managed("OplogS3Config", emulator).up(inputs()), (error: Error) => {
        assert.match(error.message, message);
        assert.match(error.message, new RegExp(errorCode));
        return true;
      });
      assert.equal(store(), undefined);
    });
  }

  it("disables assignment before the deletion", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    await resource.destroy();
    const body = JSON.parse(requests("PUT")[0]?.body ?? "{}") as PlainObject;
    assert.equal(body["assignmentEnabled"], false);
    assert.deepEqual(
      emulator
        .requests()
        .filter(({ authenticated, method }) => authenticated && method !== "GET")
        .map(({ method }) => method),
      ["POST", "PUT", "DELETE"],
    );
  });

  it("is deleted without a PUT if the assignment is already disabled, because a PUT tests the bucket", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.oplogS3Configs.update("store-1", { assignmentEnabled: false });
    emulator.settings.bucketValidationFailures = 100;
    await resource.destroy();
    assert.equal(store(), undefined);
    assert.equal(requests("PUT").length, 0);
  });

  it("sends the DELETE even if disabling the assignment fails, because the bucket may no longer exist", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.settings.bucketValidationFailures = 100;
    emulator.faults.add({ match: { method: "DELETE" }, action: { status: 200, body: {} } });
    await resource.destroy();
    assert.equal(resource.state, undefined);
    assert.deepEqual([requests("PUT").length, requests("DELETE").length], [1, 1]);
  });

  it("restores and reports the assignment if backup jobs prevent the deletion", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.faults.add({
      match: { method: "DELETE", times: "always" },
      action: {
        status: 409,
        body: {
          error: 409,
          errorCode: "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
          detail: "Jobs are bound to it.",
          reason: "Conflict",
          parameters: [],
        },
      },
    });
    await assert.rejects(
      resource.destroy(),
      /cannot be deleted while backup jobs use it.*Its assignment was restored/,
    );
    assert.equal(store()?.assignmentEnabled, true);
    assert.equal(store()?.awsSecretKey, SECRET_KEY);
  });

  describe("a refused deletion leaves the store unchanged:", () => {
    const undeclared = {
      assignmentEnabled: true,
      labels: ["by-hand"],
      ssl: true,
      oidc: { enabled: true, method: "callback", clientId: "by-hand", clientSecret: "oidc-by-hand" },
    };
    const refusals: [what: string, body: object][] = [
      ["backup jobs use it (409)", { error: 409, errorCode: "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG" }],
      ["the key lacks the permission (403)", { error: 403, errorCode: "FEATURE_UNSUPPORTED" }],
      ["the request is invalid (400)", { error: 400, errorCode: "SOMETHING" }],
      ["the service fails (500)", { error: 500, errorCode: "UNEXPECTED_ERROR" }],
    ];
    for (const [what, body] of refusals) {
      it(what, async () => {
        const { assignmentEnabled: _, labels: __, ssl: ___, ...declared } = inputs();
        const resource = managed("OplogS3Config", emulator);
        await resource.up(declared);
        emulator.oplogS3Configs.update("store-1", undeclared);
        const before = structuredClone(store());
        const status = (body as { error: number }).error;
        emulator.faults.add({ match: { method: "DELETE" }, action: { status, body } });
        await assert.rejects(resource.destroy(), /Its assignment was restored\./);
        assert.deepEqual(store(), before);
      });
    }

    it("a manually disabled assignment stays disabled, without a PUT", async () => {
      const { assignmentEnabled: _, ...declared } = inputs();
      const resource = managed("OplogS3Config", emulator);
      await resource.up(declared);
      emulator.oplogS3Configs.update("store-1", { assignmentEnabled: false });
      emulator.clearRequests();
      emulator.faults.add({
        match: { method: "DELETE" },
        action: { status: 403, body: { error: 403, errorCode: "X" } },
      });
      await assert.rejects(resource.destroy(), /^The oplog store store-1 was not deleted\. \(/);
      assert.equal(store()?.assignmentEnabled, false);
      assert.equal(requests("PUT").length, 0);
    });
  });

  it("is deleted although the response to the DELETE is lost and the assignment cannot be restored", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.faults.add({ match: { method: "DELETE" }, action: "resetAfter" });
    await resource.destroy();
    assert.equal(store(), undefined);
  });

  describe("adoption", () => {
    const existing = (rest: PlainObject = {}): void => {
      const { storeId, ...fields } = inputs(rest);
      emulator.oplogS3Configs.set(String(storeId), { customCertificates: [], ...fields });
    };

    it("lists the changed fields at preview and again in the up", async () => {
      existing({ s3BucketName: "another", labels: ["old"], uri: URI.replace("meta1", "meta9") });
      const resource = managed("OplogS3Config", emulator);
      const declared = { ...inputs(), __adopt: true };
      const [note] = await resource.preview(declared);
      assert.deepEqual(note?.split("\n"), [
        'The oplog store "resource" (store-1) exists and is adopted; this changes it:',
        '  labels: ["old"] => ["eu","production"]',
        '  s3BucketName: "another" => "oplog"',
        "  uri: another value",
      ]);
      assert.equal(emulator.counters.writes, 0);
      await resource.up(declared);
      assert.ok(resource.said.includes(note ?? ""));
    });

    it("lists the undeclared fields that a write would unset", async () => {
      existing({ assignmentEnabled: false });
      const { assignmentEnabled: _, ...declared } = inputs({ s3MaxConnections: 7 });
      const [note] = await managed("OplogS3Config", emulator).preview({ ...declared, __adopt: true });
      assert.match(note ?? "", /\n {2}assignmentEnabled: false => \(unset\)/);
    });

    it("writes nothing if the store matches, and names the secrets that could not be verified", async () => {
      await emulator.close();
      emulator = await startEmulator({ fullOplogResponse: true, redact: "new" });
      existing();
      const resource = managed("OplogS3Config", emulator);
      await resource.up({ ...inputs(), __adopt: true });
      assert.equal(emulator.counters.writes, 0);
      assert.match(
        resource.said.join("\n"),
        /\(store-1\) exists and is adopted as it is\.\n.*does not show whether .* has the declared awsSecretKey\./s,
      );
    });

    it("refuses an existing store at preview only with onlineChecks, and sends no request otherwise", async () => {
      existing();
      await managed("OplogS3Config", emulator).preview(inputs());
      assert.equal(emulator.counters.requests, 0);
      const config = { "opsmanager:onlineChecks": "true" };
      await assert.rejects(
        managed("OplogS3Config", emulator, { config }).preview(inputs()),
        /storeId: .*"store-1" exists already.*adopt: true/,
      );
    });

    it("refuses an import with a list of the differences", async () => {
      existing({ s3BucketName: "another" });
      const resource = managed("OplogS3Config", emulator);
      for (const run of ["preview", "up"] as const) {
        await assert.rejects(
          resource[run]({ ...inputs(), __import: "store-1" }),
          /import: the oplog store "resource" \(store-1\) is not as declared\..*\n {2}s3BucketName: "another" => "oplog"/,
        );
      }
      await assert.rejects(
        resource.up({ ...inputs(), __import: "x" }),
        /import: must be the storeId of the arguments \(store-1\)/,
      );
      assert.equal(emulator.counters.writes, 0);
      await resource.up({ ...inputs({ s3BucketName: "another" }), __import: "store-1" });
      assert.equal(emulator.counters.writes, 0);
    });

    it("by import is not refused by a preview that does not know a value yet", async () => {
      existing({ s3BucketName: "another" });
      const resource = managed("OplogS3Config", emulator);
      const [note] = await resource.preview({ ...inputs({ s3BucketName: UNKNOWN }), __import: "store-1" });
      assert.match(note ?? "", /so far this differs:\n {2}s3BucketName: "another" => \(not known yet\)$/);
    });
  });

  it("refuses a connection that leads to another store", async () => {
    const other = await startEmulator({ fullOplogResponse: true, redact: "off" });
    const config = {
      "opsmanager-eu:baseUrl": other.baseUrl,
      "opsmanager-eu:publicKey": other.publicKey,
      "opsmanager-eu:privateKey": other.privateKey,
    };
    try {
      const resource = managed("OplogS3Config", emulator, { config });
      await resource.up(inputs());
      const moved = { ...inputs(), connection: "eu" };
      await assert.rejects(resource.up(moved), /connection: its service has no oplog store store-1\./);
      other.oplogS3Configs.set("store-1", {
        ...store(),
        s3BucketName: "theirs",
        uri: "mongodb://h9/",
      });
      await assert.rejects(
        resource.up(moved),
        /has another oplog store store-1:\n {2}s3BucketName: "theirs" => "oplog"\n {2}hosts of uri: h9 => .*\n.*Nothing was written\./s,
      );
      const password = "mongodb://theirs:CANARY?word@h9/";
      other.oplogS3Configs.set("store-1", { ...store(), uri: password });
      await assert.rejects(resource.up(moved), ({ message }: Error) => {
        assert.match(message, /hosts of uri: another value/);
        assert.doesNotMatch(message, /CANARY/);
        return true;
      });
      assert.equal(other.counters.writes, 0);
      other.oplogS3Configs.set("store-1", { ...store() });
      assert.equal(await resource.up(moved), "update");
      assert.equal(other.counters.writes, 0);
    } finally {
      await other.close();
    }
  });

  it("writes all declared secrets again only when secretsVersion changes", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs({ secretsVersion: "a" }));
    const before = store();
    emulator.oplogS3Configs.update("store-1", {
      awsAccessKey: "AKIAOTHERXXXXXXXXXXX",
      awsSecretKey: "rotated",
      uri: "mongodb://h/",
    });
    assert.equal(await resource.up(inputs({ secretsVersion: "a" })), "same");
    assert.equal(await resource.up(inputs({ secretsVersion: "b" })), "update");
    assert.deepEqual(store(), before);
    assert.equal(await resource.refresh(), "same");
    assert.equal(requests("PUT").length, 1);
  });

  it("reports that the assignment cannot be restored", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    const refused = {
      error: 409,
      errorCode: "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
      detail: "x",
      reason: "Conflict",
    };
    emulator.faults.add({ match: { method: "DELETE" }, action: { status: 409, body: refused } });
    emulator.faults.add({ match: { method: "PUT", nth: 2 }, action: { status: 500, body: { error: 500 } } });
    await assert.rejects(
      resource.destroy(),
      /backup jobs use it.*Its assignment is disabled and could not be restored: run `pulumi refresh`, then `pulumi up` \(PUT/,
    );
  });

  it("reports why the assignment could not be disabled if that prevents the deletion", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.settings.bucketValidationFailures = 100;
    await assert.rejects(
      resource.destroy(),
      /was not deleted: its assignment could not be disabled first: .*BACKUP_S3_VALIDATION_FAILED/,
    );
    assert.equal(store()?.assignmentEnabled, true);
  });

  it("is deleted although its assignment was enabled manually", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs({ assignmentEnabled: false }));
    emulator.oplogS3Configs.update("store-1", { assignmentEnabled: true });
    await resource.destroy();
    assert.equal(store(), undefined);
  });

  it("keeps an undeclared oidc in a PUT", async () => {
    emulator.oplogS3Configs.set("store-1", {
      ...inputs(),
      id: "store-1",
      oidc: { enabled: true, clientId: "id", clientSecret: "s" },
    });
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs({ __adopt: true, ssl: false }));
    await resource.up(inputs({ ssl: true }));
    assert.deepEqual(store()?.oidc, { enabled: true, clientId: "id", clientSecret: "s" });
    assert.equal(await resource.refresh(), "same");
  });

  it("accepts that the store was already deleted, without a PUT, a message or an error", async () => {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs());
    emulator.oplogS3Configs.delete("store-1");
    await resource.destroy();
    assert.equal(resource.state, undefined);
    assert.equal(store(), undefined);
    assert.equal(requests("PUT").length, 0);
    assert.deepEqual(resource.said, []);
  });

  for (const action of ["resetAfter", "truncate"] as const) {
    it(`finds the created store by its id after a lost response to the POST (${action})`, async () => {
      emulator.faults.add({ match: { method: "POST" }, action });
      const resource = managed("OplogS3Config", emulator);
      assert.equal(await resource.up(inputs()), "create");
      assert.equal(requests("POST").length, 1);
      assert.equal(resource.state?.id, "store-1");
      assert.equal(await resource.refresh(), "same");
    });
  }

  it("reports a POST that had no effect, and the next up creates the store", async () => {
    emulator.faults.add({ match: { method: "POST" }, action: "resetBefore" });
    const resource = managed("OplogS3Config", emulator);
    await assert.rejects(resource.up(inputs()), /the connection broke before the response was complete/);
    assert.equal(store(), undefined);
    assert.equal(await resource.up(inputs()), "create");
  });

  it("treats an empty region as unset, in the arguments and in responses", async () => {
    const resource = managed("OplogS3Config", emulator);
    assert.equal(await resource.up(inputs({ s3RegionOverride: "" })), "create");
    assert.equal(store()?.s3RegionOverride, undefined);
    emulator.oplogS3Configs.update("store-1", { s3RegionOverride: "" });
    assert.equal(await resource.refresh(), "same");
    const { s3RegionOverride: _, ...without } = inputs();
    assert.equal(await resource.up(without), "same");
    emulator.oplogS3Configs.update("store-1", { s3RegionOverride: "eu-1" });
    assert.equal(await resource.refresh(), "changed");
    assert.equal(await resource.up(inputs({ s3RegionOverride: "" })), "update");
    assert.equal(store()?.s3RegionOverride, undefined);
  });

  describe("reports invalid arguments without a request:", () => {
    const { awsAccessKey: _a, awsSecretKey: _s, ...withoutKeys } = inputs();
    const bad: [args: PlainObject, message: RegExp][] = [
      [inputs({ acceptedTos: false }), /^acceptedTos: must be true, not false$/],
      [
        withoutKeys,
        /^awsAccessKey: is missing; it is required unless s3AuthMethod is IAM_ROLE\nawsSecretKey: is missing/,
      ],
      [
        inputs({ s3BucketEndpoint: "https://s3.eu-west-1.amazonaws.com" }),
        /^s3RegionOverride: must not be "eu-central-1": the endpoint s3\.eu-west-1\.amazonaws\.com is in eu-west-1/,
      ],
      [
        inputs({ s3BucketEndpoint: "ftp://x" }),
        /^s3BucketEndpoint: must be a URL or a host name, not "ftp:\/\/x"$/,
      ],
      [inputs({ s3MaxConnections: 0 }), /^s3MaxConnections: must be above 0, not 0$/],
      [inputs({ s3MaxConnections: 1.5 }), /^s3MaxConnections: must be a whole number, not 1\.5$/],
      [inputs({ s3MaxConnections: "50" }), /^s3MaxConnections: must be a number, not "50"$/],
      [
        inputs({ customCertificates: [{ filename: "ca.pem" }] }),
        /^customCertificates\[0\]\.certString: is missing/,
      ],
      [
        inputs({ customCertificates: [{ certString: "x" }] }),
        /customCertificates\[0\]\.filename: is missing/,
      ],
      [
        inputs({ customCertificates: [{ filename: "ca.pem", certString: "nonsense" }] }),
        /certString: must be PEM text/,
      ],
      [
        inputs({
          customCertificates: [
            {
              filename: "ca.pem",
              certString: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            },
          ],
        }),
        /certString: the certificate cannot be read/,
      ],
      [
        inputs({ uri: "not a uri" }),
        /^uri: must be a connection string .* the value is secret and not shown$/,
      ],
      [
        inputs({ uri: "mongodb://REDACTED:REDACTED@meta1.example.com:27017/" }),
        /^uri: looks like the masked form/,
      ],
      [inputs({ awsSecretKey: "********" }), /^awsSecretKey: looks like the masked form/],
      [inputs({ lables: [] }), /^lables: is not an argument of OplogS3Config \(did you mean labels\?\)$/],
      [inputs({ oidc: { enabled: "yes" } }), /^oidc\.enabled: must be true or false/],
    ];
    for (const [args, message] of bad) {
      it(String(message), async () => {
        await assert.rejects(managed("OplogS3Config", emulator).up(args), (error: Error) => {
          assert.match(error.message, message);
          return true;
        });
        assert.equal(emulator.counters.requests, 0);
      });
    }
  });

  it("keeps the client secret of oidc in a PUT, and corrects a changed oidc", async () => {
    const oidc = {
      enabled: true,
      method: "callback",
      clientId: "id",
      clientSecret: "oidc-secret-1",
      tokenUri: "https://idp.example.com/token",
    };
    const resource = managed("OplogS3Config", emulator);
    await resource.up(inputs({ oidc }));
    assert.equal(await resource.refresh(), "same");
    await resource.up(inputs({ oidc, ssl: false }));
    assert.equal(store()?.oidc?.["clientSecret"], "oidc-secret-1");
    emulator.oplogS3Configs.update("store-1", { oidc: { clientId: "other" } });
    assert.equal(await resource.refresh(), "changed");
    assert.equal(await resource.up(inputs({ oidc, ssl: false })), "update");
    assert.equal(store()?.oidc?.["clientId"], "id");
  });
});
