/**
 * Soak test of `AlertConfigSet`: whatever fails, repeating `up` until it succeeds leaves exactly what is declared, and what nobody
 * declared is left alone or, with `unmanaged: "delete"`, deleted if the state listed it.
 */

import { type Dice, dice } from "./dice";
import { createAlertConfig } from "../../src/api/alert-configs";
import type { Emulator } from "../../src/emulator";
import type { FaultAction } from "../../src/emulator/faults";
import type { AlertConfig, AlertConfigBody } from "../../src/fields/alert-config";
import type { AlertNotification } from "../../src/fields/notification";
import { jsonEqual, omit } from "../../src/json";
import { openPart } from "../../src/secrets/notifications";
import { connectionsTo, type Managed, managed } from "../contract/resources/managed";
import { type Bodies, setInputs, type SetOptions } from "../unit/resources/alert-config-set/sets";
import { chooseEvent, isAsDeclared } from "./as-declared";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ACTIONS: readonly [FaultAction, ...FaultAction[]] = [
  "resetBefore",
  "resetAfter",
  "truncate",
  { status: 400 },
  { status: 500 },
  { status: 500, afterWork: true },
];
/** From this `up` of a stage on, nothing fails. */
const UPS_WITH_FAULTS = 5;
const MODES = ["ignore", "report", "delete"] as const;
const NAMES = ["a", "b", "c", "d", "e", "f", "lag: notifications[0]", "0", "constructor"] as const;
/** The service masks all but the ends of these. */
const HIDDEN = ["alpha", "beta-", "gamma"] as const;
/** Before anything that a run creates. */
const LONG_AGO = "2020-01-01T00:00:00Z";

/** An alert configuration with a few variants, of which some differ only in what a mask hides. */
type Shape = (die: Dice) => AlertConfigBody;

function notificationOf(die: Dice, { hidden }: { hidden: string }): AlertNotification {
  const delay = die.chance(0.3) && { delayMin: die.oneOf([0, 5]) };
  const timing = { ...delay, ...(die.chance(0.3) && { intervalMin: die.oneOf([15, 60]) }) };
  const url = `https://hooks.example.com/${hidden}`;
  return die.oneOf<AlertNotification>([
    { typeName: "SLACK", channelName: die.oneOf(["#a", "#b"]), apiToken: `xoxb-${hidden}-0000`, ...timing },
    { typeName: "PAGER_DUTY", serviceKey: `${hidden}-pager-0000` },
    { typeName: "WEBHOOK", webhookUrl: url, ...timing },
    { typeName: "WEBHOOK", webhookUrl: url, webhookSecret: `hush-${hidden}` },
    { typeName: "EMAIL", emailAddress: die.oneOf(["a@example.com", "b@example.com"]), ...timing },
    { typeName: "ORG", roles: die.oneOf([["ORG_OWNER"], ["ORG_OWNER", "ORG_MEMBER"]]), ...timing },
  ]);
}

/** A shape: everything is fixed but the hidden part of its secrets. */
function shapeOf(die: Dice): Shape {
  const seeds = Array.from({ length: die.between(1, 3) }, () => die.between(1, 1_000_000));
  const event = chooseEvent(die);
  const enabled = die.oneOf([{ enabled: true }, { enabled: false }, {}]);
  return (run) => ({
    ...event,
    ...enabled,
    notifications: seeds.map((seed) => notificationOf(dice(seed), { hidden: run.oneOf(HIDDEN) })),
  });
}

/** The same alert configuration with one thing changed that the service shows. */
function similar(die: Dice, body: AlertConfigBody): AlertConfigBody {
  return die.oneOf([
    { ...body, enabled: body.enabled !== true },
    { ...body, notifications: [...body.notifications, { typeName: "EMAIL", emailAddress: "z@example.com" }] },
    { ...body, notifications: body.notifications.map((each) => ({ ...each, delayMin: 30 })) },
  ]);
}

function firstSet(die: Dice, shapes: readonly [Shape, ...Shape[]]): Bodies {
  const names = NAMES.filter(() => die.chance(0.5));
  return Object.fromEntries(names.map((name) => [name, die.oneOf(shapes)(die)]));
}

/** A set after an edit of the program: members are added, removed, changed, renamed and exchanged. */
function edited(die: Dice, bodies: Bodies, shapes: readonly [Shape, ...Shape[]]): Bodies {
  const next: Record<string, AlertConfigBody> = {};
  for (const [name, body] of Object.entries(bodies)) {
    const free = NAMES.filter((each) => !Object.hasOwn(bodies, each) && !Object.hasOwn(next, each));
    const roll = die.fraction();
    if (roll < 0.5) next[name] = body;
    else if (roll < 0.65) next[name] = { ...body, enabled: body.enabled !== true };
    else if (roll < 0.75) next[name] = die.oneOf(shapes)(die);
    else if (roll < 0.85 && free[0] !== undefined) next[free[0]] = body;
  }
  const [first, second] = Object.keys(next);
  if (die.chance(0.2) && first !== undefined && second !== undefined) {
    [next[first], next[second]] = [next[second] as AlertConfigBody, next[first] as AlertConfigBody];
  }
  for (const name of NAMES) {
    if (!Object.hasOwn(next, name) && die.chance(0.15)) next[name] = die.oneOf(shapes)(die);
  }
  return next;
}

/** Runs one seed and returns the problems; empty if everything is as declared. */
export async function soakSet(emulator: Emulator, seed: number): Promise<string[]> {
  const die = dice(seed);
  const problems: string[] = [];
  emulator.reset();
  Object.assign(emulator.settings, {
    redact: die.oneOf(["new", "new", "old", "off"]),
    shuffle: die.chance(0.3),
    convertUnits: die.chance(0.2),
  });
  const { projectId } = emulator;
  const live = (): Map<string, AlertConfig> => {
    const alerts = emulator.alertConfigs().list();
    return new Map(alerts.map((each) => [each.id, each as AlertConfig]));
  };
  let stage = "";
  const report = (text: string): void => void problems.push(`${stage}: ${text}`);

  /** What others have created, as they left it. */
  const foreign = new Map<string, AlertConfig>();
  const service = connectionsTo(emulator)(undefined).api;
  const createByOthers = async (body: AlertConfigBody): Promise<void> => {
    const { id } = await createAlertConfig(service, projectId, body);
    emulator.alertConfigs().update(id, { created: LONG_AGO, updated: LONG_AGO });
    foreign.set(id, live().get(id) as AlertConfig);
  };

  const shapes: readonly [Shape, ...Shape[]] = [shapeOf(die), shapeOf(die), shapeOf(die)];
  for (const [id, each] of live()) foreign.set(id, each);
  const set = managed("AlertConfigSet", emulator);
  const errors: string[] = [];
  let bodies: Bodies = {};
  for (let number = 1; number <= die.between(2, 4); number++) {
    bodies = number === 1 ? firstSet(die, shapes) : edited(die, bodies, shapes);
    stage = `stage ${number}`;
    for (let left = die.between(0, 3); left > 0; left--) {
      const declared = Object.values(bodies);
      const like = declared[die.between(0, declared.length)] ?? die.oneOf(shapes)(die);
      await createByOthers(die.chance(0.5) ? like : similar(die, like));
    }
    const except = die.chance(0.3) ? [...foreign.keys()].slice(-2) : undefined;
    const mode = die.oneOf(MODES);
    await runStage(bodies, { projectId, unmanaged: mode, unmanagedExcept: except });
    if (problems.length > 0) return problems;
  }
  stage = "destroy";
  await destroyAll(set);
  return problems;

  function addFaults(): void {
    for (let count = die.between(0, 3); count > 0; count--) {
      const match = { method: die.oneOf(METHODS), nth: die.between(1, 4), times: die.oneOf([1, 1, 3]) };
      emulator.faults.add({ match, action: die.oneOf(ACTIONS) });
    }
    // The network is gone from some request on.
    if (die.chance(0.15)) {
      const match = { nth: die.between(1, 8), times: "always", authenticated: "any" } as const;
      emulator.faults.add({ match, action: "resetBefore" });
    }
  }

  async function runStage(declared: Bodies, options: SetOptions): Promise<void> {
    const inputs = setInputs(declared, options);
    const { unmanaged, unmanagedExcept = [] } = options;
    const listed = () =>
      unmanaged === "delete" ? unmanagedIn(set).filter((id) => !unmanagedExcept.includes(id)) : [];
    const others = othersOf(set);
    /** What the state listed before an `up` that was allowed to delete it. */
    const mayGo = new Set<string>();
    let mustGo: string[] = [];
    let isDone = false;
    for (let ups = 1; !isDone && ups <= UPS_WITH_FAULTS + 2; ups++) {
      if (ups <= UPS_WITH_FAULTS) addFaults();
      mustGo = listed();
      for (const id of mustGo) mayGo.add(id);
      try {
        if (ups <= UPS_WITH_FAULTS && die.chance(0.2)) await set.upWithoutState(inputs);
        else {
          await set.up(inputs);
          isDone = true;
        }
      } catch (error) {
        errors.push(String(error));
        if (ups > UPS_WITH_FAULTS) report(`up ${ups} fails: ${String(error)}`);
        if (set.state !== undefined && die.chance(0.3)) await set.refresh().catch(() => {});
      }
      emulator.faults.clear();
      checkSecrets();
    }
    if (!isDone) return report("no up succeeds");

    compare(declared, others, mayGo, mustGo);
    if (problems.length > 0) return;
    await refreshOnce(options);
    if (options.unmanaged === "delete" && unmanagedIn(set).length > 0) {
      const found = live();
      const expected = unmanagedIn(set);
      await set.up(inputs);
      const gone = [...found.keys()].filter((id) => !live().has(id));
      if (!jsonEqual(gone.sort(), expected.sort())) report(`deletes ${gone.join()}, not ${expected.join()}`);
    }
    const again = await set.refresh();
    if (again !== "same") report(`another refresh finds: ${again}`);
    emulator.clearRequests();
    const step = await set.up(inputs);
    const requests = emulator.requests().length;
    if (step !== "same" || requests > 0) report(`a further up is "${step}" with ${requests} requests`);
  }

  /** A refresh finds nothing but what others have created since the last list. */
  async function refreshOnce({ unmanaged, unmanagedExcept = [] }: SetOptions): Promise<void> {
    const others = othersOf(set).filter((id) => !unmanagedExcept.includes(id));
    const inputs = omit(set.state?.inputs ?? {}, ["unmanagedAlertConfigs"]);
    await set.refresh();
    const isListed = unmanaged !== "ignore" && unmanaged !== undefined;
    if (!jsonEqual(unmanagedIn(set), isListed ? others.sort() : []))
      report(`a refresh lists ${unmanagedIn(set).join()}`);
    const after = omit(set.state?.inputs ?? {}, ["unmanagedAlertConfigs"]);
    if (!jsonEqual(inputs, after))
      report(`a refresh finds ${JSON.stringify(after)}, not ${JSON.stringify(inputs)}`);
  }

  /** What exists and is not a member. */
  function othersOf(resource: Managed): string[] {
    const members = [...idsOf(resource).values()];
    return [...live().keys()].filter((id) => !members.includes(id));
  }

  function compare(
    declared: Bodies,
    others: readonly string[],
    mayGo: ReadonlySet<string>,
    mustGo: readonly string[],
  ): void {
    const ids = idsOf(set);
    const found = live();
    const members = new Set(ids.values());
    if (!jsonEqual([...ids.keys()].sort(), Object.keys(declared).sort()))
      report(`the state has ${[...ids.keys()].join()}, not ${Object.keys(declared).join()}`);
    if (members.size !== ids.size) report("two members have one id");
    for (const [name, id] of ids) {
      const body = declared[name];
      const alert = found.get(id);
      if (body === undefined) continue;
      if (alert === undefined) report(`${name} does not exist`);
      else if (!isAsDeclared(body, alert) && !isAdoptedAsFound(body, alert))
        report(`${name} (${id}) is ${JSON.stringify(alert)}, not ${JSON.stringify(body)}`);
    }
    for (const id of new Set([...found.keys(), ...others])) {
      if (members.has(id)) continue;
      const isWrong = found.has(id) ? !others.includes(id) || mustGo.includes(id) : !mayGo.has(id);
      if (isWrong) report(`${id} is ${found.has(id) ? "left over" : "deleted"}`);
    }
  }

  /** Masks may hide that what exists has another secret; then it is what others created, unchanged. */
  function isAdoptedAsFound(body: AlertConfigBody, alert: AlertConfig): boolean {
    const original = foreign.get(alert.id);
    const withOpen = <T extends { notifications?: readonly AlertNotification[] }>(some: T): T => ({
      ...some,
      notifications: some.notifications?.map(openPart) ?? [],
    });
    return (
      original !== undefined &&
      emulator.settings.redact !== "off" &&
      jsonEqual(original.notifications, alert.notifications) &&
      isAsDeclared(withOpen(body), withOpen(alert as never))
    );
  }

  /** No text in the state, outside the secret property, and no message may hold a secret. */
  function checkSecrets(): void {
    const { alertConfigSecrets: _, ...rest } = set.state?.outputs ?? {};
    const texts = JSON.stringify([rest, set.said, errors]);
    for (const hidden of HIDDEN) if (texts.includes(hidden)) report(`the secret ${hidden} is shown`);
  }

  async function destroyAll(resource: Managed): Promise<void> {
    const others = othersOf(resource);
    for (let tries = 1; resource.state !== undefined && tries <= UPS_WITH_FAULTS + 1; tries++) {
      if (tries <= UPS_WITH_FAULTS) addFaults();
      await resource.destroy().catch(() => {});
      emulator.faults.clear();
    }
    if (resource.state !== undefined) report("it could not be destroyed");
    if (!jsonEqual([...live().keys()], others)) report("destroying left something over, or deleted too much");
  }
}

function idsOf({ state }: Managed): Map<string, string> {
  return new Map(Object.entries((state?.outputs["alertConfigIds"] ?? {}) as Record<string, string>));
}

function unmanagedIn({ state }: Managed): string[] {
  return ((state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[]).map(({ id }) => id);
}
