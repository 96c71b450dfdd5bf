/** How a program declares all alert configurations of a project as one set. */

import type { Declaring } from "../../core/declaring";
import { joinId } from "../../core/resource-id";
import { withInputNames } from "../../dynamic/inputs";
import type { AlertConfig } from "../../fields/alert-config";
import type { PlainObject } from "../../json";
import { mapValues } from "../../json";
import { alertSecrets, describeUnknown, listedAlerts, nameAlerts } from "../alert-config/declare";
import { bodyOf, openAlert } from "../alert-config/encoding";
import { stateOf } from "../alert-config/operations";
import { splitSecrets } from "../../secrets/notifications";
import type { Member, SetArgs, SetState } from "./encoding";

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
    const alertConfigs = Object.fromEntries(
      alerts.map(({ name: member, existing }) => [member, bodyOf(existing.args)]),
    );
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
