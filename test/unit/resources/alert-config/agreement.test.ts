import assert from "node:assert/strict";
import * as fc from "fast-check";
import { readAlertConfig, readGlobalAlertConfig } from "../../../../src/emulator/alert-validation";
import { ServiceError } from "../../../../src/emulator/errors";
import { EVENT_TYPES, MATCHER_FIELD_NAMES, MATCHER_OPERATORS } from "../../../../src/fields/alert-catalogue";
import {
  GLOBAL_NOTIFICATION_TYPES,
  MAYBE_THRESHOLD_EVENTS,
  METRICS,
  TYPE_NAMES,
  UNITS,
} from "../../../../src/fields/alert-catalogue";
import { knownNotificationType, RETURNED_BY_ALL, takesField } from "../../../../src/fields/notification";
import { omit } from "../../../../src/json";
import type { Args } from "../../../fixtures/alerts/good";
import { NOTIFICATIONS, USERNAME } from "../../../fixtures/alerts/good";
import { check } from "./checking";
import { runs } from "../../../support/runs";

/** The error code of the emulator, whose validation is written independently; `undefined` if it accepts the body. */
function emulatorRefusal(body: Args, isGlobal: boolean): string | undefined {
  try {
    (isGlobal ? readGlobalAlertConfig : readAlertConfig)(body, {
      isGlobal,
      catalogue: "strict",
      defaultWebhook: true,
      newerFields: [],
      current: [],
      hasUser: (name) => name === USERNAME,
      hasTeam: () => true,
      newId: () => "0123456789abcdef01234567",
    });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return error.errorCode;
  }
}

const event = fc.constantFrom(...EVENT_TYPES.keys());

const metricThreshold = fc.record(
  {
    metricName: fc.constantFrom(...METRICS.keys()),
    operator: fc.constantFrom("GREATER_THAN", "LESS_THAN", "EQUALS"),
    threshold: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    units: fc.constantFrom(...UNITS),
    mode: fc.constantFrom("AVERAGE", "TOTAL"),
  },
  { requiredKeys: ["metricName", "operator", "threshold"] },
);

const threshold = fc.record({
  operator: fc.constantFrom("GREATER_THAN", "LESS_THAN"),
  threshold: fc.integer({ min: 0, max: 50 }),
});

const matcher = fc.record({
  fieldName: fc.constantFrom(...MATCHER_FIELD_NAMES),
  operator: fc.constantFrom(...MATCHER_OPERATORS, "IS"),
  value: fc.constantFrom("orders", "27017", ...TYPE_NAMES),
});

/** A whole notification, of which a field may be changed, left out, or borrowed from another type. */
const anyNotification = fc
  .record({
    whole: fc.constantFrom<Args>(...Object.values(NOTIFICATIONS), { typeName: "ADMIN" }),
    change: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      fc.record({ intervalMin: fc.constantFrom(-5, 0, 4, 5, 60) }),
      fc.record({ delayMin: fc.constantFrom(-1, 0, 10) }),
      fc.record({ emailEnabled: fc.boolean(), smsEnabled: fc.boolean() }),
      fc.constantFrom({ roles: [] }, { roles: ["GROUP_OWNER"] }),
      fc.constantFrom({ emailAddress: "nobody" }, { channelName: "#x" }),
    ),
    dropped: fc.option(fc.nat(5), { freq: 4 }),
  })
  .map(({ whole, change, dropped }): Args => {
    const entries = Object.entries(whole).filter((_, index) => index === 0 || index !== dropped);
    return { ...Object.fromEntries(entries), ...change };
  });

/** Usually the thresholds that the event takes, sometimes others. */
const alert = fc
  .record({
    eventTypeName: event,
    metricThreshold: fc.option(metricThreshold, { nil: undefined }),
    threshold: fc.option(threshold, { nil: undefined }),
    matchers: fc.array(matcher, { maxLength: 2 }),
    notifications: fc.array(anyNotification, { maxLength: 3 }),
    fitting: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ fitting, ...parts }): Args => {
    const fits = fitting > 1;
    const metric = parts.eventTypeName.endsWith("_METRIC_THRESHOLD");
    const health = /^TOO_(?:FEW_HEALTHY|MANY_UNHEALTHY)_MEMBERS$/.test(parts.eventTypeName);
    const args = {
      ...parts,
      ...(fits && !metric && { metricThreshold: undefined }),
      ...(fits && !health && { threshold: undefined }),
      ...(fits && EVENT_TYPES.get(parts.eventTypeName) === "other" && { matchers: undefined }),
    };
    return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  });

const notificationsOf = (args: Args): Args[] => args["notifications"] as Args[];

const groupIds = ["60a2b7c9e4b0c5571d3f8e12"];
const projects = fc.constantFrom<Args>(
  { forAllGroups: true },
  { forAllGroups: true, groupIds: [], tags: ["EU"] },
  { forAllGroups: false, groupIds },
  { forAllGroups: false, groupIds, tags: [] },
  { forAllGroups: false, groupIds: [] },
  { forAllGroups: false, groupIds, tags: ["EU"] },
  {},
);

/** Without types and roles that the documentation does not list for them: check warns, the emulator refuses them. */
const globalAlert = fc.tuple(alert, projects).map(([args, which]): Args => {
  const isListed = ({ typeName }: Args): boolean =>
    GLOBAL_NOTIFICATION_TYPES.some((type) => type === knownNotificationType(String(typeName)));
  const notifications = notificationsOf(args).filter(isListed);
  return { ...args, ...which, notifications: notifications.map((each) => omit(each, ["role", "roles"])) };
});

/** Where the two sides differ on purpose. */
const EXCEPTIONS: Readonly<Record<string, (args: Args) => boolean>> = {
  "a field of another type of notification: the service ignores it, check refuses it": (args) =>
    notificationsOf(args).some((notification) => {
      const type = knownNotificationType(String(notification["typeName"]));
      return Object.keys(notification).some(
        (field) => !takesField(type, field) && !RETURNED_BY_ALL.includes(field),
      );
    }),
  "matchers on a backup event: the documentation contradicts itself, check warns": (args) =>
    EVENT_TYPES.get(String(args["eventTypeName"])) === "backup" &&
    (args["matchers"] as unknown[] | undefined)?.length !== 0,
  "a threshold on events for which only MongoDB Atlas documents one: check warns": (args) =>
    MAYBE_THRESHOLD_EVENTS.has(String(args["eventTypeName"])) && args["threshold"] !== undefined,
};

const SCOPES = {
  "alert configurations": { isGlobal: false, arbitrary: alert },
  "global alert configurations": { isGlobal: true, arbitrary: globalAlert },
};

describe("check and the validation of the emulator", () => {
  for (const [what, { isGlobal, arbitrary }] of Object.entries(SCOPES))
    it(`accept and refuse the same ${what}, except for the listed ones`, async () => {
      let accepted = 0;
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(arbitrary, async (args) => {
          if (Object.values(EXCEPTIONS).some((applies) => applies(args))) return;
          const result = await check(args, { strictCatalog: true, isGlobal });
          const ours = result.failures.map(({ reason }) => reason);
          const theirs = emulatorRefusal(args, isGlobal);
          assert.equal(
            ours.length === 0,
            theirs === undefined,
            `${JSON.stringify(args)}\n  check: ${ours.join("; ") || "accepts it"}\n  service: ${theirs ?? "accepts it"}`,
          );
          if (theirs === undefined) accepted++;
          else refused++;
        }),
        { numRuns: runs(4000), seed: 20261121 },
      );
      // Otherwise the property would mean little.
      assert.ok(accepted > 30 && refused > 30, `${accepted} accepted, ${refused} refused`);
    });
});
