/** What follows from the description, the requests and the options of a kind of settings, for its comparison, its writes and its export. */

import { argumentNames, publicArguments, secretPaths } from "../../fields/table";
import type { PlainObject } from "../../json";
import { omit, pick } from "../../json";
import type { Description } from "../description";
import type { Path } from "../problems";
import { idOfParts } from "../resource-id";
import type { PlaceIds, SettingsArgs, SettingsOptions, SettingsRequests } from "./options";

export type Facts<Args extends SettingsArgs, Live extends object> = ReturnType<typeof factsOf<Args, Live>>;

export function factsOf<Args extends SettingsArgs, Live extends object>(
  description: Description,
  requests: SettingsRequests<Live>,
  options: SettingsOptions<Args, Live>,
) {
  const { what, object: table, ids, outputs } = description;
  const names = argumentNames(table);
  const secrets: readonly Path[] = secretPaths(table);
  const [idNames, outputNames] = [Object.keys(ids), Object.keys(outputs)];
  const { shown = (live: Live) => pick({ ...live } as PlainObject, outputNames) } = requests;
  const fieldsOf = (of: object): PlainObject => pick<PlainObject, string>({ ...of }, names);
  return {
    what,
    table,
    names,
    secrets,
    idNames,
    /** Fields of responses that the service sets. */
    notCarried: ["groupId", "id", "links", ...idNames, ...outputNames],
    ID: idOfParts(idNames, options.canonical),
    keepsUndeclared: options.keepsUndeclared ?? false,
    isSet: requests.isSet,
    shown,
    idsOf: (args: object): PlaceIds => pick<PlainObject, string>({ ...args }, idNames) as PlaceIds,
    fieldsOf,
    /** The fields without the secret ones. */
    openOf: (of: object): PlainObject => publicArguments<PlainObject>(table, fieldsOf(of)),
    /** Arguments with other fields. */
    argsWith: (args: object, fields: object): Args =>
      ({ ...omit<PlainObject, string>({ ...args }, names), ...fields }) as PlainObject & Args,
  };
}
