/** How the feature control of a project is set, read and emptied. */

import { featureControl as requests } from "../../api/feature-control";
import type { ResourceDefinition } from "../../core/definition";
import type { Problem } from "../../core/problems";
import { error, unlisted } from "../../core/problems";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import type {
  ExternalManagementSystem,
  FeatureControl,
  FeatureControlPolicy,
} from "../../fields/feature-control";
import { policyName } from "../../fields/feature-control";
import { POLICIES } from "../../fields/feature-control-catalogue";
import { isPlainObject } from "../../json";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import { FEATURE_CONTROL_DESCRIPTION } from "./description";

type Args = SettingsArgs & {
  readonly externalManagementSystem: ExternalManagementSystem;
  readonly policies?: readonly FeatureControlPolicy[] | undefined;
  readonly adopt?: boolean | undefined;
};

const { what } = FEATURE_CONTROL_DESCRIPTION;

const { operations, declaring, change } = settingsKind<Args, FeatureControl>(
  FEATURE_CONTROL_DESCRIPTION,
  {
    read: async (api, { projectId = "" }) => requests.read(api, projectId),
    send: async (api, { projectId = "" }, body) => requests.send(api, projectId, body),
    isSet: (live) => nameIn(live) !== undefined,
  },
  {
    keepsUndeclared: true,
    // The fields of another system are not those of this one.
    keeps: ([name], args, live) => name === "policies" || args.externalManagementSystem.name === nameIn(live),
    sent: ({ policies = [], ...rest }) => ({
      ...rest,
      policies: (policies as FeatureControlPolicy[]).map(({ policy, disabledParams = [] }) => ({
        policy: policyName(policy),
        disabledParams,
      })),
    }),
    refusal(args, live, known) {
      const [ours, theirs] = [args.externalManagementSystem, nameIn(live)];
      const isAllowed = known === undefined && args.adopt === true;
      if (isUnknown(ours) || isUnknown(ours.name) || isAllowed) return undefined;
      // The state has what a refresh found, so that a preview has shown it.
      if (theirs === ours.name || theirs === known?.externalManagementSystem.name) return undefined;
      return (
        `externalManagementSystem.name: ${JSON.stringify(theirs)} manages the project ${args.projectId} already, not ` +
        `${JSON.stringify(ours.name)}. ${known === undefined ? "Set `adopt: true`" : "Run `pulumi refresh`, and `pulumi up`"} to replace it. If it is the Kubernetes operator of MongoDB, that ` +
        "writes its own again and again: leave the project to one of the two."
      );
    },
    validate: (args, { settings }) => policyProblems(args, settings.strictCatalog),
    option: { name: "feature-controls", help: "export the feature control of each project" },
  },
);

const definition: ResourceDefinition<Args, SettingsState<Args>> = {
  ...operations,
  async delete(context, id, { args, kept: { written } }) {
    // A refresh may have found another system.
    const { externalManagementSystem: system } = (written?.declared ?? args) as Pick<
      Args,
      "externalManagementSystem"
    >;
    const isOurs = (live: FeatureControl): boolean => nameIn(live) === system.name;
    const isDone = (live: FeatureControl): boolean => {
      if (!isOurs(live) && nameIn(live) !== undefined)
        context.warn(
          `The ${what} of the project ${id} was left as it is: ${JSON.stringify(nameIn(live))} manages the project by now.`,
        );
      return !isOurs(live) || (live.policies ?? []).length === 0;
    };
    await change(context, id, isDone, ({ externalManagementSystem }) => ({
      externalManagementSystem,
      policies: [],
    }));
  },
};

export const featureControl = { definition, declaring };

function nameIn({ externalManagementSystem: system }: FeatureControl): string | undefined {
  return isPlainObject(system) ? system.name : undefined;
}

function policyProblems(args: Unsettled<Args>, isStrict: boolean): Problem[] {
  const { policies = [] } = knownValue(args) ?? {};
  if (isUnknown(policies)) return [];
  const given = policies.map((each) => knownText(knownValue(each)?.policy) ?? "");
  const names = given.map(policyName);
  return names.flatMap((name, index) => {
    const path = ["policies", index, "policy"];
    const first = names.indexOf(name);
    if (name === "") return [];
    if (first !== index) return [error(path, `is ${name}, as policies[${first}] already`)];
    const isListed = (POLICIES as readonly string[]).includes(name);
    return isListed ? [] : [unlisted(path, given[index] ?? "", "policy", POLICIES, isStrict)];
  });
}
