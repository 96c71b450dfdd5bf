/** How an integration of a project is set, read and deleted. */

import { confirmDeletion, orUndefined } from "../../api/common";
import { deleteIntegration, getIntegration, listIntegrations, putIntegration } from "../../api/integrations";
import type { ResourceDefinition } from "../../core/definition";
import type { Problem } from "../../core/problems";
import { error, notOneOf, valueAt } from "../../core/problems";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import type { Integration, IntegrationBody } from "../../fields/integration";
import { INTEGRATION_TYPES } from "../../fields/integration";
import type { Unsettled } from "../../unknowns";
import { knownText, knownValue } from "../../unknowns";
import { INTEGRATION_DESCRIPTION } from "./description";

type Args = SettingsArgs &
  IntegrationBody & {
    readonly type: string;
    readonly secretsVersion?: string | number | undefined;
    readonly adopt?: boolean | undefined;
  };

const { what } = INTEGRATION_DESCRIPTION;

const { operations, declaring, idsIn } = settingsKind<Args, Integration>(
  INTEGRATION_DESCRIPTION,
  {
    read: async (api, { projectId = "", type = "" }) => getIntegration(api, projectId, type),
    send: async (api, { projectId = "", type = "" }, body) => putIntegration(api, projectId, type, body),
    isSet: ({ type }) => (type as string | undefined) !== undefined,
  },
  {
    keepsUndeclared: true,
    sendsDeclared: true,
    adoptsOnDemand: "Set `adopt: true` to take it over",
    canonical: (type) => type.toUpperCase(),
    validate: typeProblems,
    list: listIntegrations,
    // Some are never shown.
    hasSecret: ({ type, ...live }, [name]) =>
      INTEGRATION_TYPES[type]?.required.some((each) => each === name) === true ||
      valueAt(live, [name ?? ""]) !== undefined,
    idsOf: ({ type }, projectId) => ({ projectId, type }),
    option: { name: "integrations", help: "export the integrations of each project" },
  },
);

const definition: ResourceDefinition<Args, SettingsState<Args>> = {
  ...operations,
  async delete(context, id) {
    const { projectId = "", type = "" } = idsIn(id);
    const remove = async () => deleteIntegration(context.api, projectId, type);
    const read = async () => getIntegration(context.api, projectId, type);
    await orUndefined(confirmDeletion(remove(), `the ${what} ${id}`, read, context.pause));
  },
};

export const integration = { definition, declaring };

/** Every type has its own arguments. */
function typeProblems(args: Unsettled<Args>): Problem[] {
  const given = knownValue(args) ?? {};
  const type = knownText(given.type);
  if (type === undefined) return [];
  const rules = INTEGRATION_TYPES[type];
  if (rules === undefined) return notOneOf(Object.keys(INTEGRATION_TYPES), type, ["type"]);
  const { required, optional } = rules;
  const fields = Object.keys(INTEGRATION_DESCRIPTION.object) as (keyof IntegrationBody)[];
  const isGiven = (name: keyof IntegrationBody): boolean => given[name] !== undefined;
  const missing = required.filter((name) => !isGiven(name));
  const foreign = fields.filter((name) => isGiven(name) && ![...required, ...optional].includes(name));
  return [
    ...missing.map((name) => error([name], `is missing; ${type} requires it`)),
    ...foreign.map((name) =>
      error([name], `does not belong to type ${type}, which has ${[...required, ...optional].join(", ")}`),
    ),
    ...(given.scheme === "https" && type === "PROMETHEUS" && !isGiven("tlsPemPath")
      ? [error(["tlsPemPath"], "is missing; scheme https requires it")]
      : []),
  ];
}
