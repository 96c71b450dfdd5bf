/** How an export lists the settings of a project, and declares them. */

import { isUnsupported, orUndefined } from "../../api/common";
import type { PlainObject } from "../../json";
import { textsIn } from "../../json";
import { withoutDefaults } from "../comparison";
import type { Declaring } from "../declaring";
import { IMPORTED } from "../declaring";
import { joinName } from "../export-names";
import { unknownFieldsIn } from "../kept-fields";
import { pathText, valueAt } from "../problems";
import type { SettingsComparison } from "./comparison";
import type { Facts } from "./facts";
import type { PlaceIds, SettingsArgs, SettingsOptions, SettingsRequests, SettingsState } from "./options";

export function declareSettings<Args extends SettingsArgs, Live extends object>(
  requests: SettingsRequests<Live>,
  options: SettingsOptions<Args, Live>,
  { what, table, secrets, ID, isSet, openOf, argsWith, notCarried }: Facts<Args, Live>,
  { stateOf }: SettingsComparison<Args, Live>,
): Declaring<Live, SettingsState<Args>> {
  const { hasSecret = (live, path) => valueAt(live, path) !== undefined } = options;
  const placeOf = (live: Live, projectId: string): PlaceIds =>
    options.idsOf?.(live, projectId) ?? { projectId };
  return {
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
        const [, ...others] = Object.values(ids).map((each) => each.toLowerCase());
        const args = argsWith(ids, openOf(withoutDefaults(table, live)));
        const name = unique(joinName(slug, what.replaceAll(" ", "-"), ...others));
        const hidden = secrets.filter((path) => hasSecret(live, path));
        return {
          name,
          id: ID.idOf(ids),
          args: { ...args } as PlainObject,
          secrets: hidden.map((path) => ({
            path,
            key: `${name}.${path.join(".")}`,
            shown: textsIn(valueAt(live, path)).join(),
          })),
          unknown: [{ fields: unknownFieldsIn(table, { ...live } as PlainObject, notCarried).map(pathText) }],
          state: stateOf(hidden.length > 0 ? { ...args, ...IMPORTED } : args, live),
        };
      }),
  };
}
