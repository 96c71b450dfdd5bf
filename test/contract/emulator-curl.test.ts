/** What the emulator answers where a real server cannot be asked for it; the rest is in `service`. */

import assert from "node:assert/strict";
import { sharedEmulator, STORE, STORES } from "../unit/emulator/client";
import { call, type ParsedResponse } from "./service/support/client";

describe("curl --digest against the emulator", () => {
  const emulator = sharedEmulator();

  const curl = async (method: string, path: string, body?: unknown): Promise<ParsedResponse> =>
    call(emulator, `${method} ${path}`, { body });
  const group = (path = ""): string => `/groups/${emulator.projectId}${path}`;
  const refused = ({ status, body }: ParsedResponse): string => `${status} ${body.errorCode}`;
  const refuses = async (expected: string, ...request: Parameters<typeof curl>): Promise<void> =>
    assert.equal(refused(await curl(...request)), expected, JSON.stringify(request));
  const NOWHERE = "0123456789abcdef01234567";

  it("gets 405 for a method that a path does not have", async () => {
    const { status, headers } = await curl("DELETE", group("/clusters"));
    assert.deepEqual([status, headers.get("allow")], [405, "GET"]);
  });

  describe("access list", () => {
    const entries = (entry = ""): string =>
      `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList${entry}`;

    it("POST adds addresses and blocks, and returns a page of the list", async () => {
      const blocks = [{ cidrBlock: "192.0.2.128/25" }, { cidrBlock: "2001:0DB8::7/128" }];
      const added = [{ ipAddress: "192.0.2.17" }, ...blocks];
      const { body } = await curl("POST", entries("?itemsPerPage=6"), added);
      assert.deepEqual([body.results.length, body.totalCount], [6, 7]);
      const made = emulator.accessList().list().slice(4);
      assert.deepEqual(
        made.map(({ ipAddress, cidrBlock }) => `${ipAddress} ${cidrBlock}`),
        ["192.0.2.17 192.0.2.17/32", "null 192.0.2.128/25", "2001:db8::7 2001:db8::7/128"],
      );
      const read = await curl("GET", entries("/2001:0DB8:5a::%2F48"));
      assert.equal(read.body.cidrBlock, "2001:db8:5a::/48", "in any notation");
      assert.ok(body.results[5].links[0].href.endsWith("/accessList/192.0.2.128%2F25"));
      const other = [{ ipAddress: "192.0.2.18" }];
      await refuses("400 INVALID_QUERY_PARAMETER", "POST", entries("?itemsPerPage=0"), other);
      assert.equal(emulator.accessList().list().length, 7);
    });

    it("POST refused: nothing is added", async () => {
      const good = { ipAddress: "192.0.2.17" };
      for (const [expected, body] of [
        ["409 ADDRESS_ALREADY_IN_ACCESS_LIST", [good, { cidrBlock: "203.0.113.10/32" }]],
        ["409 ADDRESS_ALREADY_IN_ACCESS_LIST", [{ cidrBlock: "2001:0db8:5a:0::/48" }]],
        ["400 DUPLICATE_ADDRESSES_IN_INPUT", [good, { cidrBlock: "192.0.2.17/32" }]],
        ["400 BAD_ACCESS_LIST_ADD_REQUEST", [good, {}]],
        ["400 BAD_ACCESS_LIST_ADD_REQUEST", []],
        ["400 INVALID_IP_ADDRESS_OR_CIDR_NOTATION", [{ ipAddress: "192.0.2.0/24" }]],
        ["400 INVALID_IP_ADDRESS_OR_CIDR_NOTATION", [{ ipAddress: "192.0.2.256" }]],
        ["400 INVALID_IP_ADDRESS_OR_CIDR_NOTATION", [{ cidrBlock: "192.0.2.17" }]],
        ["400 INVALID_IP_ADDRESS_OR_CIDR_NOTATION", [{ cidrBlock: "192.0.2.0/33" }]],
        ["400 INVALID_JSON", good],
        ["400 INVALID_JSON_ATTRIBUTE", ["192.0.2.17"]],
        ["400 INVALID_JSON_ATTRIBUTE", [{ ipAddress: 17 }]],
        ["400 ATTRIBUTE_READ_ONLY", [{ ...good, count: 1 }]],
        ["400 INVALID_ATTRIBUTE", [{ ...good, comment: "office" }]],
      ] as const) {
        await refuses(expected, "POST", entries(), body);
        assert.equal(emulator.accessList().list().length, 4, JSON.stringify(body));
      }
    });

    it("DELETE refused: the address of the caller, unless another block contains it", async () => {
      const own = entries("/127.0.0.1");
      const block = entries("/127.0.0.0%2F8");
      await refuses("400 CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST", "DELETE", own);
      assert.equal((await curl("POST", entries(), [{ cidrBlock: "127.0.0.0/8" }])).status, 200);
      assert.equal((await curl("DELETE", own)).status, 204);
      await refuses("400 CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST", "DELETE", block);
      for (const { cidrBlock } of emulator.accessList().list())
        if (cidrBlock !== "127.0.0.0/8") emulator.accessList().delete(cidrBlock);
      // Not even as the last entry, which would open the list to every address.
      await refuses("400 CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST", "DELETE", block);
    });

    it("has specific errors for missing objects", async () => {
      const missing = `/orgs/${emulator.orgId}/apiKeys/${NOWHERE}/accessList`;
      await refuses("400 API_KEY_NOT_FOUND", "POST", missing, [{ ipAddress: "192.0.2.17" }]);
      await refuses("400 API_KEY_NOT_FOUND", "DELETE", `${missing}/192.0.2.17`);
      const of = (orgId: string): string => `/orgs/${orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
      await refuses("404 ORG_NOT_FOUND", "GET", of(NOWHERE));
      await refuses("404 INVALID_ORG_ID", "GET", of("x"));
      await refuses("400 INVALID_QUERY_PARAMETER", "GET", entries("/203.0.113.10?itemsPerPage=501"));
    });
  });

  it("conflicts of oplog stores: an existing id, a failing bucket, a store in use", async () => {
    emulator.settings.bucketValidationFailures = 1;
    await refuses("409 BACKUP_S3_VALIDATION_FAILED", "POST", STORES, STORE);
    assert.equal((await curl("POST", STORES, STORE)).status, 200);
    assert.equal((await curl("POST", STORES, STORE)).status, 409);
    const own = `${STORES}/store`;
    await refuses("409 BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG", "DELETE", own);
    emulator.oplogS3Configs.update("store", { assignmentEnabled: false, boundJobs: 1 });
    assert.equal((await curl("DELETE", own)).status, 409);
    emulator.oplogS3Configs.update("store", { boundJobs: 0 });
    assert.equal((await curl("DELETE", own)).status, 204);
  });

  it("PATCH of a cluster also renames its parts", async () => {
    const own = group(`/clusters/${emulator.clusterId}`);
    assert.equal((await curl("PATCH", own, { clusterName: "sales" })).body.clusterName, "sales");
    const { body } = await curl("GET", group("/clusters"));
    const names = body.results.map(({ clusterName }: { clusterName: string }) => clusterName);
    assert.deepEqual(names, ["sales", "sales", "sales", "telemetry", "sessions"]);
  });

  it("GET of a cluster has a heartbeat that advances", async () => {
    const own = group(`/clusters/${emulator.clusterId}`);
    const { lastHeartbeat } = (await curl("GET", own)).body;
    assert.ok(lastHeartbeat < (await curl("GET", own)).body.lastHeartbeat);
  });

  for (const log of ["audit", "system"] as const)
    it(`PUT of the ${log} log rotation fills in defaults, an empty object disables it, and each publishes a version`, async () => {
      const path = group(`/automationConfig/${log}LogRotateConfig`);
      const version = (): unknown => emulator.entities("automationConfig").get(emulator.projectId)?.version;
      const given = { sizeThresholdMB: 10, timeThresholdHrs: 1 };
      assert.deepEqual((await curl("PUT", path, given)).body, {});
      const defaults = { numTotal: 0, numUncompressed: 5, percentOfDiskspace: 0.02 };
      assert.deepEqual((await curl("GET", path)).body, { ...defaults, ...given });
      const more = { ...given, numTotal: 3, includeAuditLogsWithMongoDBLogs: true };
      await curl("PUT", path, more);
      assert.deepEqual((await curl("GET", path)).body, { ...defaults, ...more });
      for (const [expected, change] of [
        ["400 MISSING_ATTRIBUTE", { timeThresholdHrs: null }],
        ["400 INVALID_ATTRIBUTE", { percentOfDiskSpace: 0.1 }],
        ["400 INVALID_JSON_ATTRIBUTE", { timeThresholdHrs: 1.5 }],
        ["400 ATTRIBUTE_NEGATIVE_OR_ZERO", { sizeThresholdMB: 0 }],
        ["400 ATTRIBUTE_NEGATIVE", { numTotal: -1 }],
      ] as const)
        await refuses(expected, "PUT", path, { ...given, ...change });
      assert.equal(version(), 3);
      await curl("PUT", path, {});
      assert.deepEqual((await curl("GET", path)).body, {});
      assert.equal(version(), 4);
    });

  it("PUT of a version manifest, and GET without a key, byte for byte", async () => {
    const document =
      '{ "updated":1790000000000,\n  "versions" : [ {"name":"8.0.18","builds":[]} ], "new": 1.50 }\n';
    const put = await curl("PUT", "/versionManifest?envelope=true", document);
    assert.deepEqual([put.status, put.text], [200, document]);
    const indented = await curl("PUT", "/versionManifest?pretty=true", document);
    assert.equal(indented.text, JSON.stringify(JSON.parse(document), undefined, 2));
    const read = await call(emulator, "GET /unauth/versionManifest", { anonymous: true });
    assert.equal(read.text, document);
    for (const body of ["[]", "{}", "{"]) await refuses("400 INVALID_JSON", "PUT", "/versionManifest", body);
  });

  it("PUT of an alert configuration refused: a partial body, a masked secret, more than enabled in a PATCH", async () => {
    const notifications = [{ typeName: "SLACK", apiToken: "xoxb-9876543210", channelName: "ops" }];
    const alert = { eventTypeName: "NO_PRIMARY", notifications };
    const { body: old } = await curl("POST", group("/alertConfigs"), alert);
    const path = group(`/alertConfigs/${old.id}`);
    await refuses("500 UNEXPECTED_ERROR", "PUT", path, { enabled: false });
    const masked = { ...alert, notifications: old.notifications };
    await refuses("400 INTEGRATION_FIELDS_INVALID", "PUT", path, masked);
    await refuses("400 INVALID_ATTRIBUTE", "PATCH", path, { enabled: true, matchers: [] });
  });
});
