/** Validation of a set of alert configurations: each member by the rules of a single one, and the set as a whole. */

import type { Settings } from "../../core/settings";
import type { Problem } from "../../core/problems";
import { error, idProblems, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { containsUnknown, isUnknown, knownValue } from "../../unknowns";
import { groupBy } from "../../json";
import { meaningOf } from "../alert-config/compare";
import type { AlertArgs } from "../alert-config/encoding";
import { validateAlert } from "../alert-config/validation";
import type { SetArgs } from "./encoding";

export function validateSet(args: Unsettled<SetArgs>, settings: Pick<Settings, "strictCatalog">): Problem[] {
  const set = knownValue(args) ?? {};
  const except = isUnknown(set.unmanagedExcept) ? [] : (set.unmanagedExcept ?? []);
  const members = Object.entries(knownValue(set.alertConfigs ?? {}) ?? {});
  return [
    ...idProblems(["projectId"], set.projectId),
    ...except.flatMap((id, index) => idProblems(["unmanagedExcept", index], id)),
    ...members.flatMap(([name, member]) => [
      ...nameProblems(name),
      ...validateAlert(member as Unsettled<AlertArgs>, settings).map((problem) => inMember(name, problem)),
    ]),
    ...equalMembers(members),
  ];
}

function inMember(name: string, { path, ...problem }: Problem): Problem {
  return { ...problem, path: `alertConfigs.${name}.${path}` };
}

function nameProblems(name: string): Problem[] {
  const path = ["alertConfigs", name];
  if (name === "") return [error(["alertConfigs"], "a name must not be empty")];
  return name.startsWith("__")
    ? [error(path, "a name must not begin with two underscores, which Pulumi keeps for itself")]
    : [];
}

/** Members that mean the same become as many alert configurations, which is probably a mistake. */
function equalMembers(members: readonly (readonly [name: string, member: unknown])[]): Problem[] {
  const known = members.filter(([, member]) => !containsUnknown(member));
  const byMeaning = groupBy(known, ([, member]) => meaningOf(member as AlertArgs));
  return [...byMeaning.values()]
    .filter((equal) => equal.length > 1)
    .map((equal) => {
      const names = equal.map(([name]) => name).join(", ");
      const message = `${names} mean the same, so that the project gets ${equal.length} equal alert configurations`;
      return warning(["alertConfigs"], message);
    });
}
