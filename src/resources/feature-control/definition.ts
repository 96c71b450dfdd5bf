/** How the feature control of a project is set, read and emptied. */

import { featureControl as requests } from "../../api/feature-control";
import type { ResourceDefinition } from "../../core/definition";
import type { Problem } from "../../core/problems";
import { unlisted } from "../../core/problems";
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
    isSet: ({ externalManagementSystem }) => externalManagementSystem !== undefined,
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
    refusal(args, live) {
      const [ours, theirs] = [args.externalManagementSystem, nameIn(live)];
      if (isUnknown(ours) || isUnknown(ours.name) || args.adopt === true || theirs === ours.name)
        return undefined;
      return (
        `externalManagementSystem.name: ${JSON.stringify(theirs)} manages the project ${args.projectId} already, not ` +
        `${JSON.stringify(ours.name)}. Set \`adopt: true\` to replace it. If it is the Kubernetes operator of MongoDB, that ` +
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
  return policies.flatMap((each, index) => {
    const name = knownText(knownValue(each)?.policy) ?? "";
    const isListed = name === "" || (POLICIES as readonly string[]).includes(policyName(name));
    return isListed ? [] : [unlisted(["policies", index, "policy"], name, "policy", POLICIES, isStrict)];
  });
}
