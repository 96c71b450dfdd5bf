/** How a program declares all alert configurations of a project as one set. */

import type { Declaring } from "../../core/declaring";
import { joinId } from "../../core/resource-id";
import { withInputNames } from "../../dynamic/inputs";
import type { AlertConfig } from "../../fields/alert-config";
import type { PlainObject } from "../../json";
import { isPlainObject, pick } from "../../json";
import { alertSecrets, describeUnknown, listedAlerts, nameAlerts } from "../alert-config/declare";
import { FIELDS, toInputs } from "../alert-config/encoding";
import { stateOf } from "../alert-config/operations";
import type { Member, MemberArgs, SetArgs, SetState } from "./encoding";

const SUFFIX = "-alerts";

export const declaringSet: Declaring<AlertConfig, SetState> = {
  listing: listedAlerts,
  form: "sets",
  declare({ projectId, slug }, live, unique) {
    const alerts = nameAlerts(projectId, live, "");
    if (alerts.length === 0) return [];
    const name = unique(slug + SUFFIX);
    const mark = alerts.some(({ existing }) => existing.mayHoldSecrets) ? { imported: true } : {};
    const members = alerts.map(({ name: member, live: each, existing }): [string, Member] => {
      const alert = stateOf({ ...existing.args, ...mark }, each);
      return [member, { id: each.id, alert }];
    });
    const bodies = alerts.map(({ name: member, existing }) => [
      member,
      pick(existing.args, [...FIELDS, "notifications"]) as MemberArgs,
    ]);
    const alertConfigs = Object.fromEntries(bodies) as SetArgs["alertConfigs"];
    const args: SetArgs = { projectId, resourceName: name, alertConfigs, ...mark };
    return [
      {
        name,
        id: joinId(projectId, name),
        args: { projectId, alertConfigs },
        unknown: alerts.map(({ name: member, live: each }) => ({ member, fields: describeUnknown(each) })),
        secrets: alerts.flatMap(({ name: member, existing }) =>
          alertSecrets(`${slug}.${member}`, existing.args.notifications, existing.secrets).map(
            ({ key, path }) => ({ key, path: ["alertConfigs", member, ...path] }),
          ),
        ),
        inputs: setInputs(args),
        state: { args, members: new Map(members), isIncomplete: false },
        shared: { argument: "alertConfigs", suffix: SUFFIX },
      },
    ];
  },
};

/** The arguments of a set as the class passes them to the provider. */
function setInputs({ alertConfigs, ...args }: SetArgs): PlainObject {
  const members = Object.entries(alertConfigs).map(([name, member]) => {
    const { notificationSecrets, ...open } = toInputs({ ...member, projectId: args.projectId });
    const { projectId: _, ...inputs } = open;
    return { name, inputs, notificationSecrets };
  });
  const withSecrets = members.filter(
    ({ notificationSecrets: byKey }) => isPlainObject(byKey) && Object.keys(byKey).length > 0,
  );
  return withInputNames({
    ...args,
    alertConfigs: Object.fromEntries(members.map(({ name, inputs }) => [name, inputs])),
    alertConfigSecrets: Object.fromEntries(
      withSecrets.map(({ name, notificationSecrets }) => [name, notificationSecrets]),
    ),
  });
}
