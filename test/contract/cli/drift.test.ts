import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { DriftReport } from "../../../src/cli/drift/report";
import { dynamicProvider } from "../../../src/dynamic/provider";
import type { AlertConfig, EmulatorOptions } from "../../../src/emulator";
import {
  knownNotificationType,
  NOTIFICATION,
  SECRET_NOTIFICATION_FIELDS,
  takesField,
} from "../../../src/fields/notification";
import type { Fields } from "../../../src/fields/table";
import type { PlainObject } from "../../../src/json";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import type { AlertArgs } from "../../../src/resources/alert-config/encoding";
import { toInputs } from "../../../src/resources/alert-config/encoding";
import type { Args } from "../../fixtures/alerts/good";
import { GOOD, NOTIFICATIONS } from "../../fixtures/alerts/good";
import { sample } from "../../support/runs";
import { surroundings } from "../../unit/dynamic/surroundings";
import type { Managed } from "../resources/managed";
import { connectionsTo, managed, useEmulator } from "../resources/managed";
import type { Entry, Mode } from "./stacks";
import { documentOf, driftIn, driftOf, ENCRYPTED, MODES, NONE, SHOWN } from "./stacks";

type State = NonNullable<Managed["state"]>;

/** The settings of a service that change nothing of what an alert configuration means. */
const SERVICES: readonly EmulatorOptions[] = [
  {},
  { shuffle: true },
  { redact: "old" },
  { redact: "off" },
  { convertUnits: true, shuffle: true, createdStatus: 201 },
];

/** Those whose event or unit is not the point. */
const VARIED = GOOD.filter(([title]) => !/^(category|units) /.test(title));

/** Those that such services return in another form or order than they were sent. */
const TRANSLATED = GOOD.filter(([title]) =>
  /^(every type|two |matchers beside|every host|operators|units (BITS|MEGABYTES|HOURS)|no units)/.test(title),
);

/** A change by hand. */
interface ByHand {
  readonly patch: PlainObject;
  /** The argument that it changes, unless nobody can say which. */
  readonly path?: string;
  readonly after?: unknown;
}

const addresses = {
  emailAddress: "by-hand@example.com",
  mobileNumber: "+1 555 0199",
  channelName: "#by-hand",
};
const people = { teamId: "63a4c0d9be17f2509c8d3e99", username: "by.hand@example.com", roomName: "by-hand" };
const services = { datadogRegion: "EU", opsGenieRegion: "US", victorOpsRoutingKey: "by-hand" };
const PORT = { fieldName: "PORT", operator: "EQUALS", value: "1" };
const EMAIL = { typeName: "EMAIL", emailAddress: "new@example.com", delayMin: 0, intervalMin: 60, id: "x" };
const ELSEWHERE = "https://elsewhere.example.com/by-hand-secret";

/** All changes by hand that an alert configuration allows. */
function changesOf(live: AlertConfig): ByHand[] {
  const { matchers, metricThreshold: metric, threshold, notifications } = live;
  const found: ByHand[] = [];
  const add = (patch: PlainObject, path?: string, after?: unknown): void =>
    void found.push({ patch, ...(path !== undefined && { path }), after });

  add({ enabled: !live.enabled }, "enabled", !live.enabled);
  add({ eventTypeName: "CONFIG_SERVERS_ARE_MISSING" }, "eventTypeName", "CONFIG_SERVERS_ARE_MISSING");
  add({ matchers: [...matchers, PORT] }, `matchers[${matchers.length}]`, PORT);
  add({ updated: "2030-01-01T00:00:00Z" });
  add({ somethingNew: { any: "thing" } });
  add({ notifications: notifications.map((each, index) => ({ ...each, id: `other-${index}` })) });
  add({ notifications: notifications.toReversed(), matchers: matchers.toReversed() });
  add({ notifications: [...notifications, EMAIL] }, `notifications[${notifications.length}]`);
  for (const [index, matcher] of matchers.entries()) {
    const changed = matchers.with(index, { ...matcher, value: "by-hand" });
    add({ matchers: changed }, `matchers[${index}].value`, "by-hand");
    add({ matchers: matchers.toSpliced(index, 1) }, `matchers[${index}]`);
  }
  if (metric != null) {
    const of = (field: string, after: unknown): void =>
      add({ metricThreshold: { ...metric, [field]: after } }, `metricThreshold.${field}`, after);
    of("threshold", metric.threshold + 1);
    of("metricName", "ASSERT_USER");
    of("operator", metric.operator === "LESS_THAN" ? "GREATER_THAN" : "LESS_THAN");
    add({ metricThreshold: { ...metric, units: "TERABYTES" } });
    add({ metricThreshold: { ...metric, mode: null } });
  }
  if (threshold != null) {
    const after = threshold.threshold + 1;
    add({ threshold: { ...threshold, threshold: after } }, "threshold.threshold", after);
  }
  for (const [index, notification] of notifications.entries()) {
    const of = (field: string, after: unknown): void => {
      const list = notifications.with(index, { ...notification, [field]: after });
      add({ notifications: list }, `notifications[${index}].${field}`, after);
    };
    const has = (field: string): boolean => notification[field] !== undefined;
    of("delayMin", (notification.delayMin ?? 0) + 7);
    of("intervalMin", (notification.intervalMin ?? 0) + 5);
    for (const field of ["emailEnabled", "smsEnabled"]) of(field, notification[field] !== true);
    if (Array.isArray(notification["roles"])) of("roles", ["GROUP_READ_ONLY"]);
    for (const [field, after] of Object.entries({ ...addresses, ...people, ...services }))
      if (has(field)) of(field, after);
    for (const field of SECRET_NOTIFICATION_FIELDS.filter(has)) {
      of(field, ELSEWHERE);
      of(field, undefined);
    }
    if (notification.typeName === "WEBHOOK" && !has("webhookSecret"))
      of("webhookSecret", "added-by-hand-secret");
    add({ notifications: notifications.toSpliced(index, 1) });
  }
  return found;
}

/** The two spellings of HIP_CHAT are one type: only their tokens tell these apart. */
function ofTwins(title: string, path: string): string {
  return title === "every type at once" ? path.replace("notifications[4]", "notifications[3]") : path;
}

const SECRETS = Object.values(NOTIFICATIONS).flatMap((each) =>
  SECRET_NOTIFICATION_FIELDS.flatMap((field) => (typeof each[field] === "string" ? [each[field]] : [])),
);

/** Neither a secret nor what the service shows in place of one. */
function assertSecretFree(report: DriftReport, what: string): void {
  const text = JSON.stringify(report);
  for (const secret of [...SECRETS, "by-hand-secret", "****", "REDACTED"])
    assert.ok(!text.includes(secret), `${what}: ${secret} in ${text}`);
}

const isSecretPath = (path: string): boolean =>
  SECRET_NOTIFICATION_FIELDS.some((field) => path.endsWith(`.${field}`));

describe("the drift of an alert configuration", () => {
  const emulator = useEmulator({ seed: { alertConfigs: [] } });

  async function create(args: Args): Promise<State> {
    const alert = managed("AlertConfig", emulator);
    await alert.up(toInputs({ projectId: emulator.projectId, ...args } as unknown as AlertArgs));
    return alert.state ?? assert.fail();
  }

  const entry = (state: State): Entry => ({ kind: "AlertConfig", state });
  const reportOf = async (state: State, mode: Mode) =>
    driftIn(documentOf([entry(state)], mode), connectionsTo(emulator), mode);

  /** What a refresh says of the state, which stays as it is. */
  async function refreshed(state: State): Promise<"same" | "changed" | "gone"> {
    const methods = dynamicProvider(alertConfig, connectionsTo(emulator), surroundings());
    const { id, inputs = state.inputs } = await methods.read(state.id, state.outputs);
    if (id === undefined) return "gone";
    return isDeepStrictEqual(inputs, state.inputs) ? "same" : "changed";
  }

  /** Whether the program says what the field has, or its type has a default for it. */
  function isKnown(args: Args, path: string): boolean {
    const [, index, field = ""] = /^notifications\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    if (index === undefined) return true;
    const declared = (args["notifications"] as Args[])[Number(index)] ?? {};
    const isDeclared = declared[field] !== undefined || (field === "roles" && declared["role"] !== undefined);
    const isTaken = takesField(knownNotificationType(String(declared["typeName"])), field);
    return isDeclared || (isTaken && (NOTIFICATION as Fields)[field]?.default !== undefined);
  }

  for (const options of SERVICES) {
    const service = JSON.stringify(options);

    it(`is none after a write, of any kind (${service})`, async () => {
      Object.assign(emulator.settings, options);
      for (const [what, args] of options === SERVICES[0] ? GOOD : TRANSLATED) {
        const state = await create(args);
        for (const mode of MODES) {
          const report = await reportOf(state, mode);
          assert.deepEqual(driftOf(report), NONE, `${what}, ${mode.title}`);
          assert.equal(report.summary.managed, 1);
          assertSecretFree(report, what);
        }
        emulator.alertConfigs().delete(String(state.outputs["alertConfigId"]));
      }
    });

    it(`is what was changed by hand, and nothing else (${service})`, async () => {
      Object.assign(emulator.settings, options);
      const connections = connectionsTo(emulator);
      const programs = options === SERVICES[0] ? VARIED : TRANSLATED;
      for (const [turn, [title, args]] of programs.entries()) {
        const state = await create(args);
        const id = String(state.outputs["alertConfigId"]);
        const before = emulator.alertConfigs().get(id) ?? assert.fail();
        for (const { patch, path, after } of sample(changesOf(before), turn)) {
          emulator.alertConfigs().set(id, { ...before, ...patch });
          const verdict = await refreshed(state);
          const isConverted = options.convertUnits === true && path === "metricThreshold.threshold";
          for (const mode of options === SERVICES[0] ? [SHOWN, ENCRYPTED] : MODES) {
            const report = await driftIn(documentOf([entry(state)], mode), connections, mode);
            const where = `${title}: ${path ?? ""} ${JSON.stringify(patch)}, ${mode.title}: refresh says ${verdict}, ${JSON.stringify(report.changed)}`;
            assertSecretFree(report, where);
            assert.deepEqual({ ...driftOf(report), changed: [] }, NONE, where);
            const paths = report.changed.map((each) =>
              mode === SHOWN ? each.path : ofTwins(title, each.path),
            );
            if (verdict === "same") assert.deepEqual(paths, [], where);
            else if (mode === SHOWN) assert.notDeepEqual(paths, [], where);
            if (verdict === "same" || path === undefined) continue;
            if (isConverted) {
              assert.deepEqual(paths.slice(0, 1), [path], where);
              continue;
            }
            const isSeen = mode === SHOWN || (isKnown(args, path) && !isSecretPath(path));
            if (isSeen) assert.deepEqual(paths, [mode === SHOWN ? path : ofTwins(title, path)], where);
            else if (isSecretPath(path)) assert.deepEqual(paths, [], where);
            const [change] = report.changed;
            if (change === undefined || after === undefined) continue;
            assert.deepEqual(change.live, isSecretPath(path) ? "[secret]" : after, where);
          }
        }
        emulator.alertConfigs().delete(id);
      }
    });
  }
});
