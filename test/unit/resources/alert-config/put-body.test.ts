import assert from "node:assert/strict";
import type { KeptField } from "../../../../src/core/kept-fields";
import { pathText } from "../../../../src/core/problems";
import type { AlertConfig, AlertConfigBody } from "../../../../src/fields/alert-config";
import { ALERT_CONFIG } from "../../../../src/fields/alert-config";
import { NOTIFICATION } from "../../../../src/fields/notification";
import type { PlainObject } from "../../../../src/json";
import { carriedFields, undeclaredIn, unknownFields } from "../../../../src/resources/alert-config/put-body";
import { baselineOf } from "../../../../src/resources/alert-config/drift";
import { IN_PROJECT } from "../../../../src/resources/alert-config/scope";
import { argsOf, EMAIL, GROUP, simple, SLACK } from "./alerts";

const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 5 };
/** An event with this, and one e-mail. */
const on = (eventTypeName: string, rest: object = {}) => ({ ...simple(EMAIL), eventTypeName, ...rest });
const metric = (rest: object = {}): AlertConfigBody =>
  on("OUTSIDE_METRIC_THRESHOLD", { metricThreshold: { ...METRIC, ...rest } });
/** Kept fields by their paths. */
const byPath = (kept: readonly KeptField[]): PlainObject =>
  Object.fromEntries(kept.map(({ path, value }) => [path.join("."), value]));

/** What a PUT of `news` adds after a write of `olds` to which the service returned `returned`. */
function added(olds: AlertConfigBody, returned: object, news: AlertConfigBody): PlainObject {
  const live = { id: "a1", ...olds, ...returned } as AlertConfig;
  const shown = argsOf(olds);
  return byPath(undeclaredIn(news, live, { ...baselineOf(shown, live), shown }).kept);
}

describe("what the service returned for fields that were never declared", () => {
  const returned = { metricThreshold: { ...METRIC, mode: "AVERAGE", units: "RAW" } };

  it("is sent again for the same metric, whatever its threshold", () => {
    const both = { "metricThreshold.mode": "AVERAGE", "metricThreshold.units": "RAW" };
    assert.deepEqual(added(metric(), returned, metric()), both);
    assert.deepEqual(added(metric(), returned, metric({ threshold: 7 })), both);
  });

  it("is not sent for another metric or another event, nor what is declared", () => {
    assert.deepEqual(added(metric(), returned, metric({ metricName: "ASSERT_MSG" })), {});
    assert.deepEqual(added(metric(), returned, { ...simple(EMAIL) }), {});
    assert.deepEqual(added(metric(), returned, metric({ units: "RAW" })), {
      "metricThreshold.mode": "AVERAGE",
    });
  });

  it("is not sent for an argument that was removed", () =>
    assert.deepEqual(added(metric({ units: "RAW" }), returned, metric()), {
      "metricThreshold.mode": "AVERAGE",
    }));

  it("has no unit of a threshold that the service converted", () => {
    const converted = { metricThreshold: { ...METRIC, threshold: 5_000, units: "MILLISECONDS" } };
    assert.deepEqual(added(metric(), converted, metric({ threshold: 6 })), {});
  });

  it("has the threshold of an event that may use one, and its unit, but no other", () => {
    const threshold = { operator: "LESS_THAN", threshold: 1, units: "RAW" };
    const elections = on("TOO_MANY_ELECTIONS");
    const members = on("TOO_FEW_HEALTHY_MEMBERS", { threshold: { operator: "LESS_THAN", threshold: 1 } });
    assert.deepEqual(added(elections, { threshold }, elections), {
      "threshold.operator": "LESS_THAN",
      "threshold.threshold": 1,
      "threshold.units": "RAW",
    });
    assert.deepEqual(added(members, { threshold }, members), { "threshold.units": "RAW" });
    assert.deepEqual(added(simple(EMAIL), { threshold }, simple(EMAIL)), {});
  });

  it("has the fields of a notification that its type takes, in whatever order", () => {
    const live = {
      notifications: [
        { ...EMAIL, delayMin: 0, intervalMin: 15, roles: ["GROUP_OWNER"] },
        { typeName: "GROUP", roles: [], emailEnabled: true, smsEnabled: false, delayMin: 5 },
      ],
    };
    const group = { typeName: "GROUP", emailEnabled: true, smsEnabled: false };
    assert.deepEqual(added(simple(EMAIL, group), live, simple(group, EMAIL)), {
      "notifications.0.delayMin": 5,
      "notifications.1.delayMin": 0,
      "notifications.1.intervalMin": 15,
    });
    assert.deepEqual(added(simple(EMAIL, GROUP), live, simple({ ...SLACK, delayMin: 1 })), {});
  });

  it("has the unknown fields of each of two equal matchers", () => {
    const matcher = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" };
    const matchers = [1, 2].map((later) => ({ ...matcher, later }));
    const live = { ...simple(EMAIL), id: "a1", matchers };
    const body = { ...simple(EMAIL), matchers: [matcher, matcher] };
    assert.deepEqual(byPath(carriedFields(body, live)), { "matchers.0.later": 1, "matchers.1.later": 2 });
  });

  it("is, for an adoption, everything that the program leaves out", () => {
    const live = {
      id: "a1",
      ...metric({ threshold: 7, mode: "AVERAGE", units: "RAW" }),
      notifications: [{ ...EMAIL, delayMin: 0, intervalMin: 15 }],
    } as AlertConfig;
    assert.deepEqual(byPath(undeclaredIn(metric(), live).kept), {
      "metricThreshold.mode": "AVERAGE",
      "metricThreshold.units": "RAW",
      "notifications.0.delayMin": 0,
      "notifications.0.intervalMin": 15,
    });
  });

  it("is what the service has now, unless a refresh has shown a change", () => {
    const olds = metric();
    const live = { id: "a1", ...olds, metricThreshold: { ...METRIC, mode: "AVERAGE", units: "RAW" } };
    const baseline = baselineOf(argsOf(olds), live);
    const now = { ...live, metricThreshold: { ...live.metricThreshold, mode: "SUM" } } as AlertConfig;
    const modeFor = (shown: AlertConfigBody): unknown =>
      byPath(undeclaredIn(olds, now, { ...baseline, shown: argsOf(shown) }).kept)["metricThreshold.mode"];
    assert.equal(modeFor(olds), "SUM");
    assert.equal(modeFor(metric({ mode: "SUM" })), "AVERAGE");
  });
});

describe("fields that this version does not know", () => {
  const carried = (body: AlertConfigBody, live: object) => byPath(carriedFields(body, { id: "a1", ...live }));
  const unknownIn = (live: object) => unknownFields(live as AlertConfig, IN_PROJECT).map(pathText);
  const MATCHER = { fieldName: "HOSTNAME", operator: "EQUALS", value: "a" };

  it("are kept at their place, of matchers and notifications wherever these are now", () => {
    const matchers = [{ ...MATCHER, value: "b" }, MATCHER];
    const body = { ...metric(), matchers, notifications: [GROUP, EMAIL] };
    const live = {
      ...metric({ window: "5m" }),
      severityOverride: "WARNING",
      typeName: "HOST_METRIC",
      matchers: [{ ...MATCHER, negate: true }],
      notifications: [{ ...EMAIL, template: { a: [1] }, id: "n1", notifierId: "n2", teamName: "t" }],
    };
    assert.deepEqual(carried(body, live), {
      severityOverride: "WARNING",
      "metricThreshold.window": "5m",
      "matchers.1.negate": true,
      "notifications.1.template": { a: [1] },
    });
  });

  it("of a threshold are kept for the same event, if it has a threshold", () => {
    const threshold = { operator: "LESS_THAN", threshold: 1 };
    const members = on("TOO_FEW_HEALTHY_MEMBERS", { threshold: { ...threshold, hysteresis: 2 } });
    const kept = (event: string, rest: object) => carried(on(event, rest), members);
    const ofSame = { "threshold.hysteresis": 2 };
    assert.deepEqual(kept("TOO_FEW_HEALTHY_MEMBERS", { threshold }), ofSame);
    assert.deepEqual(kept("TOO_FEW_HEALTHY_MEMBERS", {}), {});
    assert.deepEqual(kept("TOO_MANY_ELECTIONS", { threshold }), {});
  });

  it("are not those of another metric, matcher, type or target", () => {
    const live = {
      ...metric({ metricName: "ASSERT_MSG", window: "5m" }),
      matchers: [{ ...MATCHER, negate: true }],
      notifications: [{ ...EMAIL, emailAddress: "b@example.com", template: "x" }],
    };
    assert.deepEqual(carried({ ...metric(), matchers: [{ ...MATCHER, value: "c" }] }, live), {});
    assert.deepEqual(carried(simple(GROUP), live), {});
  });

  it("are not an integration whose place a declared key takes", () => {
    const integration = { typeName: "SLACK", channelName: "#ops", integrationId: "i1" };
    const live = { ...simple(), notifications: [integration] };
    assert.deepEqual(carried(simple(SLACK), live), {});
  });

  it("are found in the object, its matchers, its thresholds and its notifications, if they have a value", () => {
    const live = {
      id: "1",
      severityOverride: "CRITICAL",
      later: undefined,
      latest: null,
      constructor: "inherited by every object",
      matchers: [MATCHER, { ...MATCHER, negate: false }],
      metricThreshold: { ...METRIC, window: {} },
      threshold: { operator: "LESS_THAN", threshold: 1, hysteresis: 0 },
      notifications: [
        EMAIL,
        { typeName: "PAGER_DUTY", integrationId: "a-value" },
        { typeName: "LATER", laterToken: "a-value" },
      ],
    };
    assert.deepEqual(unknownIn(live), [
      "severityOverride",
      "constructor",
      "matchers[1].negate",
      "metricThreshold.window",
      "threshold.hysteresis",
      "notifications[1].integrationId",
      "notifications[2].laterToken",
    ]);
  });

  it("are neither those of the tables nor what the service sets or ignores", () => {
    const valuesOf = (fields: object): object =>
      Object.fromEntries(Object.keys(fields).map((name) => [name, "a-value"]));
    const live = {
      ...valuesOf(ALERT_CONFIG),
      typeName: "HOST",
      links: [{ href: "https://example.com", rel: "self", title: "later" }],
      matchers: [{ ...MATCHER, field: "hostname" }],
      metricThreshold: undefined,
      threshold: undefined,
      notifications: [{ ...valuesOf(NOTIFICATION), notifierId: "1" }],
    };
    assert.deepEqual(unknownIn(live), []);
  });
});
