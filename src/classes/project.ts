/** Generated from `src/resources/project/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { Link } from "../types/link";
import type { IdpGroupMapping, LdapGroupMapping } from "../types/project";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";
import { complete } from "./hooks/project";

/** Arguments of {@link Project}. */
export interface ProjectArgs {
  /** The display name, which is unique in the organization. A change renames the project; its id stays. */
  name: pulumi.Input<string>;
  /** The id of the organization. A change replaces the project, and is refused unless `allowDelete` is true in the state. */
  orgId: pulumi.Input<string>;
  /**
   * The tags, in any order: at most 10, each of 1 to 32 characters `A-Z`, `0-9`, `.`, `_`, `-`.
   * @default none, and those of an imported project are left as they are
   */
  tags?: InputsOf<string[] | undefined>;
  /**
   * The LDAP groups whose members have a role in the project, if the service authenticates with LDAP. Each role has one entry,
   * and `GROUP_OWNER` has one in any case. The order of entries and groups does not matter.
   * @default the mappings that the service has, also those of an argument that is removed
   */
  ldapGroupMappings?: InputsOf<LdapGroupMapping[] | undefined>;
  /**
   * The groups of the identity provider whose members have a role in the project, if the service authenticates with SAML or OIDC
   * (Ops Manager 8.0.17 or later). Each role has one entry, and `GROUP_OWNER` has one in any case. The order of entries and
   * groups does not matter.
   * @default the mappings that the service has, also those of an argument that is removed
   */
  idpGroupMappings?: InputsOf<IdpGroupMapping[] | undefined>;
  /**
   * Whether the service creates its default alert configurations in the new project, which no program declares. A later change
   * has no effect.
   * @default false
   */
  withDefaultAlertsSettings?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a destroy, or a replacement, may delete the project with everything in it. It counts once an update has recorded it
   * in the state.
   * @default false
   */
  allowDelete?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const PROJECT: ClassData = {
  what: "project",
  inputs: [
    "name",
    "orgId",
    "tags",
    "ldapGroupMappings",
    "idpGroupMappings",
    "withDefaultAlertsSettings",
    "allowDelete",
  ],
  outputs: ["projectId", "agentApiKey", "links"],
  defaults: { withDefaultAlertsSettings: false, allowDelete: false },
  secrets: ["agentApiKey"],
  repeating: [],
  unique: ["orgId", "name"],
  inIds: ["orgId"],
  createOnly: [],
  canImport: true,
};

/**
 * A project of an organization. Other resources take its `id` as their `projectId`: a preview knows it, except for a new project.
 * Destroying the resource is refused unless `allowDelete` is true. Then it deletes the project with its alert configurations,
 * keys and monitoring data, and waits until it is gone; the service refuses that while backups are active.
 *
 * Required role of the API key: Organization Owner or Organization Project Creator to create it, Project Owner to change and
 * delete it. To change its tags: Global Owner or Project Automation Admin, depending on the version. To change its group
 * mappings: Organization Owner or Global Owner.
 *
 * @example
 * ```ts
 * const project = new opsmanager.Project("shop", {
 *   name: "shop-production",
 *   orgId: config.require("orgId"),
 *   tags: ["TEAM-SHOP", "PRODUCTION"],
 * });
 *
 * new opsmanager.AlertConfig("no-primary", {
 *   projectId: project.id,
 *   eventTypeName: "NO_PRIMARY",
 *   enabled: true,
 *   notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }],
 * });
 * ```
 */
export class Project extends OpsManagerResource implements OutputsOf<ProjectArgs> {
  declare readonly name: pulumi.Output<string>;
  declare readonly orgId: pulumi.Output<string>;
  declare readonly tags: pulumi.Output<string[] | undefined>;
  declare readonly ldapGroupMappings: pulumi.Output<LdapGroupMapping[] | undefined>;
  declare readonly idpGroupMappings: pulumi.Output<IdpGroupMapping[] | undefined>;
  declare readonly withDefaultAlertsSettings: pulumi.Output<boolean>;
  declare readonly allowDelete: pulumi.Output<boolean>;
  /** The id of the project, which is also the id of the resource. */
  declare readonly projectId: pulumi.Output<string>;
  /** Secret. The key of the agents of the project; `undefined` if the service has not shown it. */
  declare readonly agentApiKey: pulumi.Output<string | undefined>;
  /** Links to the project and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `name` and `orgId` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: ProjectArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ProjectArgs> = args ?? {};
    super("Project", name, given, registrationOf(PROJECT, given), options);
    complete(this);
  }

  /**
   * Reads an existing project without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the project
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): Project {
    return lookUp(Project, name, id, options);
  }
}
