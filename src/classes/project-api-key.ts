/** Generated from `src/resources/project-api-key/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { KnownProjectRole, Open } from "../fields/alert-catalogue";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf, showCreateOnly } from "../program/registration";

/** Arguments of {@link ProjectApiKey}. */
export interface ProjectApiKeyArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of the key, such as the output `keyId` of an `ApiKey`. A change replaces the resource. */
  keyId: pulumi.Input<string>;
  /**
   * The roles of the key in the project, in any order, such as `GROUP_READ_ONLY`. Another name, of a newer version of the
   * service, is a warning.
   */
  roles: InputsOf<Open<KnownProjectRole>[]>;
  /**
   * Whether the first create adopts a key that has roles in the project already, and replaces them. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project and key.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const PROJECT_API_KEY: ClassData = {
  what: "project API key",
  inputs: ["projectId", "keyId", "roles", "adopt"],
  outputs: ["publicKey"],
  defaults: {},
  secrets: [],
  repeating: [],
  unique: ["projectId", "keyId"],
  inIds: ["projectId", "keyId"],
  createOnly: ["adopt"],
  canImport: true,
};

/**
 * The roles of an API key of an organization in one of its projects. Destroying the resource takes the key out of the project;
 * the key itself stays. The key with which a provider of the run signs in loses no role.
 *
 * Required role of the API key: Project Owner or Project User Admin.
 *
 * @example
 * ```ts
 * new opsmanager.ProjectApiKey("ci-shop", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   keyId: "60a2b7bde4b0c5571d3f8e05",
 *   roles: ["GROUP_AUTOMATION_ADMIN", "GROUP_READ_ONLY"],
 * });
 * ```
 */
export class ProjectApiKey extends OpsManagerResource implements OutputsOf<ProjectApiKeyArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly keyId: pulumi.Output<string>;
  declare readonly roles: pulumi.Output<Open<KnownProjectRole>[]>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** The public part of the key. */
  declare readonly publicKey: pulumi.Output<string | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `keyId` and `roles` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: ProjectApiKeyArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ProjectApiKeyArgs> = args ?? {};
    super("ProjectApiKey", name, given, registrationOf(PROJECT_API_KEY, given), options);
    showCreateOnly(this, PROJECT_API_KEY, given);
  }

  /**
   * Reads the roles of a key without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<keyId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ProjectApiKey {
    return lookUp(ProjectApiKey, name, id, options);
  }
}
