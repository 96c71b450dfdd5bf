/** How the alert configurations of a project are created, read, updated and deleted as one set. */

import { z } from "zod";
import { getAlertConfig } from "../../api/alert-configs";
import { orUndefined } from "../../api/common";
import { argumentsSchema, filledText, secretsVersion } from "../../api/schema";
import { mayLose } from "../../core/carried";
import { moveAdvice, overwrittenNotes } from "../../core/converge";
import type { Context, ResourceDefinition } from "../../core/definition";
import { NO_LOSSES, NOTHING_TO_REPORT } from "../../core/definition";
import { valueAt } from "../../core/problems";
import { containsUnknown, isUnknown, knownValue } from "../../unknowns";
import { ALERT_CONFIG } from "../../fields/alert-config";
import { canonicalJson, jsonEqual, mapValues, pick } from "../../json";
import { declaredAlert, meaningOf, openMeaningOf } from "../alert-config/compare";
import { placeOf, unclearSecrets } from "../alert-config/definition";
import type { AlertArgs } from "../alert-config/encoding";
import {
  alertAdoption,
  losses,
  readsOf,
  refreshedState,
  unverifiedSecrets,
  writtenSecrets,
} from "../alert-config/operations";
import { alertId, alertObject } from "../alert-config/scope";
import { hasForeignSecrets, secretsAmong } from "../../secrets/notifications";
import type { Member, Members, SetArgs, SetState } from "./encoding";
import {
  argsOfMembers,
  declaredMembers,
  decode,
  encode,
  ID,
  normalize,
  notTakenOfMembers,
  secretAt,
  SECRETS_APART,
} from "./encoding";
import { adoptionText, listToAdopt } from "./adopting";
import { ALERT_CONFIG_SET_DESCRIPTION } from "./description";
import { deletable, isWatching, unmanagedOf, unmanagedText } from "./others";
import { carryOut, forMember, removeAll } from "./operations";
import { planOf, removalTexts } from "./plan";
import { validateSet } from "./validation";

export const alertConfigSet: ResourceDefinition<SetArgs, SetState> = {
  ...ALERT_CONFIG_SET_DESCRIPTION,
  rules: () => ({
    resourceName: z.string(),
    alertConfigs: z.record(z.string(), argumentsSchema(ALERT_CONFIG, { unclear: unclearSecrets() })),
    unmanaged: z.enum(["ignore", "report", "delete"]).optional(),
    unmanagedExcept: z.array(filledText()).optional(),
    secretsVersion: secretsVersion(),
    // Not an argument of the program: `normalize` keeps what a refresh found.
    unmanagedAlertConfigs: z.array(z.unknown()).optional(),
  }),
  normalize,
  encode,
  decode,

  validate: (args, { settings }) => validateSet(args, settings),

  /** Shows what a create, or the addition of members, will adopt. */
  async preview(context, olds, news) {
    const { projectId } = news;
    // The project, which each of them has, may be unknown as well.
    const declared = [...declaredMembers(news)].filter(([, member]) => !containsUnknown(member));
    const before = olds?.projectId === projectId ? declaredMembers(olds) : new Map<string, AlertArgs>();
    const meaning = olds?.imported === true ? openMeaningOf : meaningOf;
    const meanings = new Set([...before.values()].map(meaning));
    const added = new Map(
      declared.filter(([name, args]) => !before.has(name) && !meanings.has(meaning(args))),
    );
    if (added.size === 0) return NOTHING_TO_REPORT;
    const matches = (await listToAdopt(context, projectId, added)).search();
    if (matches.size === 0) return NOTHING_TO_REPORT;
    const note = adoptionText(projectId, matches, context.ownership.unsettledFor(context.urn));
    return { ...NOTHING_TO_REPORT, notes: [note] };
  },

  async checkMoved(context, id, { args: { projectId }, members }) {
    const live = await readMembers(context, projectId, members);
    const missing = [...members].filter(([, member]) => live?.get(member.id) === undefined);
    if (missing.length === 0) return undefined;
    return (
      `The new server lacks ${missing.length} of the ${members.size} alert configurations of the set ${id} ` +
      `(${missing.map(([name]) => name).join(", ")}). ${moveAdvice("set")}`
    );
  },

  sameMeaning: (a, b) => jsonEqual(a, b) || meaningOfSet(a) === meaningOfSet(b),

  async create(context, args) {
    const id = ID.idOf(args);
    const plan = planOf(new Map(), declaredMembers(args));
    return {
      id,
      state: await carryOut(context, { id, args, plan, recorded: [], lists: true, isLossAllowed: false }),
    };
  },

  async read(context, _, state) {
    if (state === undefined) throw new Error("A set of alert configurations cannot be looked up.");
    const { args, members } = state;
    const { projectId } = args;
    const live = await readMembers(context, projectId, members);
    if (live === undefined) return undefined;
    const found = [...members].flatMap(([name, member]): [string, Member][] => {
      const alertConfig = live.get(member.id);
      if (alertConfig === undefined) return [];
      // Its content is not known, so the next update writes all of it.
      if (member.alert === undefined) return [[name, member]];
      const alert = refreshedState(member.alert, alertConfig);
      return [[name, alert === member.alert ? member : { ...member, alert }]];
    });
    const remaining = new Map(found);
    const objectsOf = (some: Iterable<{ readonly id: string }>): string[] =>
      [...some].map((each) => alertObject(projectId, each.id));
    if (found.length > 0) context.ownership.recordRead(objectsOf(remaining.values()));
    const unmanagedAlertConfigs = unmanagedOf({ args, members: remaining }, [...live.values()]);
    const known = new Set(args.unmanagedAlertConfigs?.map((each) => each.id));
    const fresh = unmanagedAlertConfigs.filter((each) => !known.has(each.id));
    if (fresh.length > 0) context.ownership.recordFound(objectsOf(fresh));
    // The inputs must hold the list, so that a preview shows what the next update deletes.
    const isShown = args.unmanaged !== "delete" || unmanagedAlertConfigs.length === 0;
    const isSame =
      isShown &&
      !state.isIncomplete &&
      remaining.size === members.size &&
      found.every(([name, member]) => members.get(name) === member) &&
      jsonEqual(unmanagedAlertConfigs, args.unmanagedAlertConfigs ?? []);
    if (isSame) return state;
    return {
      args: { ...argsOfMembers(args, remaining), unmanagedAlertConfigs },
      members: remaining,
      ...notTakenOfMembers(remaining),
    };
  },

  async update(context, id, olds, news) {
    const declared = declaredMembers(news);
    const plan = planOf(olds.members, declared, olds.args.secretsVersion !== news.secretsVersion);
    const watched = ["unmanaged", "unmanagedExcept"] as const;
    const lists = isWatching(news.unmanaged) && !jsonEqual(pick(olds.args, watched), pick(news, watched));
    const recorded = olds.args.unmanagedAlertConfigs ?? [];
    return carryOut(context, {
      id,
      args: news,
      plan,
      recorded,
      lists,
      isLossAllowed: mayLose(news, olds.args),
    });
  },

  async delete(context, _, { args, members }) {
    await removeAll(context, args.projectId, members);
  },

  secrets: {
    apart: SECRETS_APART,
    exposed({ alertConfigs, alertConfigSecrets: secrets }, sealed, olds) {
      const members = Object.entries(knownValue(alertConfigs) ?? {});
      return [
        ...members.flatMap(([name, member]) =>
          secretsAmong(valueAt(member, ["notifications"])).map((path) => `alertConfigs.${name}.${path}`),
        ),
        ...(hasForeignSecrets(secrets, sealed, olds["alertConfigSecrets"]) ? ["alertConfigSecrets"] : []),
      ];
    },
    at: secretAt,

    written(olds, news) {
      const former = declaredMembers(olds);
      const isAll = olds.secretsVersion !== news.secretsVersion;
      return [...declaredMembers(news)].flatMap(([name, member]) =>
        writtenSecrets(isAll ? undefined : former.get(name), member).map(
          (path) => `alertConfigs.${name}.${path}`,
        ),
      );
    },

    unverified({ members }, news) {
      const declared = declaredMembers(news);
      const { changed } = planOf(members, declared);
      return [...declared].flatMap(([name, args]) => {
        const alert = changed.get(name)?.alert;
        const secrets = alert === undefined ? [] : unverifiedSecrets(alert, args);
        return secrets.map(({ path, value }) => ({ path: `alertConfigs.${name}.${path}`, value }));
      });
    },

    losses(olds, news) {
      const declared = declaredMembers(news);
      const { changed } = planOf(olds.members, declared);
      const found = [...changed].map(([name, { alert }]) => {
        const args = declared.get(name);
        if (alert === undefined || args === undefined || containsUnknown(args)) return NO_LOSSES;
        return mapValues(losses(alert, args), (paths) => paths.map((path) => `alertConfigs.${name}.${path}`));
      });
      return {
        secrets: found.flatMap(({ secrets }) => secrets),
        dropped: found.flatMap(({ dropped }) => dropped),
      };
    },
  },
  objects: {
    declared: (args) =>
      [...declaredMembers(args)].flatMap(([name, member]) => declaredAlert(member, `alertConfigs.${name}`)),
    place: ({ projectId, unmanaged }) => placeOf(projectId, unmanaged === "delete"),
    several: {
      managed({ args: { projectId }, members }, news) {
        const objectsOf = (some: Members): string[] =>
          [...some.values()].map(({ id }) => alertObject(projectId, id));
        const deleted = objectsOf(planOf(members, declaredMembers(news)).removed);
        return { kept: objectsOf(members).filter((object) => !deleted.includes(object)), deleted };
      },

      async overwritten(context, _, { members }, news) {
        const texts = [...declaredMembers(news)].map(async ([name, args]) => {
          const member = members.get(name);
          if (member === undefined) return [];
          const id = alertId(news.projectId, member.id);
          return overwrittenNotes({ kind: alertAdoption, context: forMember(context, name), id, args });
        });
        return (await Promise.all(texts)).flat();
      },

      furtherChanges({ args, members }, news, ownership, urn) {
        const unwritten = [...members].filter(([, { alert }]) => alert === undefined);
        const assumed: SetArgs = isUnknown(news.unmanaged) ? { ...news, unmanaged: "delete" } : news;
        const found = deletable({ ownership }, { args: assumed, members }, args.unmanagedAlertConfigs ?? []);
        const adds = [...declaredMembers(news).keys()].some((name) => !members.has(name));
        const texts = [
          unwritten.length > 0 &&
            `Alert configurations whose last write failed are written again, or deleted if they are not declared any more: ` +
              `${unwritten.map(([name]) => name).join(", ")}.`,
          ...removalTexts(news, members, ownership, urn),
          found.length > 0 && unmanagedText(news, found, adds),
        ].filter((text) => text !== false);
        if (texts.length === 0) return undefined;
        const isHidden =
          unwritten.length > 0 || (found.length > 0 && news.unmanagedAlertConfigs === undefined);
        return { text: texts.join("\n"), isHidden };
      },
    },
  },
};

/** One text for all arguments that ask for the same. */
function meaningOfSet(args: SetArgs): string {
  const {
    unmanaged = "ignore",
    unmanagedExcept = [],
    changedSecrets = [],
    unmanagedAlertConfigs = [],
  } = args;
  return canonicalJson({
    ...pick(args, ["projectId", "secretsVersion"]),
    unmanaged,
    unmanagedExcept: unmanagedExcept.toSorted(),
    changedSecrets,
    unmanagedAlertConfigs,
    alertConfigs: mapValues(Object.fromEntries(declaredMembers(args)), meaningOf),
  });
}

/**
 * All alert configurations of the project by id, by one list; a member that is missing from it is read by itself. `undefined` if
 * the service says that the project does not exist.
 */
async function readMembers(context: Context, projectId: string, members: Members) {
  const reads = readsOf(context, projectId);
  const listed = await orUndefined(reads.all());
  if (listed === undefined) return undefined;
  const live = new Map(listed.map((each) => [each.id, each]));
  const missing = [...members.values()].filter(({ id }) => !live.has(id));
  await Promise.all(
    missing.map(async ({ id }) => {
      const found = await getAlertConfig(context.api, projectId, id);
      if (found !== undefined) live.set(id, found);
    }),
  );
  return live;
}
