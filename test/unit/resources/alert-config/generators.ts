/** Generators of alert configurations, and of what people and the service make of them. */

import * as fc from "fast-check";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import type { AlertNotification } from "../../../../src/fields/notification";
import { omit, withoutUndefined } from "../../../../src/json";
import type { Live } from "./alerts";
import { REDACTIONS, responseOf } from "./alerts";

/** All secrets have this in them, except empty ones. */
export const SECRET = "s3cr3t";

const secret = fc.constantFrom(`${SECRET}-1111`, `${SECRET}-2222`, `${SECRET}-3333`, "");
const secretUrl = secret.map((path) => `https://${SECRET}.example.com/${path}`);
const timing = { delayMin: fc.constantFrom(0, 5, 10), intervalMin: fc.constantFrom(5, 15) };

/** Few addresses, so that equal ones are frequent. */
const of = (typeNames: string | string[], fields: object, required: string[] = []) =>
  fc.record(
    { typeName: fc.constantFrom(...[typeNames].flat()), ...fields },
    { requiredKeys: ["typeName", ...required] as never[] },
  ) as fc.Arbitrary<AlertNotification>;
const flags = { emailEnabled: fc.boolean(), smsEnabled: fc.boolean() };
const notification: fc.Arbitrary<AlertNotification> = fc
  .oneof(
    of("SLACK", { channelName: fc.constantFrom("#a", "#b", "#c"), apiToken: secret, ...timing }, [
      "channelName",
    ]),
    of("WEBHOOK", { webhookUrl: secretUrl, webhookSecret: secret, ...timing }),
    of(["HIP_CHAT", "HIPCHAT"], {
      roomName: fc.constantFrom("a", "b"),
      notificationToken: secret,
      ...timing,
    }),
    of(["GROUP", "ORG"], { role: fc.constantFrom("A", "B"), ...flags }),
    of("ORG", { roles: fc.shuffledSubarray(["A", "B"]) }, ["roles"]),
    of("EMAIL", { emailAddress: fc.constantFrom("a@b.c", "d@e.f"), ...timing }, ["emailAddress"]),
  )
  .map((each) => ({ ...each }));

const matcher = fc.record({
  fieldName: fc.constantFrom("HOSTNAME", "PORT"),
  operator: fc.constantFrom("EQUALS", "CONTAINS"),
  value: fc.constantFrom("a", "b", ""),
});

const metricThreshold = fc.record(
  {
    metricName: fc.constantFrom("MEMORY_RESIDENT", "CONNECTIONS"),
    mode: fc.constant("AVERAGE"),
    operator: fc.constantFrom("GREATER_THAN", "LESS_THAN"),
    threshold: fc.constantFrom(1, 1024),
    units: fc.constantFrom("RAW", "GIGABYTES", "MEGABYTES"),
  },
  { requiredKeys: ["metricName", "operator", "threshold"] },
);

const threshold = fc.record(
  { operator: fc.constantFrom("GREATER_THAN", "LESS_THAN"), threshold: fc.nat(3), units: fc.constant("RAW") },
  { requiredKeys: ["operator", "threshold"] },
);

/** The fields that are not notifications. */
const openFields = fc.record(
  {
    eventTypeName: fc.constantFrom("NO_PRIMARY", "HOST_DOWN"),
    enabled: fc.boolean(),
    matchers: fc.array(matcher, { maxLength: 2 }),
    metricThreshold,
    threshold,
  },
  { requiredKeys: ["eventTypeName"] },
);

export const program: fc.Arbitrary<AlertConfigBody> = fc
  .tuple(openFields, fc.array(notification, { minLength: 1, maxLength: 5 }))
  .map(([fields, notifications]) => structuredClone({ ...fields, notifications }));

/** A response to the write of a program, from which fields and notifications may be missing. */
export function responseTo(declared: AlertConfigBody): fc.Arbitrary<Live> {
  const fields = fc.subarray(["enabled", "matchers", "metricThreshold", "threshold"] as const);
  const missing = fc.option(fields, { nil: [], freq: 3 });
  const returned = returnedPart(declared.notifications.length);
  return fc.tuple(fc.constantFrom(...REDACTIONS), missing, returned).map(([redact, without, indexes]) => {
    const live = omit(responseOf(declared, redact), without);
    return { ...live, notifications: indexes.flatMap((index) => live.notifications[index] ?? []) };
  });
}

/** The indexes of the returned notifications: usually all of them, in any order. */
function returnedPart(length: number): fc.Arbitrary<number[]> {
  const indexes = Array.from({ length }, (_, index) => index);
  return fc.oneof(
    { weight: 4, arbitrary: fc.shuffledSubarray(indexes, { minLength: length }) },
    fc.shuffledSubarray(indexes),
  );
}

/** A response after somebody changed the alert configuration; nothing may have changed. */
export function changed(live: Live): fc.Arbitrary<Live> {
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.record({ delayMin: fc.constantFrom(0, 5, 60) }),
    fc.record({ channelName: fc.constantFrom("#a", "#b", "#z") }),
    fc.record({ apiToken: fc.constantFrom("****1111", "****9999", undefined) }),
    fc.record({ webhookSecret: fc.constantFrom("***", `${SECRET}-2222`, undefined) }),
  );
  const { length } = live.notifications;
  return fc
    .record({
      fields: fc.option(fc.record({ ...fieldsThatMayChange }, { requiredKeys: [] }), { nil: {} }),
      changes: fc.array(change, { minLength: length, maxLength: length }),
      kept: returnedPart(length),
      added: fc.array(notification, { maxLength: 1 }),
    })
    .map(({ fields, changes, kept, added }) => {
      const left = kept.flatMap((index) => {
        const each = live.notifications[index];
        return each === undefined ? [] : [{ ...each, ...changes[index] }];
      });
      return withoutUndefined({
        ...live,
        ...fields,
        updated: "2027-01-01T00:00:00Z",
        notifications: [...left, ...added.map((each, index) => ({ ...each, id: `new${index}` }))],
      });
    });
}

const fieldsThatMayChange = {
  enabled: fc.constantFrom(true, false, undefined),
  matchers: fc.option(fc.array(matcher, { maxLength: 2 }), { nil: undefined }),
  metricThreshold: fc.option(metricThreshold, { nil: undefined }),
  threshold: fc.option(threshold, { nil: undefined }),
};
