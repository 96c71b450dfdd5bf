/** Generated from `src/resources/api-key/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { KnownOrgRole, Open } from "../fields/alert-catalogue";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link ApiKey}. */
export interface ApiKeyArgs {
  /** The id of the organization. A change replaces the key. */
  orgId: pulumi.Input<string>;
  /** What the key is for, in at most 224 characters. The service gets it with a mark of the provider at its end. */
  desc: pulumi.Input<string>;
  /**
   * The roles in the organization, in any order, such as `ORG_MEMBER` or `ORG_OWNER`. Those in projects are left as they are: a
   * `ProjectApiKey` has them. Another name, of a newer version of the service, is a warning.
   */
  roles: InputsOf<Open<KnownOrgRole>[]>;
  /**
   * Any text, such as a date. Another text replaces the key: the new one is created before the old one is deleted. Adding or
   * removing the argument changes nothing.
   * @default none
   */
  rotation?: pulumi.Input<string | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same key.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const API_KEY: ClassData = {
  what: "API key",
  inputs: ["orgId", "desc", "roles", "rotation"],
  outputs: ["keyId", "publicKey", "privateKey"],
  defaults: {},
  secrets: ["privateKey"],
  repeating: [],
  inIds: ["orgId"],
  createOnly: [],
  canImport: true,
};

/**
 * An API key of an organization. The service shows its private part once, when it is created; the state keeps it as a secret. A
 * replacement creates the new key before it deletes the old one. Destroying the resource deletes the key with its access list and
 * its roles in projects, and reads whether it is gone. The key with which a provider of the run signs in is neither deleted nor
 * loses a role.
 *
 * Required role of the API key: Organization Owner.
 *
 * @example
 * ```ts
 * const key = new opsmanager.ApiKey("ci", {
 *   orgId: config.require("orgId"),
 *   desc: "release pipeline",
 *   roles: ["ORG_MEMBER"],
 * });
 *
 * new opsmanager.ProjectApiKey("ci-shop", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   keyId: key.keyId,
 *   roles: ["GROUP_AUTOMATION_ADMIN"],
 * });
 * ```
 */
export class ApiKey extends OpsManagerResource implements OutputsOf<ApiKeyArgs> {
  declare readonly orgId: pulumi.Output<string>;
  declare readonly desc: pulumi.Output<string>;
  declare readonly roles: pulumi.Output<Open<KnownOrgRole>[]>;
  declare readonly rotation: pulumi.Output<string | undefined>;
  /** The id of the key, which an `AccessListEntry` and a `ProjectApiKey` take. */
  declare readonly keyId: pulumi.Output<string>;
  /** The public part, which is the user name of HTTP Digest. */
  declare readonly publicKey: pulumi.Output<string | undefined>;
  /** Secret. The private part. The service shows it once: it is `undefined` for a key that was imported or looked up. */
  declare readonly privateKey: pulumi.Output<string | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `orgId`, `desc` and `roles` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: ApiKeyArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ApiKeyArgs> = args ?? {};
    super("ApiKey", name, given, registrationOf(API_KEY, given), options);
  }

  /**
   * Reads an existing key, without its private part without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<orgId>/<keyId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ApiKey {
    return lookUp(ApiKey, name, id, options);
  }
}
