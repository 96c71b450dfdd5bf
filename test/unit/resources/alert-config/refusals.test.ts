import assert from "node:assert/strict";
import { ApiError } from "../../../../src/errors";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import { explainRefusal } from "../../../../src/resources/alert-config/refusals";
import { NOTIFICATIONS } from "../../../fixtures/alerts/good";
import { METRIC } from "./alerts";

const { GROUP, PAGER_DUTY, SLACK, USER, WEBHOOK } = NOTIFICATIONS;
const ALERT = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: { ...METRIC, mode: "AVERAGE" },
  notifications: [
    { ...SLACK, delayMin: 0, intervalMin: 10 },
    { ...PAGER_DUTY, delayMin: 7 },
    { ...WEBHOOK, delayMin: 2, intervalMin: 15 },
    { ...GROUP, delayMin: 0, intervalMin: 60 },
  ],
} as AlertConfigBody;

function refused(errorCode: string, status = 400): ApiError {
  const response = { method: "POST", path: "/groups/p/alertConfigs", status, errorCode, fromService: true };
  return new ApiError("the service refused it", response);
}

describe("the message for a refused alert configuration", () => {
  const USERS = { ...ALERT, notifications: [USER] } as unknown as AlertConfigBody;
  const NAME = "notifications[0].username: ";
  const EVENT = "OUTSIDE_METRIC_THRESHOLD";
  /** The beginnings of the lines. */
  const codes: [code: string, lines: string, args?: AlertConfigBody][] = [
    ["UNITS_MISMATCH", 'metricThreshold.units: "GIGABYTES" was sent; use a unit of the metric\'s own kind'],
    [
      "INVALID_METRIC_NAME",
      'metricThreshold.metricName: "MEMORY_RESIDENT" was sent; this version of the service does not know the metric',
    ],
    ["MISSING_THRESHOLD", "threshold: nothing was sent; this event needs one"],
    ["MISSING_METRIC_THRESHOLD", "metricThreshold: an object was sent"],
    ["GLOBAL_ALERTS_ONLY", `eventTypeName: "${EVENT}" was sent; …global alert configurations only`],
    ["INVALID_OPERATOR_FOR_EVENT_TYPE", 'metricThreshold.operator: "GREATER_THAN" was sent'],
    [
      "NOTIFICATION_INTERVAL_OUT_OF_RANGE",
      "notifications[0].intervalMin: 10 was sent; …\nnotifications[2].intervalMin: 15 was sent",
    ],
    ["BAD_USERNAME_IN_GROUP_REF", `${NAME}"jane.doe@example.com" was sent; name a user …the project`, USERS],
    ["TOO_MANY_GROUP_NOTIFICATIONS", 'notifications[3].typeName: "GROUP" was sent; keep one'],
    ["MISSING_NOTIFICATIONS", "notifications: an array was sent; give at least one"],
    [
      "UNEXPECTED_ERROR",
      `eventTypeName ("${EVENT}") or metricThreshold.metricName ("MEMORY_RESIDENT"): the service returns 500 for names that its version does not know`,
    ],
  ];
  for (const [errorCode, lines, args = ALERT] of codes) {
    it(`names the argument that ${errorCode} is about`, () => {
      const status = { INVALID_METRIC_NAME: 404, UNEXPECTED_ERROR: 500 }[errorCode];
      const explained = explainRefusal(refused(errorCode, status), args);
      assert.ok(explained instanceof Error);
      const [start = "", then = ""] = lines.split("…");
      assert.ok(explained.message.startsWith(start) && explained.message.includes(then), explained.message);
      assert.match(explained.message, /\(the service refused it\)$/);
    });
  }

  for (const errorCode of ["constructor", "__proto__", "SOMETHING_NEW"]) {
    it(`is that of the service for the unknown code ${JSON.stringify(errorCode)}`, () => {
      const error = refused(errorCode);
      assert.equal(explainRefusal(error, ALERT), error);
    });
  }
});
