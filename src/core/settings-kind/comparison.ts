/** Compares settings with what a program declares, and says what the state has of them. */

import type { PlainObject } from "../../json";
import { isPlainObject, jsonEqual, omit, pick, withoutUndefined } from "../../json";
import { pathOf, secretsIn, withLiveValues } from "../comparison";
import type { Description } from "../description";
import { argumentsOf } from "../description";
import { keyOf } from "../key";
import { maybeNotTaken, notTakenIn } from "../not-taken";
import { valueAt, withValue } from "../problems";
import type { Row } from "../rows";
import { rowsOf } from "../rows";
import type { Facts } from "./facts";
import type { SettingsArgs, SettingsOptions, SettingsState } from "./options";

export type SettingsComparison<Args extends SettingsArgs, Live extends object> = ReturnType<
  typeof compareSettings<Args, Live>
>;

export function compareSettings<Args extends SettingsArgs, Live extends object>(
  description: Description,
  { inWordsOf = (_, live) => live }: Pick<SettingsOptions<Args, Live>, "inWordsOf">,
  facts: Facts<Args, Live>,
) {
  const { table, names, secrets, keepsUndeclared, shown, fieldsOf, openOf, argsWith } = facts;
  /** The output that repeats the settings. */
  const [repeated = ""] =
    Object.entries(description.outputs).find(([, { repeats }]) => repeats === true) ?? [];
  /** The arguments besides the fields whose change is a difference. */
  const inputNames = Object.keys(argumentsOf(description)).filter(
    (name) => !names.includes(name) && description.options[name]?.createOnly !== true,
  );

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
  function rowsWith(args: Args, declared: object, live: Live): Row[] {
    const seen = compared(declared, inWordsOf(args, live));
    return rowsOf(table, { declared, expected: openOf(declared), live: seen }).filter(isManaged);
  }

  /** The state after a write, or of what exists. */
  function stateOf(args: Args, live: Live): SettingsState<Args> {
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
  function refreshed({ args, service, kept: { written } }: SettingsState<Args>, live: Live): Args {
    const declared = written?.declared ?? openOf(args);
    const expected = written?.returned ?? service[repeated];
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

  const sameMeaning = (a: Args, b: Args): boolean =>
    (!keepsUndeclared || jsonEqual(declaredIn(a), declaredIn(b))) &&
    jsonEqual(pick(a, inputNames as (keyof Args)[]), pick(b, inputNames as (keyof Args)[])) &&
    jsonEqual(a.changedSecrets, b.changedSecrets) &&
    keyOf(table, a, { secrets: true }) === keyOf(table, b, { secrets: true });

  return { rowsWith, stateOf, refreshed, sameMeaning };
}
