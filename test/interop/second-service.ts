/** Starts the second server of the API, `test/interop/second_service`, and changes what it has as somebody does by hand. */

import { join } from "node:path";
import { startProgram } from "./server";

interface Group {
  readonly id: string;
  readonly name: string;
  readonly tags: string[];
  readonly agentApiKey: string;
  readonly ldapGroupMappings?: readonly object[];
  readonly idpGroupMappings?: readonly object[];
}

interface Key {
  readonly id: string;
  readonly desc: string;
  readonly privateKey: string;
  readonly roles: readonly {
    readonly orgId?: string;
    readonly groupId?: string;
    readonly roleName: string;
  }[];
}

interface AgentKey {
  readonly id: string;
  readonly groupId: string;
  readonly desc: string;
  readonly key: string;
}

type ById<T = object> = Readonly<Record<string, T>>;

interface GlobalAlert {
  readonly id: string;
  readonly created: string;
  readonly updated: string;
  readonly eventTypeName: string;
  readonly groupIds?: readonly string[];
}

/** What the server has, by id; what a project has once by project, schedules by cluster, entries by block. */
export interface State {
  readonly agentKeys: ById<AgentKey>;
  readonly automation: ById<Readonly<Record<string, unknown>>>;
  readonly clusters: ById<{ readonly groupId: string; readonly clusterName: string }>;
  readonly entries: ById;
  readonly features: ById<{
    readonly externalManagementSystem: object;
    readonly policies: readonly object[];
  }>;
  readonly fileStores: ById;
  readonly globalAlerts: ById<GlobalAlert>;
  readonly groups: ById<Group>;
  /** By type in each project. */
  readonly integrations: ById<ById>;
  readonly keys: ById<Key>;
  readonly mongoStores: ById;
  readonly oplogStores: ById;
  readonly projectBackups: ById;
  readonly schedules: ById;
  readonly stores: ById;
}

/** Applies to the next request that matches: its response is lost after the work, or it is refused. */
export interface Fault {
  readonly method: string;
  /** Regular expressions. */
  readonly path: string;
  readonly body?: string;
  readonly lose?: true;
  readonly errorCode?: string;
  /** @default 409 */
  readonly status?: number;
  /** Whether the request is carried out before it is refused, as if somebody else had sent it as well. */
  readonly afterWork?: true;
}

export interface Seen {
  readonly state: State;
  /** The writes that were carried out: method and path. */
  readonly writes: readonly string[];
  /** Those that no request has matched. */
  readonly faults: readonly Fault[];
  /** All keys that were ever shown in clear. */
  readonly issued: readonly string[];
}

interface About {
  readonly port: number;
  readonly name: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export type SecondService = Awaited<ReturnType<typeof startSecondService>>;

export async function startSecondService() {
  let about: About | undefined;
  const env = { PYTHONDONTWRITEBYTECODE: "1" };
  const server = await startProgram("python3", [join(__dirname, "second_service")], env, (output) => {
    // The log of the server may follow.
    const line = output.split("\n").find((each) => each.startsWith("{") && each.endsWith("}"));
    if (line !== undefined) about ??= JSON.parse(line) as About;
    return about;
  });
  if (about === undefined) throw new Error("the server has printed nothing");
  const control = async (init: RequestInit): Promise<Seen> => {
    const response = await fetch(`${server.origin}/control`, init);
    return (await response.json()) as Seen;
  };
  return {
    ...about,
    baseUrl: server.origin,
    stop: async () => server.stop(),
    see: async () => control({ method: "GET" }),
    /** Merges into the state; `null` removes (RFC 7396). */
    change: async (patch: object) => control({ method: "PATCH", body: JSON.stringify(patch) }),
    fail: async (faults: readonly Fault[]) => control({ method: "POST", body: JSON.stringify(faults) }),
  };
}
