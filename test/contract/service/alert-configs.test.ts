// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

const EMAIL = { typeName: "EMAIL", emailAddress: "contract-test@example.com", intervalMin: 60, delayMin: 0 };
const GROUP = { typeName: "GROUP", emailEnabled: true, smsEnabled: false, intervalMin: 60, delayMin: 0 };
// It is disabled and matches nothing, so it never sends a notification.
const MATCHER = { fieldName: "REPLICA_SET_NAME", operator: "EQUALS", value: "contract-test-matches-nothing" };
const ALERT = { eventTypeName: "NO_PRIMARY", enabled: false, matchers: [MATCHER], notifications: [EMAIL] };
const METRIC = {
  metricName: "CONNECTIONS",
  mode: "AVERAGE",
  operator: "GREATER_THAN",
  threshold: 100_000,
  units: "RAW",
};

describe("the service: alert configurations", () => {
  const service = useService();
  const path = (id = ""): string => `/groups/${service.target.projectId}/alertConfigs${id && `/${id}`}`;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  const create = async (body: object = ALERT): Promise<any> => {
    const response = await service.create(path(), body);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };

  it("creates and returns an alert configuration [required]", async () => {
    const body = await create();
    assert.deepEqual(
      [body.groupId, body.enabled, body.matchers],
      [service.target.projectId, false, [MATCHER]],
    );
    assert.match(body.id, /^[0-9a-f]{24}$/);
    for (const stamp of [body.created, body.updated]) assert.ok(!Number.isNaN(Date.parse(stamp)), stamp);
    const [notification] = body.notifications;
    assert.deepEqual(
      [notification.typeName, notification.emailAddress, notification.intervalMin, notification.delayMin],
      [EMAIL.typeName, EMAIL.emailAddress, 60, 0],
    );
    assert.ok(Array.isArray(body.links));
  });

  it("returns it, alone and in the list [alert-configurations-get-config, -get-all-configs]", async () => {
    const { id } = await create();
    const { status, body } = await service.call("GET", path(id));
    assert.deepEqual([status, body.id, body.matchers], [200, id, [MATCHER]]);
    const { body: list } = await service.call("GET", `${path()}?itemsPerPage=500`);
    assert.ok(list.results.some((config: { id: string }) => config.id === id));
  });

  it("disables it by default [required]", async () => {
    const { enabled: _, ...body } = ALERT;
    assert.equal((await create(body)).enabled, false);
  });

  it("returns missing matchers as an empty list [samples of alert-configurations-*]", async () => {
    const { matchers: _, ...body } = ALERT;
    assert.deepEqual((await create(body)).matchers, []);
  });

  it("stores a metric threshold [required]", async () => {
    const { matchers: _, ...rest } = ALERT;
    const body = { ...rest, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: METRIC };
    assert.deepEqual((await create(body)).metricThreshold, METRIC);
  });

  it("stores a member threshold [required]", async () => {
    const threshold = { operator: "LESS_THAN", threshold: 1 };
    const body = await create({ ...ALERT, eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold });
    assert.deepEqual([body.threshold.operator, body.threshold.threshold], ["LESS_THAN", 1]);
  });

  it("does not return the secret of a webhook [required]", async () => {
    const webhook = {
      typeName: "WEBHOOK",
      webhookUrl: "https://example.com/x",
      webhookSecret: "wh1sper-wh1sper",
    };
    const { id } = await create({ ...ALERT, notifications: [webhook] });
    const { text } = await service.call("GET", path(id));
    assert.ok(!text.includes("wh1sper"));
  });

  it("enables it with a PATCH of only enabled [alert-configurations-enable-disable-config]", async () => {
    const { id } = await create();
    const { status } = await service.call("PATCH", path(id), { body: { enabled: true } });
    assert.equal(status, 200);
    const { body } = await service.call("GET", path(id));
    assert.deepEqual([body.enabled, body.matchers], [true, [MATCHER]]);
    await service.call("PATCH", path(id), { body: { enabled: false } });
  });

  it("replaces all of it with a PUT [alert-configurations-update-config; core/api]", async () => {
    const { id, created } = await create();
    const { matchers: _, ...rest } = ALERT;
    const body = { ...rest, eventTypeName: "HOST_DOWN" };
    const { status } = await service.call("PUT", path(id), { body });
    assert.equal(status, 200);
    const { body: read } = await service.call("GET", path(id));
    assert.deepEqual([read.matchers, read.eventTypeName, read.created], [[], "HOST_DOWN", created]);
  });

  it("deletes it [alert-configurations-delete-config]", async () => {
    const { id } = await create();
    const { status, text } = await service.call("DELETE", path(id));
    assert.ok(status === 200 || status === 204, String(status));
    assert.match(text, /^\s*(?:\{\s*\})?\s*$/);
    const gone = await service.call("GET", path(id));
    assert.deepEqual([gone.status, gone.body.errorCode], [404, "ALERT_CONFIG_NOT_FOUND"]);
  });

  it("creates a second one with the same fields [seen by users of public clients]", async () => {
    assert.notEqual((await create()).id, (await create()).id);
  });

  it("returns 404 for a malformed id: INVALID_ALERT_CONFIG_ID [errors]", async () => {
    const { status, body } = await service.call("GET", path("no-id"));
    assert.deepEqual([status, body.errorCode], [404, "INVALID_ALERT_CONFIG_ID"]);
  });

  it("returns the fields of matchers as an array [alert-configurations-get-matchers-field-names]", async () => {
    const { status, body } = await service.call("GET", "/alertConfigs/matchers/fieldNames");
    assert.equal(status, 200);
    for (const name of ["HOSTNAME", "PORT", "HOSTNAME_AND_PORT", "REPLICA_SET_NAME", "TYPE_NAME"])
      assert.ok(body.includes(name), name);
  });

  const outside = { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", matchers: [] };
  const refusals: readonly [what: string, source: string, code: string, change: object][] = [
    ["an empty list of notifications", "errors", "MISSING_NOTIFICATIONS", { notifications: [] }],
    [
      "an interval below five minutes",
      "errors",
      "NOTIFICATION_INTERVAL_OUT_OF_RANGE",
      { notifications: [{ ...EMAIL, intervalMin: 4 }] },
    ],
    ["a metric event without a threshold", "required; errors", "MISSING_METRIC_THRESHOLD", outside],
    [
      "a metric threshold for another event",
      "errors",
      "METRIC_THRESHOLD_PRESENT",
      { metricThreshold: METRIC },
    ],
    [
      "a member event without a threshold",
      "required; errors",
      "MISSING_THRESHOLD",
      { eventTypeName: "TOO_FEW_HEALTHY_MEMBERS" },
    ],
    [
      "a threshold for another event",
      "errors",
      "THRESHOLD_PRESENT",
      { threshold: { operator: "LESS_THAN", threshold: 1 } },
    ],
    [
      "the mode TOTAL",
      "errors",
      "TOTAL_MODE_DEPRECATED",
      { ...outside, metricThreshold: { ...METRIC, mode: "TOTAL" } },
    ],
    [
      "units that do not fit the metric",
      "errors",
      "UNITS_MISMATCH",
      { ...outside, metricThreshold: { ...METRIC, units: "HOURS" } },
    ],
    ["two GROUP notifications", "errors", "TOO_MANY_GROUP_NOTIFICATIONS", { notifications: [GROUP, GROUP] }],
    [
      "a GROUP notification without e-mail and SMS",
      "errors",
      "EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION",
      { notifications: [{ ...GROUP, emailEnabled: false }] },
    ],
    [
      "a type for global configurations",
      "errors",
      "NOTIFICATION_TYPE_IS_GLOBAL_ONLY",
      { notifications: [{ typeName: "ADMIN" }] },
    ],
  ];
  for (const [what, source, code, change] of refusals)
    it(`refuses ${what}: ${code} [${source}]`, async () => {
      const { status, body } = await service.create(path(), { ...ALERT, ...change });
      assert.deepEqual([status, body.errorCode], [400, code]);
    });

  it("refuses another project in the body: GROUP_MISMATCH [errors]", async () => {
    const { id } = await create();
    const body = { ...ALERT, groupId: "0123456789abcdef01234567" };
    const response = await service.call("PUT", path(id), { body });
    assert.deepEqual([response.status, response.body.errorCode], [400, "GROUP_MISMATCH"]);
  });
});
