/** How a program declares all alert configurations of a project as one set. */

import type { Declaring } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { nameOf } from "../../core/ownership";
import type { Path } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { withInputNames } from "../../dynamic/inputs";
import type { AlertConfig } from "../../fields/alert-config";
import { containsUnknown, isUnknown } from "../../unknowns";
import type { PlainObject } from "../../json";
import { isPlainObject, mapValues } from "../../json";
import { describeUnknown, listedAlerts } from "../alert-config/declare";
import { bodyOf, exceptedIds, openAlert } from "../alert-config/encoding";
import { alertParts, alertSecrets, nameAlerts } from "../alert-config/naming";
import { stateOf } from "../alert-config/operations";
import { splitSecrets } from "../../secrets/notifications";
import type { Member, SetArgs, SetState } from "./encoding";

const SUFFIX = "alerts";

export const declaringSet: Declaring<AlertConfig, SetState> = {
  listing: listedAlerts,
  form: "sets",
  idsIn: (set) => Object.values(idsByName(set)).map((id) => joinId(projectOf(set), String(id))),
  exclusive(set) {
    const { unmanaged, unmanagedExcept } = set.outputs;
    if (unmanaged !== "delete" && !isUnknown(unmanaged)) return undefined;
    const projectId = projectOf(set);
    const excepted = exceptedIds((unmanagedExcept ?? []) as readonly string[]);
    return {
      projectId,
      listing: listedAlerts,
      name: nameOf(set.urn),
      members: Object.keys(idsByName(set)),
      excepted: containsUnknown(unmanagedExcept) ? undefined : excepted.map((id) => joinId(projectId, id)),
    };
  },
  declare({ projectId, slug, others, taken }, live, unique) {
    const alerts = nameAlerts(projectId, live, others, taken);
    if (alerts.length === 0) return [];
    const name = unique(`${slug}-${SUFFIX}`);
    const mark = alerts.some(({ existing }) => existing.mayHoldSecrets) ? { imported: true } : {};
    const members = alerts.map(({ name: member, live: each, existing }): [string, Member] => {
      const alert = stateOf({ ...existing.args, ...mark }, each);
      return [member, { id: each.id, alert }];
    });
    const alertConfigs = Object.fromEntries(
      alerts.map(({ name: member, existing }) => [member, bodyOf(existing.args)]),
    );
    const args: SetArgs = { projectId, resourceName: name, alertConfigs, ...mark };
    return [
      {
        name,
        id: joinId(projectId, name),
        args: { projectId, alertConfigs },
        unknown: alerts.map(({ name: member, live: each }) =>
          within(member)({ path: [], fields: describeUnknown(each) }),
        ),
        secrets: alerts.flatMap(({ name: member, existing }) =>
          alertSecrets(slug, member, existing).map(within(member)),
        ),
        parts: alerts.flatMap(({ name: member, existing }) =>
          alertParts(existing.args.notifications).map(within(member)),
        ),
        inputs: setInputs(args),
        state: { args, members: new Map(members), isIncomplete: false },
        shared: { argument: "alertConfigs", suffix: SUFFIX },
      },
    ];
  },
};

function projectOf({ id }: StackResource): string {
  return splitId(id, "<projectId>/<name>").projectId;
}

function idsByName({ outputs: { alertConfigIds } }: StackResource): PlainObject {
  return isPlainObject(alertConfigIds) ? alertConfigIds : {};
}

/** Moves what an alert configuration has to a member of a set. */
function within(member: string): <T extends { readonly path: Path }>(each: T) => T {
  return (each) => ({ ...each, path: ["alertConfigs", member, ...each.path] });
}

/** The arguments of a set as the class passes them to the provider. */
function setInputs({ alertConfigs, ...args }: SetArgs): PlainObject {
  const secrets = Object.entries(alertConfigs).map(([name, { notifications }]) => ({
    name,
    byKey: splitSecrets(notifications),
  }));
  return withInputNames({
    ...args,
    alertConfigs: mapValues(alertConfigs, openAlert),
    alertConfigSecrets: Object.fromEntries(
      secrets.filter(({ byKey }) => Object.keys(byKey).length > 0).map(({ name, byKey }) => [name, byKey]),
    ),
  });
}
