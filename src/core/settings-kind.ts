/**
 * A kind of settings: an object of which each project has exactly one, so that a create changes what is there. A write replaces the
 * whole object, keeps what the program does not declare, and is sent only on a difference.
 */

import { isUnsupported, orUndefined } from "../api/common";
import { argumentNames } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { PlainObject } from "../json";
import { jsonEqual, omit, pick } from "../json";
import { knownText } from "../unknowns";
import { carriedIn, writtenState } from "./carried";
import { comparisonOf, withLiveValues, withoutDefaults } from "./comparison";
import { chosenObject, notThere, objectText } from "./converge";
import type { Declaring } from "./declaring";
import { joinName } from "./declaring";
import type { CommonArgs, Context, ResourceDefinition } from "./definition";
import type { Description } from "./description";
import { argumentsOf } from "./description";
import { sendKeeping, unknownFieldsIn } from "./kept-fields";
import { maybeNotTaken, notTakenIn } from "./not-taken";
import type { PlainState } from "./plain-state";
import { plainForm } from "./plain-state";
import { pathText, valueAt, withValue } from "./problems";
import { idOfParts } from "./resource-id";
import { rowsOf } from "./rows";
import { writeUntil } from "./write-until";

/** How the service has the settings. */
export interface SettingsRequests<Live extends object> {
  /** Reads them; if nobody has set them, without the fields of the description. */
  read(this: void, api: ApiClient, projectId: string): Promise<Live>;
  /** Replaces them. */
  send(this: void, api: ApiClient, projectId: string, body: PlainObject): Promise<void>;
  /** Whether somebody has set them. */
  isSet(this: void, live: Live): boolean;
  /** The outputs. @default the fields that the description has as outputs */
  shown?(this: void, live: Live): PlainObject;
  /** What the settings are a part of: writes of one document are never in progress at the same time. @default they are one by themselves */
  readonly document?: string;
  /** Whether an error says that somebody else has changed the document since the read. */
  isConflict?(this: void, error: unknown): boolean;
}

export interface SettingsArgs extends CommonArgs {
  readonly projectId: string;
}

interface Kept {
  /** The last write, or what an import or a look-up found. Absent in a report of an encrypted state. */
  readonly written?: { readonly declared: PlainObject; readonly returned: PlainObject } | undefined;
}

export type SettingsState<Args extends SettingsArgs> = PlainState<Args, PlainObject, Kept>;

export interface SettingsKind<Args extends SettingsArgs, Live extends object> {
  /** What a deletion does is left to the kind. */
  readonly operations: Omit<ResourceDefinition<Args, SettingsState<Args>>, "delete">;
  readonly declaring: Declaring<Live, SettingsState<Args>>;
  /** Writes other settings, unless the service has them. If the project is gone, there is nothing to write. */
  reset(this: void, context: Context, projectId: string, body: PlainObject): Promise<void>;
}

export function settingsKind<Args extends SettingsArgs, Live extends object>(
  description: Description,
  requests: SettingsRequests<Live>,
): SettingsKind<Args, Live> {
  type State = SettingsState<Args>;
  const { what, object: table } = description;
  const { read, isSet, isConflict = () => false, document = what } = requests;
  const outputNames = Object.keys(description.outputs);
  const { shown = (live) => pick({ ...live } as PlainObject, outputNames) } = requests;
  /** The output that repeats the settings. */
  const repeated = outputNames.find((name) => description.outputs[name]?.repeats === true);
  const names = argumentNames(table);
  const inputNames = Object.keys(argumentsOf(description));
  const ID = idOfParts(["projectId"]);

  const fieldsOf = (of: object): PlainObject => pick<PlainObject, string>({ ...of }, names);
  const argsWith = (args: object, fields: object): Args =>
    ({ ...omit<PlainObject, string>({ ...args }, names), ...fields }) as PlainObject & Args;
  /** Compares the settings of the service with exactly these. */
  const rowsWith = (declared: object, live: object) => rowsOf(table, { declared, expected: declared, live });

  /** The state after a write, or of what exists. */
  function stateOf(args: Args, live: Live): State {
    const [declared, returned] = [fieldsOf(args), fieldsOf(live)];
    return {
      args,
      service: shown(live),
      kept: { written: { declared, returned } },
      ...maybeNotTaken(notTakenIn(rowsOf(table, { declared, expected: returned, live: returned }))),
    };
  }

  /** The arguments that describe what the service has. */
  function refreshed({ args, service, kept: { written } }: State, live: Live): Args {
    const declared = written?.declared ?? fieldsOf(args);
    const expected = written?.returned ?? service[repeated ?? ""];
    const all = rowsOf(table, { declared, expected, live });
    const rows = expected === undefined ? all.filter((row) => row.declared !== undefined) : all;
    return argsWith(args, withLiveValues(declared, rows));
  }

  /** Sets what is declared, and keeps what the program leaves out. @param former absent if nothing was written before */
  async function writeDeclared(context: Context, args: Args, former?: State): Promise<Live> {
    const { args: known, kept: { written } = {} } = writtenState(former) ?? {};
    const bodyFor = (live: Live): PlainObject => {
      // Settings that somebody has removed get back what they had.
      const before = isSet(live) ? live : written?.returned;
      const { kept } = carriedIn(table, { news: args, shown: known, ...written, live: before });
      const body = kept.reduce<unknown>(
        (whole, { path, value }) => withValue(whole, path, value),
        fieldsOf(args),
      );
      return body as PlainObject;
    };
    const isReached = (live: Live): boolean =>
      rowsWith(bodyFor(live), live).every(({ verdict }) => verdict === "same");
    return writeSettings(context, args.projectId, isReached, async (live) => {
      const unknown = unknownFieldsIn(table, { ...live } as PlainObject, ["links"]);
      const carried = unknown.map((path) => ({ path, value: valueAt(live, path) }));
      const send = async (body: PlainObject): Promise<void> =>
        requests.send(context.api, args.projectId, body);
      await sendKeeping(bodyFor(live), carried, send, (text) =>
        context.warn(`The ${objectText(context, what, args.projectId)}: ${text}`),
      );
    });
  }

  async function writeSettings(
    context: Context,
    projectId: string,
    isReached: (live: Live) => boolean,
    write: (live: Live) => Promise<void>,
  ): Promise<Live> {
    return writeUntil(context, {
      object: objectText(context, what, projectId),
      document: `${document} of ${projectId}`,
      read: async () => read(context.api, projectId),
      isReached,
      write,
      isConflict,
    });
  }

  return {
    operations: {
      ...description,
      ...plainForm(description),

      validate: ID.validate,
      claims: (args) => chosenObject({ ...args, adopt: true }, knownText(args.projectId), "projectId"),
      /** Settings that nobody has set count as none: a create of them changes nothing that somebody has chosen. */
      adoption: {
        what,
        instead: "omit the option import, so that the create changes it",
        async find({ api }, id) {
          const live = await read(api, id);
          return isSet(live) ? live : undefined;
        },
        // A create keeps what the program leaves out.
        compare: (args, live) =>
          comparisonOf(rowsWith(args, live as Live).filter(({ declared }) => declared !== undefined)),
        write: async (context, _, args) => writeDeclared(context, args),
        stateOf: (args, live) => stateOf(args, live as Live),
      },

      async checkMoved({ api }, id) {
        const live = await orUndefined(read(api, id));
        return live === undefined
          ? notThere("project", id, "for another project change projectId")
          : undefined;
      },

      sameMeaning: (a, b) =>
        jsonEqual(pick(a, inputNames as (keyof Args)[]), pick(b, inputNames as (keyof Args)[])),

      create: async (context, args) => ({
        id: args.projectId,
        state: stateOf(args, await writeDeclared(context, args)),
      }),

      async read({ api }, id, state) {
        const live = await orUndefined(read(api, id));
        if (live === undefined) return undefined;
        if (state === undefined)
          return isSet(live) ? stateOf(argsWith({ projectId: id }, fieldsOf(live)), live) : undefined;
        const args = refreshed(state, live);
        return jsonEqual(args, state.args) && state.notTaken === undefined
          ? state
          : { args, service: shown(live), kept: state.kept };
      },

      update: async (context, _, olds, news) => stateOf(news, await writeDeclared(context, news, olds)),
    },

    declaring: {
      listing: {
        what,
        isInProjects: true,
        async list(api, projectId) {
          const live = await orUndefined(read(api, projectId), isUnsupported);
          return live !== undefined && isSet(live) ? [live] : [];
        },
        describe: (_, projectId) => ({ what, id: projectId }),
        absent: (_, __, text) => `${text} Its id is the projectId of a project that has set it.`,
      },
      declare: ({ projectId, slug }, found, unique) =>
        found.map((live) => {
          const args = argsWith({ projectId }, fieldsOf(withoutDefaults(table, live)));
          return {
            name: unique(joinName(slug, what.replaceAll(" ", "-"))),
            id: projectId,
            args: { ...args } as PlainObject,
            unknown: [{ fields: unknownFieldsIn(table, { ...live } as PlainObject, []).map(pathText) }],
            state: stateOf(args, live),
          };
        }),
    },

    async reset(context, projectId, body) {
      const isReached = (live: Live): boolean => !isSet(live);
      const write = async (): Promise<void> => requests.send(context.api, projectId, body);
      await orUndefined(writeSettings(context, projectId, isReached, write));
    },
  };
}
