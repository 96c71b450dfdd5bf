import assert from "node:assert/strict";
import { pathText } from "../../../../src/core/problems";
import type { AlertConfig } from "../../../../src/fields/alert-config";
import { ALERT_CONFIG } from "../../../../src/fields/alert-config";
import { NOTIFICATION } from "../../../../src/fields/notification";
import { unknownFields } from "../../../../src/resources/alert-config/complete-body";
import { IN_PROJECT } from "../../../../src/resources/alert-config/scope";

const found = (live: object): string[] => unknownFields(live as AlertConfig, IN_PROJECT).map(pathText);

describe("unknown fields of an alert configuration", () => {
  it("are found in the object, its matchers, its thresholds and its notifications", () => {
    const live = {
      id: "1",
      severityOverride: "CRITICAL",
      matchers: [
        { fieldName: "HOSTNAME", operator: "EQUALS", value: "a" },
        { fieldName: "HOSTNAME", operator: "EQUALS", value: "b", negate: false },
      ],
      metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 1, window: {} },
      threshold: { operator: "LESS_THAN", threshold: 1, hysteresis: 0 },
      notifications: [
        { typeName: "EMAIL", emailAddress: "dba@example.com" },
        { typeName: "PAGER_DUTY", integrationId: "a-value" },
        { typeName: "LATER", laterToken: "a-value" },
      ],
    };
    assert.deepEqual(found(live), [
      "severityOverride",
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
      matchers: [{ fieldName: "HOSTNAME", field: "hostname", operator: "EQUALS", value: "a" }],
      metricThreshold: undefined,
      threshold: undefined,
      notifications: [{ ...valuesOf(NOTIFICATION), notifierId: "1" }],
    };
    assert.deepEqual(found(live), []);
  });

  it("have a value", () => {
    assert.deepEqual(found({ id: "1", later: undefined, latest: null }), []);
  });

  it("may have the names of what every object inherits", () => {
    assert.deepEqual(found({ id: "1", constructor: "a", toString: "b" }), ["constructor", "toString"]);
  });
});
