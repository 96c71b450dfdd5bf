/** Generated from `src/resources/integration/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf, showCreateOnly } from "../program/registration";

/** Arguments of {@link Integration}. */
export interface IntegrationArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /**
   * The type: `DATADOG`, `MICROSOFT_TEAMS`, `OPS_GENIE`, `PAGER_DUTY`, `PROMETHEUS`, `SLACK`, `VICTOR_OPS`, `WEBHOOK`. It decides
   * which arguments are required. A change replaces the resource.
   */
  type: pulumi.Input<string>;
  /** Secret. The API key. Required for DATADOG, OPS_GENIE and VICTOR_OPS. */
  apiKey?: pulumi.Input<string | undefined>;
  /** Secret. The token. Required for SLACK, for which OAuth2 must be set up in the user interface first. */
  apiToken?: pulumi.Input<string | undefined>;
  /**
   * SLACK: the channel.
   * @default none, or the value that the service has
   */
  channelName?: pulumi.Input<string | undefined>;
  /** Whether the integration is enabled. Required for PROMETHEUS. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The address on which agents listen, such as `0.0.0.0:9216`. Required for PROMETHEUS. */
  listenAddress?: pulumi.Input<string | undefined>;
  /** Secret. The URL of the webhook. Required for MICROSOFT_TEAMS. */
  microsoftTeamsWebhookUrl?: pulumi.Input<string | undefined>;
  /** Secret. The password, which the service never shows. Required for PROMETHEUS. */
  password?: pulumi.Input<string | undefined>;
  /**
   * OPS_GENIE: `US` or `EU`.
   * @default `US`, or the value that the service has
   */
  region?: pulumi.Input<string | undefined>;
  /**
   * VICTOR_OPS: the routing key.
   * @default none, or the value that the service has
   */
  routingKey?: pulumi.Input<string | undefined>;
  /** `http` or `https`. Required for PROMETHEUS. */
  scheme?: pulumi.Input<string | undefined>;
  /**
   * Secret. WEBHOOK: the secret with which requests are signed.
   * @default none, or the value that the service has
   */
  secret?: pulumi.Input<string | undefined>;
  /** `file` or `http`. Required for PROMETHEUS. */
  serviceDiscovery?: pulumi.Input<string | undefined>;
  /** Secret. The key of the service, 32 hexadecimal digits. Required for PAGER_DUTY. */
  serviceKey?: pulumi.Input<string | undefined>;
  /** The workspace. Required for SLACK. */
  teamName?: pulumi.Input<string | undefined>;
  /**
   * Secret. PROMETHEUS: the password of the PEM file.
   * @default none, or the value that the service has
   */
  tlsPemPassword?: pulumi.Input<string | undefined>;
  /** The path of the PEM file on the hosts of the agents. Required for PROMETHEUS with `https`. */
  tlsPemPath?: pulumi.Input<string | undefined>;
  /** Secret. The URL, which may hold a token. Required for WEBHOOK. */
  url?: pulumi.Input<string | undefined>;
  /** The user name. Required for PROMETHEUS. */
  username?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether the first create adopts an integration of this type that exists already. A later change has no effect.
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

const INTEGRATION: ClassData = {
  what: "integration",
  inputs: [
    "projectId",
    "type",
    "apiKey",
    "apiToken",
    "channelName",
    "enabled",
    "listenAddress",
    "microsoftTeamsWebhookUrl",
    "password",
    "region",
    "routingKey",
    "scheme",
    "secret",
    "serviceDiscovery",
    "serviceKey",
    "teamName",
    "tlsPemPassword",
    "tlsPemPath",
    "url",
    "username",
    "secretsVersion",
    "adopt",
  ],
  outputs: ["changedSecrets"],
  defaults: {},
  secrets: [
    "apiKey",
    "apiToken",
    "microsoftTeamsWebhookUrl",
    "password",
    "secret",
    "serviceKey",
    "tlsPemPassword",
    "url",
    "__written",
  ],
  repeating: [],
  unique: ["projectId", "type"],
  inIds: ["projectId", "type"],
  createOnly: ["adopt"],
  sealed: [
    ["apiKey"],
    ["apiToken"],
    ["microsoftTeamsWebhookUrl"],
    ["password"],
    ["secret"],
    ["serviceKey"],
    ["tlsPemPassword"],
    ["url"],
  ],
  canImport: true,
};

/**
 * The integration of a project with another service, of which a project has at most one of each type. Its keys and URLs are
 * secret. An update sends what is declared; an argument that is removed keeps its value on the service. Destroying the resource
 * deletes the integration; the service refuses that for a `WEBHOOK` that alert configurations use.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * new opsmanager.Integration("on-call", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   type: "PAGER_DUTY",
 *   serviceKey: config.requireSecret("pagerDutyKey"),
 * });
 * ```
 */
export class Integration extends OpsManagerResource implements OutputsOf<IntegrationArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly type: pulumi.Output<string>;
  declare readonly apiKey: pulumi.Output<string | undefined>;
  declare readonly apiToken: pulumi.Output<string | undefined>;
  declare readonly channelName: pulumi.Output<string | undefined>;
  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly listenAddress: pulumi.Output<string | undefined>;
  declare readonly microsoftTeamsWebhookUrl: pulumi.Output<string | undefined>;
  declare readonly password: pulumi.Output<string | undefined>;
  declare readonly region: pulumi.Output<string | undefined>;
  declare readonly routingKey: pulumi.Output<string | undefined>;
  declare readonly scheme: pulumi.Output<string | undefined>;
  declare readonly secret: pulumi.Output<string | undefined>;
  declare readonly serviceDiscovery: pulumi.Output<string | undefined>;
  declare readonly serviceKey: pulumi.Output<string | undefined>;
  declare readonly teamName: pulumi.Output<string | undefined>;
  declare readonly tlsPemPassword: pulumi.Output<string | undefined>;
  declare readonly tlsPemPath: pulumi.Output<string | undefined>;
  declare readonly url: pulumi.Output<string | undefined>;
  declare readonly username: pulumi.Output<string | undefined>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /**
   * The paths of secrets that were changed outside Pulumi, as far as masks show it, never their values. The next `pulumi up`
   * restores them.
   */
  declare readonly changedSecrets: pulumi.Output<string[] | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` and `type` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: IntegrationArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<IntegrationArgs> = args ?? {};
    super("Integration", name, given, registrationOf(INTEGRATION, given), options);
    showCreateOnly(this, INTEGRATION, given);
  }

  /**
   * Reads an existing integration, without its secrets without managing them.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<type>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): Integration {
    return lookUp(Integration, name, id, options);
  }
}
