/** How a program declares all alert configurations of a project as one set. */

import type { Declared, Declaring } from "../../core/declaring";
import { IMPORTED } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { nameOf } from "../../core/resource-names";
import type { Path } from "../../core/problems";
import type { AlertConfig } from "../../fields/alert-config";
import { containsUnknown, isUnknown } from "../../unknowns";
import type { PlainObject } from "../../json";
import { isPlainObject, mapValues } from "../../json";
import { declaringAlerts, listedAlerts } from "../alert-config/declare";
import type { AlertState } from "../alert-config/encoding";
import { bodyOf, exceptedIds } from "../alert-config/encoding";
import { alertId } from "../alert-config/scope";
import type { Member, SetArgs, SetState } from "./encoding";
import { ID } from "./encoding";

const SUFFIX = "alerts";

const UNMANAGED =
  'A removed member is deleted. unmanaged: "ignore" leaves the other alert configurations of the project alone.';

export const declaringSet: Declaring<AlertConfig, SetState> = {
  listing: listedAlerts,
  form: "sets",
  idsIn: (set) => Object.values(idsByName(set)).map((id) => alertId(projectOf(set), String(id))),
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
      excepted: containsUnknown(unmanagedExcept) ? undefined : excepted.map((id) => alertId(projectId, id)),
    };
  },
  declare(place, live, unique) {
    const { projectId, slug } = place;
    const alerts = declaringAlerts.declare(place, live, (name) => name);
    if (alerts.length === 0) return [];
    const name = unique(`${slug}-${SUFFIX}`);
    const mark = alerts.some(({ state }) => state.args.imported === true) ? IMPORTED : {};
    const named = new Map(alerts.map((alert) => [alert.shared?.suffix ?? alert.name, alert]));
    /** Collects what the alert configurations have, as parts of their members. */
    const within = <T extends { readonly path?: Path }>(
      partsOf: (alert: Declared<AlertState>) => readonly T[],
    ) =>
      [...named].flatMap(([member, alert]) =>
        partsOf(alert).map((part) => ({ ...part, path: ["alertConfigs", member, ...(part.path ?? [])] })),
      );
    const alertConfigs = mapValues(Object.fromEntries(named), ({ state }) => bodyOf(state.args));
    const unmanaged = "ignore";
    const args: SetArgs = { projectId, resourceName: name, ...mark, unmanaged, alertConfigs };
    const members = [...named].map(([member, { state }]): [string, Member] => [
      member,
      { id: state.service.alertConfigId, alert: state },
    ]);
    return [
      {
        name,
        id: ID.idOf(args),
        args: { projectId, unmanaged, alertConfigs },
        secrets: within(({ secrets = [] }) => secrets),
        parts: within(({ parts = [] }) => parts),
        comments: [{ text: UNMANAGED }, ...within(({ comments = [] }) => comments)],
        unknown: within(({ unknown = [] }) => unknown),
        state: { args, members: new Map(members), isIncomplete: false },
        shared: { argument: "alertConfigs", suffix: SUFFIX },
      },
    ];
  },
};

function projectOf({ id }: StackResource): string {
  return ID.split(id).projectId;
}

function idsByName({ outputs: { alertConfigIds } }: StackResource): PlainObject {
  return isPlainObject(alertConfigIds) ? alertConfigIds : {};
}
