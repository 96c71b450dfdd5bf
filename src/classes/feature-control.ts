/** Generated from `src/resources/feature-control/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { ExternalManagementSystem, FeatureControlPolicy } from "../types/feature-control";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf, showCreateOnly } from "../program/registration";

/** Arguments of {@link FeatureControl}. */
export interface FeatureControlArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The system that manages the project. */
  externalManagementSystem: InputsOf<ExternalManagementSystem>;
  /**
   * What users cannot do, in any order. An empty list allows everything.
   * @default the policies that the service has
   */
  policies?: InputsOf<FeatureControlPolicy[] | undefined>;
  /**
   * Whether the first create adopts a project that another system manages. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const FEATURE_CONTROL: ClassData = {
  what: "feature control",
  inputs: ["projectId", "externalManagementSystem", "policies", "adopt"],
  outputs: ["created", "updated"],
  defaults: {},
  secrets: ["__written"],
  repeating: [],
  unique: ["projectId"],
  inIds: ["projectId"],
  createOnly: ["adopt"],
  canImport: true,
};

/**
 * What the users of a project cannot do in the user interface, since another system manages it. A create is refused for a project
 * that a system of another name manages, unless `adopt` is true: the Kubernetes operator of MongoDB writes its own again and
 * again. Destroying the resource removes all policies, and keeps the name of the system.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * new opsmanager.FeatureControl("shop", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   externalManagementSystem: { name: "pulumi" },
 *   policies: [
 *     { policy: "DISABLE_SET_MONGOD_VERSION" },
 *     { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.mode"] },
 *   ],
 * });
 * ```
 */
export class FeatureControl extends OpsManagerResource implements OutputsOf<FeatureControlArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly externalManagementSystem: pulumi.Output<ExternalManagementSystem>;
  declare readonly policies: pulumi.Output<FeatureControlPolicy[] | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** When feature control was first set, ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** When it was last set, ISO 8601 in UTC. */
  declare readonly updated: pulumi.Output<string | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` and `externalManagementSystem` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: FeatureControlArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<FeatureControlArgs> = args ?? {};
    super("FeatureControl", name, given, registrationOf(FEATURE_CONTROL, given), options);
    showCreateOnly(this, FEATURE_CONTROL, given);
  }

  /**
   * Reads the existing feature control without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the project
   * @throws Error if nobody has set it
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): FeatureControl {
    return lookUp(FeatureControl, name, id, options);
  }
}
