/**
 * A kind of settings: an object of which each place, such as a project, has at most one, so that a create changes what is there. A write
 * keeps what the program does not declare, and is sent only on a difference.
 */

import type { z } from "zod";
import { orUndefined } from "../../api/common";
import { secretsVersion } from "../../api/schema";
import type { PlainObject } from "../../json";
import { jsonEqual } from "../../json";
import { containsUnknown, knownValue } from "../../unknowns";
import type { Comparison } from "../comparison";
import { comparisonOf } from "../comparison";
import { chosenObject, notThere, withKnownLists } from "../converge";
import type { Declaring } from "../declaring";
import type { Adoption, CommonArgs, Context, ResourceDefinition } from "../definition";
import { NOTHING_TO_REPORT } from "../definition";
import type { Description } from "../description";
import { fieldProblems } from "../field-problems";
import { plainForm } from "../plain-state";
import { error, valueAt } from "../problems";
import type { Row } from "../rows";
import { secretsAt } from "../secrets-at";
import { compareSettings } from "./comparison";
import { declareSettings } from "./declaring";
import { factsOf } from "./facts";
import type { PlaceIds, SettingsArgs, SettingsOptions, SettingsRequests, SettingsState } from "./options";
import { writeSettings } from "./writes";

export type { SettingsArgs, SettingsState } from "./options";

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
  const facts = factsOf(description, requests, options);
  const { what, table, secrets, ID, idNames, isSet, shown, idsOf, fieldsOf, openOf, argsWith } = facts;
  const comparison = compareSettings(description, options, facts);
  const { rowsWith, stateOf, refreshed, sameMeaning } = comparison;
  const { carriedBy, previewRefusal, writeDeclared, change } = writeSettings(
    requests,
    options,
    facts,
    comparison,
  );
  const { adoptsOnDemand } = options;
  const mayBeRefused =
    options.refusal !== undefined || (secrets.length > 0 && options.sendsDeclared !== true);
  const argument = idNames.at(-1) ?? "";

  const adoption: Adoption<Args, State, Live> = {
    what,
    ...(adoptsOnDemand === undefined
      ? { instead: "omit the option import, so that the create changes it" }
      : { advice: adoptsOnDemand }),
    /** Settings that nobody has set count as none: a create of them changes nothing that somebody has chosen. */
    async find({ api }, id) {
      const live = await requests.read(api, ID.split(id));
      return live !== undefined && isSet(live) ? live : undefined;
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
          adoptsOnDemand === undefined ? { ...args, adopt: true } : args,
          ID.known(args as unknown as PlaceIds),
          argument,
        ),
      adoption,

      /** A create is compared with what is there; an update may be refused because of what others have set since. */
      async preview({ api }, olds, news) {
        const isChange = olds !== undefined && !containsUnknown(news) && !sameMeaning(olds, news);
        if (!isChange || !mayBeRefused) return NOTHING_TO_REPORT;
        const live = await orUndefined(requests.read(api, idsOf(news)));
        const refusal = live && previewRefusal(news, live, olds);
        return refusal === undefined ? NOTHING_TO_REPORT : { problems: [error([], refusal)], notes: [] };
      },

      async checkMoved({ api }, id) {
        const live = await orUndefined(requests.read(api, ID.split(id)));
        return live === undefined
          ? notThere(idNames.length === 1 ? "project" : what, id, `for another one change ${argument}`)
          : undefined;
      },

      sameMeaning,

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
    declaring: declareSettings(requests, options, facts, comparison),
    change: async (context, id, isReached, bodyFor) =>
      void (await orUndefined(change(context, ID.split(id), isReached, bodyFor))),
    idsIn: (id) => ID.split(id),
  };
}
