// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { assertDeleted, useService } from "./support/service";

const EMAIL = { typeName: "EMAIL", emailAddress: "contract-test@example.com", intervalMin: 60, delayMin: 0 };
const GROUP = { typeName: "GROUP", emailEnabled: true, smsEnabled: false, intervalMin: 60, delayMin: 0 };
// It is disabled and matches nothing, so it never sends a notification.
const MATCHER = { fieldName: "REPLICA_SET_NAME", operator: "EQUALS", value: "contract-test-matches-nothing" };
const ALERT = { eventTypeName: "NO_PRIMARY", enabled: false, matchers: [MATCHER], notifications: [EMAIL] };
const { matchers: _, ...UNMATCHED } = ALERT;
const VALUE = { operator: "GREATER_THAN", threshold: 9e4, units: "RAW" };
const METRIC = { metricName: "CONNECTIONS", mode: "AVERAGE", ...VALUE };
const OUTSIDE = { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", matchers: [] };
const FEW = { eventTypeName: "TOO_FEW_HEALTHY_MEMBERS" };
const THRESHOLD = { operator: "LESS_THAN", threshold: 1 };
const metric = (change: object) => ({ ...OUTSIDE, metricThreshold: { ...METRIC, ...change } });

/** What is changed of a valid body, by the error code [errors]. */
const REFUSED: Readonly<Record<string, object>> = {
  MISSING_NOTIFICATIONS: { notifications: [] },
  NOTIFICATION_INTERVAL_OUT_OF_RANGE: { notifications: [{ ...EMAIL, intervalMin: 4 }] },
  // Also required.
  MISSING_METRIC_THRESHOLD: OUTSIDE,
  METRIC_THRESHOLD_PRESENT: { metricThreshold: METRIC },
  // Also required.
  MISSING_THRESHOLD: FEW,
  THRESHOLD_PRESENT: { threshold: THRESHOLD },
  TOTAL_MODE_DEPRECATED: metric({ mode: "TOTAL" }),
  UNITS_MISMATCH: metric({ units: "HOURS" }),
  TOO_MANY_GROUP_NOTIFICATIONS: { notifications: [GROUP, GROUP] },
  EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: { notifications: [{ ...GROUP, emailEnabled: false }] },
  NOTIFICATION_TYPE_IS_GLOBAL_ONLY: { notifications: [{ typeName: "ADMIN" }] },
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
  const read = (id: string) => service.read(path(id));

  it("creates and returns an alert configuration [required]", async () => {
    const { groupId, enabled, matchers, notifications, ...body } = await create();
    assert.deepEqual([groupId, enabled, matchers], [service.target.projectId, false, [MATCHER]]);
    assert.match(body.id, /^[0-9a-f]{24}$/);
    for (const stamp of [body.created, body.updated]) assert.ok(!Number.isNaN(Date.parse(stamp)), stamp);
    const [{ typeName, emailAddress, intervalMin, delayMin }] = notifications;
    assert.deepEqual({ typeName, emailAddress, intervalMin, delayMin }, EMAIL);
    assert.ok(Array.isArray(body.links));
  });

  it("returns it, alone and in the list [alert-configurations-get-config, -get-all-configs]", async () => {
    const { id } = await create();
    const body = await read(id);
    assert.deepEqual([body.id, body.matchers], [id, [MATCHER]]);
    const list = await service.read(`${path()}?itemsPerPage=500`);
    assert.ok(list.results.some((config: { id: string }) => config.id === id));
  });

  it("disables it by default [required], and returns missing matchers as a list [samples]", async () => {
    const { enabled: __, ...body } = UNMATCHED;
    const { enabled, matchers } = await create(body);
    assert.deepEqual([enabled, matchers], [false, []]);
  });

  it("stores a metric threshold, and a member threshold [required]", async () => {
    assert.deepEqual((await create({ ...ALERT, ...metric({}) })).metricThreshold, METRIC);
    const { operator, threshold } = (await create({ ...ALERT, ...FEW, threshold: THRESHOLD })).threshold;
    assert.deepEqual({ operator, threshold }, THRESHOLD);
  });

  it("does not return the secret of a webhook [required]", async () => {
    const hook = { webhookUrl: "https://example.com/x", webhookSecret: "wh1sper-wh1sper" };
    const { id } = await create({ ...ALERT, notifications: [{ typeName: "WEBHOOK", ...hook }] });
    assert.ok(!(await service.call(`GET ${path(id)}`)).text.includes("wh1sper"));
  });

  it("enables it with a PATCH of only enabled [alert-configurations-enable-disable-config]", async () => {
    const { id } = await create();
    assert.equal((await service.call(`PATCH ${path(id)}`, { body: { enabled: true } })).status, 200);
    const { enabled, matchers } = await read(id);
    assert.deepEqual([enabled, matchers], [true, [MATCHER]]);
    await service.call(`PATCH ${path(id)}`, { body: { enabled: false } });
  });

  it("replaces all of it with a PUT [alert-configurations-update-config; core/api]", async () => {
    const { id, created } = await create();
    const body = { ...UNMATCHED, eventTypeName: "HOST_DOWN" };
    assert.equal((await service.call(`PUT ${path(id)}`, { body })).status, 200);
    const now = await read(id);
    assert.deepEqual([now.matchers, now.eventTypeName, now.created], [[], "HOST_DOWN", created]);
  });

  it("deletes it [alert-configurations-delete-config]", async () => {
    const { id } = await create();
    assertDeleted(await service.call(`DELETE ${path(id)}`));
    await service.refuses("404 ALERT_CONFIG_NOT_FOUND", `GET ${path(id)}`);
  });

  it("creates a second one with the same fields [seen by users of public clients]", async () =>
    assert.notEqual((await create()).id, (await create()).id));

  it("returns the fields of matchers as an array [alert-configurations-get-matchers-field-names]", async () => {
    const body = await service.read("/alertConfigs/matchers/fieldNames");
    for (const name of ["HOSTNAME", "PORT", "HOSTNAME_AND_PORT", "REPLICA_SET_NAME", "TYPE_NAME"])
      assert.ok(body.includes(name), name);
  });

  for (const [code, change] of Object.entries(REFUSED))
    it(`refuses ${JSON.stringify(change)}: ${code} [errors]`, async () => {
      const { status, body } = await service.create(path(), { ...ALERT, ...change });
      assert.deepEqual([status, body.errorCode], [400, code]);
    });

  it("refuses a malformed id, and another project in the body [errors]", async () => {
    await service.refuses("404 INVALID_ALERT_CONFIG_ID", `GET ${path("no-id")}`);
    const { id } = await create();
    const body = { ...ALERT, groupId: "0123456789abcdef01234567" };
    await service.refuses("400 GROUP_MISMATCH", `PUT ${path(id)}`, body);
  });
});
