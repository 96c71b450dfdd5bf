/**
 * A kind of settings: an object of which each place, such as a project, has at most one, so that a create changes what is there. A write
 * keeps what the program does not declare, and is sent only on a difference.
 */

import type { z } from "zod";
import { isUnsupported, orUndefined } from "../api/common";
import { secretsVersion } from "../api/schema";
import { argumentNames, publicArguments, secretPaths } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { PlainObject } from "../json";
import { isEmptyList, isPlainObject, jsonEqual, omit, pick, textsIn, withoutUndefined } from "../json";
import type { Connection } from "./connections";
import type { Carried } from "./carried";
import { carriedIn, lossText, mayLose, writtenState } from "./carried";
import type { Comparison } from "./comparison";
import { comparisonOf, pathOf, secretsIn, withLiveValues, withoutDefaults } from "./comparison";
import { chosenObject, notThere, objectText, withKnownLists } from "./converge";
import type { Declaring, ListingOption } from "./declaring";
import { IMPORTED, joinName } from "./declaring";
import type { Adoption, CommonArgs, Context, ResourceDefinition } from "./definition";
import type { Description } from "./description";
import { argumentsOf } from "./description";
import { fieldProblems } from "./field-problems";
import { keyOf } from "./key";
import type { KeptField } from "./kept-fields";
import { sendKeeping, unknownFieldsIn, withFields } from "./kept-fields";
import { maybeNotTaken, notTakenIn } from "./not-taken";
import type { PlainState } from "./plain-state";
import { plainForm } from "./plain-state";
import type { Path, Problem } from "./problems";
import { pathText, valueAt, withValue } from "./problems";
import { idOfParts } from "./resource-id";
import type { Row } from "./rows";
import { rowsOf } from "./rows";
import { knownValue } from "../unknowns";
import type { Unsettled } from "../unknowns";
import { secretsAt } from "./secrets-at";
import { writeUntil } from "./write-until";

/** The arguments that say where the settings are, by name. */
export type PlaceIds = Readonly<Record<string, string>>;

/** How the service has the settings. */
export interface SettingsRequests<Live extends object> {
  /** Reads them; if nobody has set them, without the fields of the description. `undefined` if they do not exist. */
  read(this: void, api: ApiClient, ids: PlaceIds): Promise<Live | undefined>;
  /** Replaces them. */
  send(this: void, api: ApiClient, ids: PlaceIds, body: PlainObject): Promise<void>;
  /** Whether somebody has set them. */
  isSet(this: void, live: Live): boolean;
  /** The outputs. @default the fields that the description has as outputs */
  shown?(this: void, live: Live): PlainObject;
  /** What the settings are a part of: writes of one document are never in progress at the same time. @default they are one by themselves */
  readonly document?: string;
  /** Whether an error says that somebody else has changed the document since the read. */
  isConflict?(this: void, error: unknown): boolean;
}

/** What a kind does otherwise than most. */
export interface SettingsOptions<Args extends CommonArgs, Live extends object> {
  /** Whether what a program leaves out stays as it is and is never a difference. @default a removed argument gets back what was there before */
  readonly keepsUndeclared?: boolean;
  /** Whether a write sends only what is declared, since the service keeps the rest. @default it replaces the whole object */
  readonly sendsDeclared?: boolean;
  /** Whether a write keeps a field of an object that the program declares without it. @default it does */
  keeps?(this: void, path: Path, args: Args, live: Live): boolean;
  /** The live settings in the words of the program, where they mean the same. */
  inWordsOf?(this: void, args: Args, live: Live): Live;
  /** What a program declares, as the service takes it. */
  sent?(this: void, fields: PlainObject): PlainObject;
  /** Whether a create takes over settings only with `adopt`. @default it always does */
  readonly adoptsOnDemand?: string;
  /** Returns why settings that exist are not taken over. @param known the arguments in the state, for an update */
  refusal?(this: void, args: Args, live: Live, known?: Args): string | undefined;
  /** Validates what the columns of the tables cannot. */
  validate?(this: void, args: Unsettled<Args>, connection: Connection): Problem[];
  /** The spelling of the last part of the id. */
  canonical?(this: void, last: string): string | undefined;
  /** The settings of a project, for an export, each with what its place has besides the project. @default one for each project */
  list?(this: void, api: ApiClient, projectId: string): Promise<readonly Live[]>;
  /** The ids of settings that a list returns. @default the project */
  idsOf?(this: void, live: Live, projectId: string): PlaceIds;
  readonly option?: ListingOption;
  /** Whether live settings have a secret at a path. @default if the response has it, masked or not */
  hasSecret?(this: void, live: Live, path: Path): boolean;
}

export type SettingsArgs = CommonArgs & { readonly projectId: string };

interface Kept {
  /** The last write without its secrets, or what an import or a look-up found. Absent in a report of an encrypted state. */
  readonly written?: { readonly declared: PlainObject; readonly returned: PlainObject } | undefined;
}

export type SettingsState<Args extends CommonArgs> = PlainState<Args, PlainObject, Kept>;

export interface SettingsKind<Args extends CommonArgs, Live extends object> {
  /** What a deletion does is left to the kind. */
  readonly operations: Omit<ResourceDefinition<Args, SettingsState<Args>>, "delete">;
  readonly declaring: Declaring<Live, SettingsState<Args>>;
  /** Writes other settings, unless the service has them. If the place is gone, there is nothing to write. */
  change(
    this: void,
    context: Context,
    id: string,
    isReached: (live: Live) => boolean,
    bodyFor: (live: Live) => PlainObject,
  ): Promise<void>;
  /** The ids in a Pulumi id. */
  idsIn(this: void, id: string): PlaceIds;
}

export function settingsKind<Args extends SettingsArgs, Live extends object>(
  description: Description,
  requests: SettingsRequests<Live>,
  options: SettingsOptions<Args, Live> = {},
): SettingsKind<Args, Live> {
  type State = SettingsState<Args>;
  const { what, object: table } = description;
  const { isSet, isConflict = () => false, document = what } = requests;
  const { inWordsOf = (_, live) => live, sent = (fields) => fields, keepsUndeclared = false } = options;
  const outputNames = Object.keys(description.outputs);
  const { shown = (live) => pick({ ...live } as PlainObject, outputNames) } = requests;
  /** The output that repeats the settings. */
  const repeated = outputNames.find((name) => description.outputs[name]?.repeats === true);
  const names = argumentNames(table);
  const secrets: readonly Path[] = secretPaths(table);
  const inputNames = Object.keys(argumentsOf(description)).filter(
    (name) => !names.includes(name) && description.options[name]?.createOnly !== true,
  );
  const idNames = Object.keys(description.ids);
  /** Fields of responses that the service sets. */
  const notCarried = ["groupId", "id", "links", ...idNames, ...outputNames];
  const ID = idOfParts(idNames, options.canonical);
  const argument = idNames.at(-1) ?? "";

  const idsOf = (args: object): PlaceIds => pick<PlainObject, string>({ ...args }, idNames) as PlaceIds;
  const fieldsOf = (of: object): PlainObject => pick<PlainObject, string>({ ...of }, names);
  const openOf = (of: object): PlainObject => publicArguments<PlainObject>(table, fieldsOf(of));
  const argsWith = (args: object, fields: object): Args =>
    ({ ...omit<PlainObject, string>({ ...args }, names), ...fields }) as PlainObject & Args;
  const read = async (api: ApiClient, ids: PlaceIds): Promise<Live> =>
    (await requests.read(api, ids)) ?? ({} as Live);

  /** An empty list is a value where what is left out stays as it is. */
  const declaredIn = (args: object): string[] => names.filter((name) => valueAt(args, [name]) !== undefined);

  /** The part of settings that is compared. */
  const compared = (declared: object, live: object): object => {
    const left = omit(table, declaredIn(declared));
    return keepsUndeclared ? omit<PlainObject, string>({ ...live }, Object.keys(left)) : live;
  };
  /** Whether a row is about something that the program declares: a whole list, or a field. */
  const isManaged = ({ path, declared }: Row): boolean =>
    !keepsUndeclared || declared !== undefined || typeof path.at(-1) === "number";
  /** Compares the settings of the service with exactly these. */
  const rowsWith = (args: Args, declared: object, live: Live): Row[] =>
    rowsOf(table, {
      declared,
      expected: openOf(declared),
      live: compared(declared, inWordsOf(args, live)),
    }).filter(isManaged);

  /** The state after a write, or of what exists. */
  function stateOf(args: Args, live: Live): State {
    const declared = openOf(args);
    const returned = openOf(compared(args, inWordsOf(args, live)));
    const rows = rowsOf(table, { declared, expected: returned, live: returned }).filter(isManaged);
    return {
      args: omit(args, ["changedSecrets"]) as Args,
      service: shown(live),
      kept: { written: { declared, returned } },
      ...maybeNotTaken(notTakenIn(rows)),
    };
  }

  /** The arguments that describe what the service has. */
  function refreshed({ args, service, kept: { written } }: State, live: Live): Args {
    const declared = written?.declared ?? openOf(args);
    const expected = written?.returned ?? service[repeated ?? ""];
    const seen = compared(args, inWordsOf(args, live));
    const own = keepsUndeclared ? pick(declared, Object.keys(fieldsOf(args))) : declared;
    const all = rowsOf(table, { declared: own, expected, live: openOf(seen) });
    const rows = all.filter(
      (row) => isManaged(row) && (expected !== undefined || row.declared !== undefined),
    );
    const found = withSecretsOf(withLiveValues(own, rows), args);
    // Of a secret that the program does not declare nothing is compared.
    const ofSecrets = rowsOf(table, { declared: fieldsOf(args), live: seen }).filter(
      (row) => row.field.secret === true && row.declared !== undefined,
    );
    const { changedSecrets } = secretsIn(ofSecrets, pathOf);
    return withoutUndefined({
      ...argsWith(args, found),
      changedSecrets: changedSecrets.length > 0 ? changedSecrets : undefined,
    }) as Args;
  }

  function withSecretsOf(fields: PlainObject, args: object): PlainObject {
    return secrets.reduce<PlainObject>((whole, path) => {
      const value = valueAt(args, path);
      const isThere = value !== undefined && isPlainObject(valueAt(whole, path.slice(0, -1)));
      return isThere ? (withValue(whole, path, value) as PlainObject) : whole;
    }, fields);
  }

  /** Whether a secret is written although the service may not show a difference. */
  function hasNewSecret(args: Args, former: Args | undefined): boolean {
    const at = (of: Args | undefined, path: Path): unknown =>
      of === undefined ? undefined : valueAt(of, path);
    return [...secrets, ["secretsVersion"]].some((path) => !jsonEqual(at(args, path), at(former, path)));
  }

  /** Whether a write keeps a field that the program does not declare. Where it keeps whole arguments, a list is one value. */
  function isKept(path: Path, args: Args, live: Live): boolean {
    if (!keepsUndeclared) return true;
    return !path.some((part) => typeof part === "number") && options.keeps?.(path, args, live) !== false;
  }

  /** What a write sends besides what is declared, and what it loses. */
  function carriedBy(args: Args, live: Live, former?: State): Carried {
    if (options.sendsDeclared === true) return { kept: [], lost: [] };
    const { args: known, kept: { written } = {} } = writtenState(former) ?? {};
    // Settings that somebody has removed get back what they had.
    const before = isSet(live) ? live : written?.returned;
    const versions = keepsUndeclared
      ? { news: args, live: before }
      : { news: args, shown: known, ...written, live: before };
    return carriedIn(table, versions, (path) => !isKept(path, args, live));
  }

  /** The fields of a newer version of the service that a body keeps; those of an item of a list go with the item. */
  function unknownFields(body: PlainObject, live: Live, isFieldKept: (path: Path) => boolean): KeptField[] {
    return unknownFieldsIn(table, { ...live } as PlainObject, notCarried).flatMap((path): KeptField[] => {
      const value = valueAt(live, path);
      const [name = "", index, ...rest] = path;
      if (typeof index !== "number") return isFieldKept(path) ? [{ path, value }] : [];
      const item = valueAt(live, [name, index]);
      const at = ((body[name] ?? []) as unknown[]).findIndex((each) => isSameItem(each, item));
      return at === -1 ? [] : [{ path: [name, at, ...rest], value }];
    });
  }

  /** Sets what is declared, and keeps what the program leaves out. @param former absent if nothing was written before */
  async function writeDeclared(context: Context, args: Args, former?: State): Promise<Live> {
    const { args: known } = writtenState(former) ?? {};
    const bodyFor = (live: Live): PlainObject => {
      const { kept, lost } = carriedBy(args, live, former);
      const refusal = mayLose(args, known) ? undefined : lossText(lost.map(pathText));
      if (refusal !== undefined) throw new Error(refusal);
      return withFields(sent(fieldsOf(args)), kept);
    };
    let mustWrite = hasNewSecret(args, known);
    /** Whether a secret fits what the service shows, which proves nothing if it did so before the write. */
    const fits = (live: Live): boolean =>
      rowsWith(args, fieldsOf(args), live).some(
        ({ field, declared, verdict }) =>
          field.secret === true && declared !== undefined && verdict !== "changed",
      );
    const isReached = (live: Live): boolean => {
      const isThere = !keepsUndeclared || isSet(live);
      const rows = rowsWith(args, keepsUndeclared ? fieldsOf(args) : bodyFor(live), live);
      const isSame = ({ verdict }: Row): boolean => verdict === "same" || verdict === "cannotTell";
      return !mustWrite && isThere && rows.every(isSame);
    };
    const write = async (live: Live): Promise<void> => {
      const reason = former && isSet(live) ? options.refusal?.(args, live, former.args) : undefined;
      if (reason !== undefined) throw new Error(`${reason} Nothing was written.`);
      mustWrite &&= isSet(live) && fits(live);
      await send(context, idsOf(args), live, bodyFor(live), (path) => isKept(path, args, live));
      mustWrite = false;
    };
    return writeSettings(context, idsOf(args), isReached, write);
  }

  async function send(
    context: Context,
    ids: PlaceIds,
    live: Live,
    body: PlainObject,
    isFieldKept: (path: Path) => boolean = () => true,
  ): Promise<void> {
    const kept = options.sendsDeclared === true ? [] : unknownFields(body, live, isFieldKept);
    const request = async (complete: PlainObject) => requests.send(context.api, ids, complete);
    await sendKeeping(body, kept, request, (text) =>
      context.warn(`The ${objectText(context, what, ID.idOf(ids))}: ${text}`),
    );
  }

  async function writeSettings(
    context: Context,
    ids: PlaceIds,
    isReached: (live: Live) => boolean,
    write: (live: Live) => Promise<void>,
  ): Promise<Live> {
    const id = ID.idOf(ids);
    return writeUntil(context, {
      object: objectText(context, what, id),
      document: `${document} of ${id}`,
      read: async () => read(context.api, ids),
      isReached,
      write,
      isConflict,
    });
  }

  const adoption: Adoption<Args, State, Live> = {
    what,
    ...(options.adoptsOnDemand === undefined
      ? { instead: "omit the option import, so that the create changes it" }
      : { advice: options.adoptsOnDemand }),
    /** Settings that nobody has set count as none: a create of them changes nothing that somebody has chosen. */
    async find({ api }, id) {
      const live = await read(api, ID.split(id));
      return isSet(live) ? live : undefined;
    },
    // A create keeps what the program leaves out.
    compare: (args, live): Comparison => {
      const isDeclared = ({ path: [name = ""] }: Row): boolean => valueAt(args, [name]) !== undefined;
      const { lost } = carriedBy(args, live);
      return comparisonOf(rowsWith(args, fieldsOf(args), live).filter(isDeclared), { kept: [], lost });
    },
    known: (args, live) => withKnownLists(table, args, live),
    write: async (context, _, args) => writeDeclared(context, args),
    stateOf: (args, live) => stateOf(args, live),
    refusal: (args, live) => options.refusal?.(args, live),
  };

  return {
    operations: {
      ...description,
      ...plainForm(description),

      rules: (): Record<string, z.ZodType> =>
        "secretsVersion" in description.options ? { secretsVersion: secretsVersion() } : {},
      validate: (args, connection) => [
        ...ID.validate(args),
        ...fieldProblems(table, knownValue(args), connection.settings.strictCatalog),
        ...(options.validate?.(args, connection) ?? []),
      ],
      claims: (args) =>
        chosenObject(
          options.adoptsOnDemand === undefined ? { ...args, adopt: true } : args,
          ID.known(args as unknown as PlaceIds),
          argument,
        ),
      adoption,

      async checkMoved({ api }, id) {
        const live = await orUndefined(requests.read(api, ID.split(id)));
        return live === undefined
          ? notThere(idNames.length === 1 ? "project" : what, id, `for another one change ${argument}`)
          : undefined;
      },

      sameMeaning: (a, b) =>
        (!keepsUndeclared || jsonEqual(declaredIn(a), declaredIn(b))) &&
        jsonEqual(pick(a, inputNames as (keyof Args)[]), pick(b, inputNames as (keyof Args)[])) &&
        jsonEqual(a.changedSecrets, b.changedSecrets) &&
        keyOf(table, a, { secrets: true }) === keyOf(table, b, { secrets: true }),

      create: async (context, args) => ({
        id: ID.idOf(idsOf(args)),
        state: stateOf(args, await writeDeclared(context, args)),
      }),

      async read({ api }, id, state) {
        const ids = ID.split(id);
        const live = await orUndefined(requests.read(api, ids));
        if (live === undefined) return undefined;
        if (state === undefined) return isSet(live) ? stateOf(argsWith(ids, openOf(live)), live) : undefined;
        const args = refreshed(state, live);
        return jsonEqual(args, state.args) && state.notTaken === undefined
          ? state
          : { args, service: shown(live), kept: state.kept };
      },

      update: async (context, _, olds, news) => stateOf(news, await writeDeclared(context, news, olds)),

      ...(secrets.length > 0 && { secrets: secretsAt<Args, State>(secrets) }),
    },

    declaring: {
      listing: {
        what,
        isInProjects: true,
        ...(options.option && { option: options.option }),
        async list(api, projectId) {
          if (options.list !== undefined) return options.list(api, projectId);
          const live = await orUndefined(requests.read(api, { projectId }), isUnsupported);
          return live !== undefined && isSet(live) ? [live] : [];
        },
        describe(live, projectId) {
          const ids = placeOf(live, projectId);
          return { what: [what, ...Object.values(ids).slice(1)].join(" "), id: ID.idOf(ids) };
        },
        absent: (_, __, text) => `${text} Its id is the projectId of a project that has set it.`,
      },
      declare: ({ projectId, slug }, found, unique) =>
        found.map((live) => {
          const ids = placeOf(live, projectId);
          const [, ...others] = Object.values(ids);
          const args = argsWith(ids, openOf(withoutDefaults(table, live)));
          const id = ID.idOf(ids);
          const name = unique(
            joinName(slug, what.replaceAll(" ", "-"), ...others.map((each) => each.toLowerCase())),
          );
          const { hasSecret = (_, path) => valueAt(live, path) !== undefined } = options;
          const hidden = secrets.filter((path) => hasSecret(live, path));
          return {
            name,
            id,
            args: { ...args } as PlainObject,
            secrets: hidden.map((path) => ({
              path,
              key: `${name}.${path.join(".")}`,
              shown: textsIn(valueAt(live, path)).join(),
            })),
            unknown: [
              { fields: unknownFieldsIn(table, { ...live } as PlainObject, notCarried).map(pathText) },
            ],
            state: stateOf(hidden.length > 0 ? { ...args, ...IMPORTED } : args, live),
          };
        }),
    },

    async change(context, id, isReached, bodyFor) {
      const ids = ID.split(id);
      // Where nothing undeclared is kept, a deletion resets everything.
      const write = async (live: Live): Promise<void> =>
        keepsUndeclared
          ? send(context, ids, live, bodyFor(live))
          : requests.send(context.api, ids, bodyFor(live));
      await orUndefined(writeSettings(context, ids, isReached, write));
    },
    idsIn: (id) => ID.split(id),
  };

  function placeOf(live: Live, projectId: string): PlaceIds {
    return options.idsOf?.(live, projectId) ?? { projectId };
  }
}

/** Whether an item of a list is the one that the service has: all that it declares is the same. */
function isSameItem(declared: unknown, live: unknown): boolean {
  return (
    isPlainObject(declared) &&
    isPlainObject(live) &&
    Object.entries(declared).every(([name, value]) => jsonEqual(value, live[name]) || isEmptyList(value))
  );
}
