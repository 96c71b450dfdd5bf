/** Generated from `src/resources/agent-api-key/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link AgentApiKey}. */
export interface AgentApiKeyArgs {
  /** The id of the project. A change replaces the key. */
  projectId: pulumi.Input<string>;
  /**
   * What the key is for, in at most 974 characters. The service gets it with a mark of the provider at its end. A change replaces
   * the key.
   */
  desc: pulumi.Input<string>;
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

const AGENT_API_KEY: ClassData = {
  what: "agent API key",
  inputs: ["projectId", "desc", "rotation"],
  outputs: ["keyId", "key", "createdTime"],
  defaults: {},
  secrets: ["key"],
  repeating: [],
  inIds: ["projectId"],
  createOnly: [],
  canImport: true,
};

/**
 * A key with which the agents of a project report to the service. The service shows it once, when it is created; the state keeps
 * it as a secret. Keys do not change: every change replaces the key, and the new one exists before the old one is deleted.
 * Destroying the resource deletes the key, which cuts off all agents that use it.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * const key = new opsmanager.AgentApiKey("agents", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   desc: "agents of the shop",
 *   rotation: "2026-11",
 * });
 *
 * export const mmsApiKey = key.key;
 * ```
 */
export class AgentApiKey extends OpsManagerResource implements OutputsOf<AgentApiKeyArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly desc: pulumi.Output<string>;
  declare readonly rotation: pulumi.Output<string | undefined>;
  /** The id of the key, which is not secret. */
  declare readonly keyId: pulumi.Output<string>;
  /**
   * Secret. The key, which agents have as `mmsApiKey`. The service shows it once: it is `undefined` for a key that was imported
   * or looked up.
   */
  declare readonly key: pulumi.Output<string | undefined>;
  /** When the key was created, in milliseconds since 1970 in UTC. */
  declare readonly createdTime: pulumi.Output<number | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` and `desc` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: AgentApiKeyArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AgentApiKeyArgs> = args ?? {};
    super("AgentApiKey", name, given, registrationOf(AGENT_API_KEY, given), options);
  }

  /**
   * Reads an existing key, without the key itself without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<keyId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AgentApiKey {
    return lookUp(AgentApiKey, name, id, options);
  }
}
