import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { listEndpoints } from "../../scripts/interop-go/endpoints";
import { startEmulator, type Emulator } from "../../src/emulator";

const run = promisify(execFile);

// curl shares no code with this package.
describe("curl --digest against the emulator", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());
  beforeEach(() => emulator.reset());
  const called = new Set<string>();
  afterEach(() => {
    for (const endpoint of Object.keys(emulator.counters.byEndpoint)) called.add(endpoint);
  });

  interface ParsedResponse {
    readonly status: number;
    readonly headers: Readonly<Record<string, readonly string[]>>;
    readonly text: string;
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
    readonly body: any;
  }

  const curl = async (
    method: string,
    path: string,
    body?: unknown,
    ...more: string[]
  ): Promise<ParsedResponse> => {
    const { publicKey, privateKey, baseUrl } = emulator;
    const data =
      body === undefined
        ? []
        : [
            "-H",
            "Content-Type: application/json",
            "--data-binary",
            typeof body === "string" ? body : JSON.stringify(body),
          ];
    const trailer = "\n%{http_code}\n%{header_json}";
    const login = ["--digest", "-u", `${publicKey}:${privateKey}`];
    const args = [
      "-sS",
      "--noproxy",
      "*",
      ...login,
      "-X",
      method,
      ...data,
      ...more,
      "-w",
      trailer,
      `${baseUrl}/api/public/v1.0${path}`,
    ];
    const { stdout } = await run("curl", args);
    const match = /^([^]*)\n(\d{3})\n(\{[^]*\})$/.exec(stdout);
    assert.ok(match !== null, stdout);
    const [, text = "", status = "", headers = "{}"] = match;
    return {
      status: Number(status),
      headers: JSON.parse(headers),
      text,
      body: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
    };
  };

  const group = (path = ""): string => `/groups/${emulator.projectId}${path}`;
  const refused = (response: ParsedResponse): [number, string] => [response.status, response.body.errorCode];
  const NOWHERE = "0123456789abcdef01234567";

  it("is challenged once and accepted with the second request", async () => {
    assert.equal((await curl("GET", "/")).status, 200);
    assert.deepEqual(
      emulator.requests().map(({ status, nc }) => [status, nc]),
      [
        [401, undefined],
        [200, "00000001"],
      ],
    );
  });

  it("is refused with a wrong key", async () => {
    const { status, body, headers } = await curl("GET", "/", undefined, "-u", `${emulator.publicKey}:wrong`);
    assert.equal(status, 401);
    assert.deepEqual(Object.keys(body), ["reason", "error", "detail"]);
    assert.match(headers["www-authenticate"]?.[0] ?? "", /^Digest realm="MMS Public API", domain=""/);
  });

  for (const options of [{ challenge: "op" }, { challenge: "none" }, { algorithm: "SHA-256" }] as const) {
    it(`is accepted if the server offers ${Object.values(options)[0]}`, async () => {
      const other = await startEmulator(options);
      try {
        const login = `${other.publicKey}:${other.privateKey}`;
        const { stdout } = await run("curl", [
          "-sS",
          "--noproxy",
          "*",
          "--digest",
          "-u",
          login,
          `${other.baseUrl}/api/public/v1.0/`,
        ]);
        assert.match(stdout, /"appName":"MongoDB Ops Manager"/);
      } finally {
        await other.close();
      }
    });
  }

  it("receives the headers of the service", async () => {
    const { headers } = await curl("GET", group("/clusters"));
    assert.deepEqual(headers["content-type"], ["application/json"]);
    assert.deepEqual(headers["strict-transport-security"], ["max-age=300"]);
    assert.ok(
      headers["vary"] !== undefined &&
        headers["date"] !== undefined &&
        headers["content-length"] !== undefined,
    );
    for (const name of ["x-vendor-service-version", "x-mongodb-service-version"])
      assert.match(headers[name]?.[0] ?? "", /^gitHash=[0-9a-f]+; versionString=\S+$/);
  });

  it("gets 404 for unknown paths and 405 for unknown methods", async () => {
    assert.deepEqual(refused(await curl("GET", "/nothing")), [404, "RESOURCE_NOT_FOUND"]);
    const response = await curl("DELETE", group("/clusters"));
    assert.equal(response.status, 405);
    assert.deepEqual(response.headers["allow"], ["GET"]);
  });

  describe("access list", () => {
    const entries = (entry = ""): string =>
      `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList${entry}`;

    it("GET list", async () => {
      const { status, body } = await curl("GET", entries());
      assert.equal(status, 200);
      assert.equal(body.totalCount, 4);
      assert.deepEqual(body.results.map((entry: { cidrBlock: string }) => entry.cidrBlock).slice(0, 2), [
        "203.0.113.10/32",
        "198.51.100.0/24",
      ]);
    });

    it("GET one, by address and by its /32", async () => {
      const byAddress = await curl("GET", entries("/203.0.113.10"));
      const byBlock = await curl("GET", entries("/203.0.113.10%2F32"));
      assert.equal(byAddress.status, 200);
      assert.deepEqual(byAddress.body, byBlock.body);
      const { cidrBlock, count, created, ipAddress, links } = byAddress.body;
      assert.deepEqual(
        [cidrBlock, ipAddress, count, created],
        ["203.0.113.10/32", "203.0.113.10", 1482, "2025-03-04T08:12:45Z"],
      );
      assert.deepEqual(
        links.map((link: { rel: string }) => link.rel),
        ["self", "http://mms.mongodb.com/apiKeys"],
      );
    });

    it("GET one, a block with an escaped slash, IPv6 in any notation", async () => {
      assert.equal((await curl("GET", entries("/198.51.100.0%2F24"))).body.ipAddress, null);
      assert.equal((await curl("GET", entries("/2001:0DB8:5a::%2F48"))).body.cidrBlock, "2001:db8:5a::/48");
    });

    it("counts the requests of the client and records its last read", async () => {
      const { body } = await curl("GET", entries("/127.0.0.1"));
      assert.equal(body.count, 13);
      assert.equal(body.lastUsedAddress, "127.0.0.1");
    });

    it("POST adds an array of addresses and blocks, and returns the whole list", async () => {
      const { status, body } = await curl("POST", entries(), [
        { ipAddress: "192.0.2.17" },
        { cidrBlock: "192.0.2.128/25" },
        { cidrBlock: "2001:0DB8::7/128" },
      ]);
      assert.equal(status, 200);
      assert.equal(body.totalCount, 7);
      const added = body.results.slice(4);
      assert.deepEqual(
        added.map(({ ipAddress, cidrBlock, count }: Record<string, unknown>) => [
          ipAddress,
          cidrBlock,
          count,
        ]),
        [
          ["192.0.2.17", "192.0.2.17/32", 0],
          [null, "192.0.2.128/25", 0],
          ["2001:db8::7", "2001:db8::7/128", 0],
        ],
      );
      assert.ok(!Number.isNaN(Date.parse(added[0].created)), added[0].created);
      assert.equal(added[0].lastUsed, undefined);
      assert.deepEqual((await curl("GET", entries("/192.0.2.128%2F25"))).body.cidrBlock, "192.0.2.128/25");
      assert.equal((await curl("GET", entries())).body.totalCount, 7);
      const { href } = added[1].links[0];
      assert.ok(href.endsWith("/accessList/192.0.2.128%2F25"), href);
    });

    it("POST returns a page of the list", async () => {
      const { body } = await curl("POST", entries("?itemsPerPage=1"), [{ ipAddress: "192.0.2.17" }]);
      assert.deepEqual([body.results.length, body.totalCount], [1, 5]);
      const refusal = await curl("POST", entries("?itemsPerPage=0"), [{ ipAddress: "192.0.2.18" }]);
      assert.deepEqual(refused(refusal), [400, "INVALID_QUERY_PARAMETER"]);
      assert.equal(emulator.accessList().list().length, 5);
    });

    it("POST refused: nothing is added", async () => {
      const good = { ipAddress: "192.0.2.17" };
      for (const [code, status, body] of [
        ["ADDRESS_ALREADY_IN_ACCESS_LIST", 409, [good, { ipAddress: "203.0.113.10" }]],
        ["ADDRESS_ALREADY_IN_ACCESS_LIST", 409, [{ cidrBlock: "203.0.113.10/32" }]],
        ["ADDRESS_ALREADY_IN_ACCESS_LIST", 409, [{ cidrBlock: "2001:0db8:5a:0::/48" }]],
        ["DUPLICATE_ADDRESSES_IN_INPUT", 400, [good, good]],
        ["DUPLICATE_ADDRESSES_IN_INPUT", 400, [good, { cidrBlock: "192.0.2.17/32" }]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [{ ...good, cidrBlock: "192.0.2.17/32" }]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [good, {}]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, []],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [{ ipAddress: "192.0.2.0/24" }]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [{ ipAddress: "192.0.2.256" }]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [{ cidrBlock: "192.0.2.17" }]],
        ["BAD_ACCESS_LIST_ADD_REQUEST", 400, [{ cidrBlock: "192.0.2.0/33" }]],
        ["INVALID_JSON", 400, good],
        ["INVALID_JSON_ATTRIBUTE", 400, ["192.0.2.17"]],
        ["INVALID_JSON_ATTRIBUTE", 400, [{ ipAddress: 17 }]],
        ["ATTRIBUTE_READ_ONLY", 400, [{ ...good, count: 1 }]],
        ["INVALID_ATTRIBUTE", 400, [{ ...good, comment: "office" }]],
      ] as const) {
        assert.deepEqual(refused(await curl("POST", entries(), body)), [status, code], JSON.stringify(body));
        assert.equal(emulator.accessList().list().length, 4, JSON.stringify(body));
      }
    });

    it("DELETE by address, and by block", async () => {
      for (const entry of ["/203.0.113.10", "/198.51.100.0%2F24"]) {
        const { status, text } = await curl("DELETE", entries(entry));
        assert.deepEqual([status, text], [204, ""]);
        assert.deepEqual(refused(await curl("GET", entries(entry))), [404, "API_KEY_ACCESS_LIST_NOT_FOUND"]);
        assert.deepEqual(refused(await curl("DELETE", entries(entry))), [
          404,
          "API_KEY_ACCESS_LIST_NOT_FOUND",
        ]);
      }
      assert.equal(emulator.accessList().list().length, 2);
    });

    it("DELETE refused: the address of the caller, unless another block contains it", async () => {
      const own = entries("/127.0.0.1");
      assert.deepEqual(refused(await curl("DELETE", own)), [400, "CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST"]);
      assert.equal((await curl("POST", entries(), [{ cidrBlock: "127.0.0.0/8" }])).status, 200);
      assert.equal((await curl("DELETE", own)).status, 204);
      const block = entries("/127.0.0.0%2F8");
      assert.deepEqual(refused(await curl("DELETE", block)), [400, "CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST"]);
      for (const { cidrBlock } of emulator.accessList().list())
        if (cidrBlock !== "127.0.0.0/8") emulator.accessList().delete(cidrBlock);
      // Not even as the last entry, which would open the list to every address.
      assert.deepEqual(refused(await curl("DELETE", block)), [400, "CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST"]);
    });

    it("has specific errors for missing objects", async () => {
      assert.deepEqual(refused(await curl("GET", entries("/192.0.2.1"))), [
        404,
        "API_KEY_ACCESS_LIST_NOT_FOUND",
      ]);
      assert.deepEqual(refused(await curl("GET", `/orgs/${emulator.orgId}/apiKeys/${NOWHERE}/accessList`)), [
        400,
        "API_KEY_NOT_FOUND",
      ]);
      const missingKey = `/orgs/${emulator.orgId}/apiKeys/${NOWHERE}/accessList`;
      assert.deepEqual(refused(await curl("POST", missingKey, [{ ipAddress: "192.0.2.17" }])), [
        400,
        "API_KEY_NOT_FOUND",
      ]);
      assert.deepEqual(refused(await curl("DELETE", `${missingKey}/192.0.2.17`)), [400, "API_KEY_NOT_FOUND"]);
      assert.deepEqual(
        refused(await curl("GET", `/orgs/${NOWHERE}/apiKeys/${emulator.apiKeyId}/accessList`)),
        [404, "ORG_NOT_FOUND"],
      );
      assert.deepEqual(refused(await curl("GET", `/orgs/x/apiKeys/${emulator.apiKeyId}/accessList`)), [
        404,
        "INVALID_ORG_ID",
      ]);
      assert.deepEqual(refused(await curl("GET", entries("/203.0.113.10?itemsPerPage=501"))), [
        400,
        "INVALID_QUERY_PARAMETER",
      ]);
    });
  });

  describe("S3 oplog stores", () => {
    const STORES = "/admin/backup/oplog/s3Configs";
    const STORE = {
      id: "oplog-eu",
      acceptedTos: true,
      awsAccessKey: "AKIAIOSFODNN7EXAXLHG",
      awsSecretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      labels: ["eu"],
      pathStyleAccessEnabled: true,
      s3BucketEndpoint: "https://s3.example.com",
      s3BucketName: "oplog-bucket",
      s3MaxConnections: 50,
      sseEnabled: true,
      uri: "mongodb://meta:pw@db0.example.com:27017",
    };

    it("POST, GET, PUT, DELETE", async () => {
      const created = await curl("POST", STORES, STORE);
      assert.equal(created.status, 200);
      assert.deepEqual(
        [created.body.id, created.body.awsAccessKey, created.body.assignmentEnabled],
        ["oplog-eu", "AKIA********XLHG", true],
      );
      assert.ok(!("s3MaxConnections" in created.body) && !("s3AuthMethod" in created.body));
      assert.match(created.body.links[0].href, /\/oplog\/s3Configs$/);

      const read = await curl("GET", `${STORES}/oplog-eu`);
      assert.equal(read.body.uri, "mongodb://REDACTED:REDACTED@db0.example.com:27017");
      assert.match(read.body.links[0].href, /\/oplog\/s3Configs\/oplog-eu$/);

      const { labels: _, ...rest } = STORE;
      const replaced = await curl("PUT", `${STORES}/oplog-eu`, { ...rest, assignmentEnabled: false });
      assert.equal(replaced.status, 200);
      assert.deepEqual([replaced.body.labels, replaced.body.assignmentEnabled], [[], false]);
      assert.equal(emulator.oplogS3Configs.get("oplog-eu")?.awsSecretKey, STORE.awsSecretKey);

      const deleted = await curl("DELETE", `${STORES}/oplog-eu`);
      assert.deepEqual([deleted.status, deleted.text], [204, ""]);
      assert.deepEqual(refused(await curl("GET", `${STORES}/oplog-eu`)), [404, "S3_OPLOG_CONFIG_NOT_FOUND"]);
    });

    it("GET list, by default only assignable ones", async () => {
      await curl("POST", STORES, STORE);
      await curl("POST", STORES, { ...STORE, id: "closed", assignmentEnabled: false });
      const ids = async (query: string): Promise<string[]> =>
        (await curl("GET", STORES + query)).body.results.map(({ id }: { id: string }) => id);
      assert.deepEqual(await ids(""), ["oplog-eu"]);
      assert.deepEqual(await ids("?assignableOnly=false"), ["oplog-eu", "closed"]);
      assert.deepEqual(await ids("?assignableOnly=false&itemsPerPage=1&pageNum=2"), ["closed"]);
    });

    it("conflicts: terms, an existing id, a failing bucket, a store in use", async () => {
      assert.deepEqual(refused(await curl("POST", STORES, { ...STORE, acceptedTos: false })), [
        409,
        "BACKUP_S3_TOS_NOT_ACCEPTED",
      ]);
      emulator.settings.bucketValidationFailures = 1;
      assert.deepEqual(refused(await curl("POST", STORES, STORE)), [409, "BACKUP_S3_VALIDATION_FAILED"]);
      assert.equal((await curl("POST", STORES, STORE)).status, 200);
      assert.equal((await curl("POST", STORES, STORE)).status, 409);
      assert.deepEqual(refused(await curl("DELETE", `${STORES}/oplog-eu`)), [
        409,
        "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
      ]);
      emulator.oplogS3Configs.update("oplog-eu", { assignmentEnabled: false, boundJobs: 1 });
      assert.equal((await curl("DELETE", `${STORES}/oplog-eu`)).status, 409);
      emulator.oplogS3Configs.update("oplog-eu", { boundJobs: 0 });
      assert.equal((await curl("DELETE", `${STORES}/oplog-eu`)).status, 204);
    });
  });

  describe("groups", () => {
    it("GET list", async () => {
      const { status, body } = await curl("GET", "/groups?pretty=true");
      assert.equal(status, 200);
      assert.deepEqual(
        body.results.map(({ id, name, orgId }: Record<string, unknown>) => ({ id, name, orgId })),
        emulator.entities("projects").list(),
      );
      assert.deepEqual(body.results[0].links[0].rel, "self");
    });
  });

  describe("clusters", () => {
    it("GET list, with pages and an envelope", async () => {
      const first = await curl("GET", group("/clusters?itemsPerPage=2&envelope=true"));
      assert.deepEqual([first.body.status, first.body.totalCount, first.body.results.length], [200, 5, 2]);
      const next: string = first.body.links.find((link: { rel: string }) => link.rel === "next").href;
      const second = await curl("GET", next.slice(next.indexOf("/groups/")));
      assert.equal(second.body.results.length, 2);
      assert.deepEqual(
        second.body.links.map((link: { rel: string }) => link.rel),
        ["previous", "self", "next"],
      );
    });

    it("GET one, whose heartbeat advances", async () => {
      const [one, other] = [
        await curl("GET", group(`/clusters/${emulator.clusterId}`)),
        await curl("GET", group(`/clusters/${emulator.clusterId}?pretty=true`)),
      ];
      assert.equal(one.body.typeName, "SHARDED_REPLICA_SET");
      assert.ok(one.body.lastHeartbeat < other.body.lastHeartbeat);
      assert.match(other.text, /^\{\n {2}"clusterName": "orders",\n/);
    });

    it("PATCH, which also renames the parts of the cluster", async () => {
      const renamed = await curl("PATCH", group(`/clusters/${emulator.clusterId}`), { clusterName: "sales" });
      assert.deepEqual([renamed.status, renamed.body.clusterName], [200, "sales"]);
      const { body } = await curl("GET", group("/clusters"));
      const names = body.results.map(({ clusterName }: { clusterName: string }) => clusterName);
      assert.deepEqual(names, ["sales", "sales", "sales", "telemetry", "sessions"]);
    });

    it("PATCH refused: type, unknown field, missing name, unknown cluster", async () => {
      const sessions =
        emulator
          .clusters()
          .list()
          .find(({ clusterName }) => clusterName === "sessions")?.id ?? "";
      const own = group(`/clusters/${emulator.clusterId}`);
      assert.deepEqual(refused(await curl("PATCH", group(`/clusters/${sessions}`), { clusterName: "x" })), [
        400,
        "NOT_SHARDED",
      ]);
      assert.deepEqual(refused(await curl("PATCH", own, { clusterName: "x", typeName: "SHARDED" })), [
        400,
        "ATTRIBUTE_READ_ONLY",
      ]);
      assert.deepEqual(refused(await curl("PATCH", own, { name: "x" })), [400, "INVALID_ATTRIBUTE"]);
      assert.deepEqual(refused(await curl("PATCH", own, {})), [400, "MISSING_ATTRIBUTE"]);
      assert.deepEqual(refused(await curl("GET", group(`/clusters/${NOWHERE}`))), [404, "CLUSTER_NOT_FOUND"]);
      assert.deepEqual(refused(await curl("GET", group("/clusters/x"))), [404, "INVALID_CLUSTER_ID"]);
      assert.deepEqual(refused(await curl("GET", `/groups/${NOWHERE}/clusters`)), [404, "GROUP_NOT_FOUND"]);
      assert.deepEqual(refused(await curl("GET", "/groups/x/clusters")), [404, "INVALID_GROUP_ID"]);
    });
  });

  describe("audit log rotation", () => {
    const path = (projectId = emulator.projectId): string =>
      `/groups/${projectId}/automationConfig/auditLogRotateConfig`;

    it("GET, with the configured fields only", async () => {
      const expected = { numUncompressed: 7, sizeThresholdMB: 1000.5, timeThresholdHrs: 24 };
      assert.deepEqual((await curl("GET", path())).body, expected);
      assert.deepEqual((await curl("GET", `${path()}?envelope=true`)).body, {
        status: 200,
        content: expected,
      });
      assert.deepEqual((await curl("GET", path("60b9d1f2e4b0c5571d47a90b"))).body, {});
    });

    it("PUT, and PUT of an empty object to disable rotation", async () => {
      assert.deepEqual((await curl("PUT", path(), { sizeThresholdMB: 10, timeThresholdHrs: 1 })).body, {});
      const expected = {
        numTotal: 0,
        numUncompressed: 5,
        percentOfDiskspace: 0.02,
        sizeThresholdMB: 10,
        timeThresholdHrs: 1,
      };
      assert.deepEqual((await curl("GET", path())).body, expected);
      assert.deepEqual(refused(await curl("PUT", path(), { sizeThresholdMB: 10 })), [
        400,
        "MISSING_ATTRIBUTE",
      ]);
      await curl("PUT", path(), {});
      assert.deepEqual((await curl("GET", path())).body, {});
    });
  });

  describe("version manifest", () => {
    it("PUT, and GET without a key, byte for byte", async () => {
      const document =
        '{ "updated":1790000000000,\n  "versions" : [ {"name":"8.0.18","builds":[]} ], "new": 1.50 }\n';
      const put = await curl("PUT", "/versionManifest?envelope=true", document);
      assert.deepEqual([put.status, put.text], [200, document]);
      const indented = await curl("PUT", "/versionManifest?pretty=true", document);
      assert.equal(indented.text, JSON.stringify(JSON.parse(document), undefined, 2));
      const { stdout } = await run("curl", [
        "-sS",
        "--noproxy",
        "*",
        `${emulator.baseUrl}/api/public/v1.0/unauth/versionManifest`,
      ]);
      assert.equal(stdout, document);
    });

    it("PUT refused: not a manifest", async () => {
      for (const body of ["[]", "{}", "{"])
        assert.deepEqual(refused(await curl("PUT", "/versionManifest", body)), [400, "INVALID_JSON"]);
    });
  });

  describe("alert configurations", () => {
    const ALERT = {
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      enabled: true,
      matchers: [{ fieldName: "HOSTNAME", operator: "STARTS_WITH", value: "db" }],
      metricThreshold: {
        metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
        operator: "GREATER_THAN",
        threshold: 30,
        units: "SECONDS",
      },
      notifications: [
        { typeName: "SLACK", apiToken: "xoxb-9876543210", channelName: "ops" },
        { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/abc", webhookSecret: "s3cret" },
        { typeName: "GROUP", emailEnabled: true, smsEnabled: false, role: "GROUP_OWNER", intervalMin: 15 },
      ],
    };

    it("POST and GET one, with defaults, timestamps and masked secrets", async () => {
      const { status, body } = await curl("POST", group("/alertConfigs"), ALERT);
      assert.equal(status, 200);
      assert.match(body.id, /^[0-9a-f]{24}$/);
      assert.deepEqual([body.groupId, body.enabled, body.links], [emulator.projectId, true, []]);
      assert.match(body.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(body.metricThreshold.mode, "AVERAGE");
      const [slack, webhook, everybody] = body.notifications;
      assert.deepEqual([slack.apiToken, slack.delayMin, slack.intervalMin], ["***********3210", 0, 60]);
      assert.deepEqual(
        [webhook.webhookUrl, webhook.webhookSecret],
        ["https://hooks.example.com/****", "***"],
      );
      assert.deepEqual([everybody.roles, everybody.intervalMin], [["GROUP_OWNER"], 15]);
      assert.deepEqual((await curl("GET", group(`/alertConfigs/${body.id}`))).body, body);
    });

    it("GET list", async () => {
      const { body } = await curl("GET", group("/alertConfigs"));
      assert.equal(body.totalCount, 2);
      assert.deepEqual(
        body.results.map((config: { eventTypeName: string }) => config.eventTypeName),
        ["NO_PRIMARY", "OUTSIDE_METRIC_THRESHOLD"],
      );
    });

    it("PUT, which keeps the id of an unchanged notification", async () => {
      const { body: old } = await curl("POST", group("/alertConfigs"), ALERT);
      const next = {
        eventTypeName: "HOST_DOWN",
        notifications: ALERT.notifications.slice(0, 1),
        id: old.id,
        groupId: emulator.projectId,
      };
      const { status, body } = await curl("PUT", group(`/alertConfigs/${old.id}`), next);
      assert.equal(status, 200);
      assert.deepEqual(
        [body.id, body.enabled, body.matchers, body.metricThreshold],
        [old.id, false, [], undefined],
      );
      assert.equal(body.notifications[0].id, old.notifications[0].id);
    });

    it("PUT refused: partial body, other project, masked secret", async () => {
      const { body: old } = await curl("POST", group("/alertConfigs"), ALERT);
      const path = group(`/alertConfigs/${old.id}`);
      assert.deepEqual(refused(await curl("PUT", path, { enabled: false })), [500, "UNEXPECTED_ERROR"]);
      assert.deepEqual(refused(await curl("PUT", path, { ...ALERT, groupId: NOWHERE })), [
        400,
        "GROUP_MISMATCH",
      ]);
      assert.deepEqual(refused(await curl("PUT", path, { ...ALERT, notifications: old.notifications })), [
        400,
        "INTEGRATION_FIELDS_INVALID",
      ]);
    });

    it("PATCH of only enabled", async () => {
      const id = emulator.alertConfigs().list()[0]?.id;
      const patched = await curl("PATCH", group(`/alertConfigs/${id}`), { enabled: false });
      assert.deepEqual([patched.status, patched.body.enabled], [200, false]);
      assert.deepEqual(
        refused(await curl("PATCH", group(`/alertConfigs/${id}`), { enabled: true, matchers: [] })),
        [400, "INVALID_ATTRIBUTE"],
      );
    });

    it("DELETE", async () => {
      const id = emulator.alertConfigs().list()[0]?.id;
      assert.equal((await curl("DELETE", group(`/alertConfigs/${id}`))).status, 204);
      assert.deepEqual(refused(await curl("DELETE", group(`/alertConfigs/${id}`))), [
        404,
        "ALERT_CONFIG_NOT_FOUND",
      ]);
      assert.deepEqual(refused(await curl("GET", group("/alertConfigs/x"))), [
        404,
        "INVALID_ALERT_CONFIG_ID",
      ]);
    });

    it("GET the field names of matchers, as an array", async () => {
      const { body } = await curl("GET", "/alertConfigs/matchers/fieldNames");
      assert.deepEqual(body, [
        "HOSTNAME",
        "PORT",
        "HOSTNAME_AND_PORT",
        "REPLICA_SET_NAME",
        "TYPE_NAME",
        "SHARD_NAME",
        "CLUSTER_NAME",
      ]);
    });

    it("errors name the invalid field", async () => {
      const { body } = await curl("POST", group("/alertConfigs"), { ...ALERT, colour: "red" });
      assert.deepEqual(Object.keys(body), ["detail", "error", "errorCode", "parameters", "reason"]);
      assert.deepEqual([body.error, body.reason, body.parameters], [400, "Bad Request", ["colour"]]);
    });
  });

  // Mocha runs nested suites last and in order.
  describe("at the end", () => {
    it("has called every endpoint", () => {
      assert.deepEqual(
        listEndpoints().filter((endpoint) => !called.has(endpoint)),
        [],
      );
    });
  });
});
