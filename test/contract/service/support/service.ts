/**
 * The server that the contract is checked on: the emulator, or the one that the environment names. A run against a real
 * server writes there, but only what it removes again: alert configurations and, if it is told of a bucket, one oplog
 * store of its own. It also gives a cluster the name that it has, and, if told so, uploads the manifest that is there.
 */

import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../../../src/emulator";
import { call, callWithOneNonce, type Answer, type CallOptions, type Login } from "./client";

/** What has to exist on the server. */
export interface Target extends Login {
  readonly projectId: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  /** An entry of the access list of that key, an address or a block. */
  readonly accessListEntry: string;
  /** A cluster of the project whose type is SHARDED or SHARDED_REPLICA_SET. */
  readonly clusterId: string;
}

/** The server as tests see it; to be used in tests and hooks only. */
export interface Service {
  readonly target: Target;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  callWithOneNonce(...paths: string[]): Promise<Answer[]>;
  /** Sends a POST; what it makes is removed after the suite. */
  create(collection: string, body: unknown): Promise<Answer>;
}

const VARIABLES: { readonly [Name in keyof Target]: string } = {
  baseUrl: "OPSMANAGER_CONTRACT_BASE_URL",
  publicKey: "OPSMANAGER_CONTRACT_PUBLIC_KEY",
  privateKey: "OPSMANAGER_CONTRACT_PRIVATE_KEY",
  projectId: "OPSMANAGER_CONTRACT_PROJECT_ID",
  orgId: "OPSMANAGER_CONTRACT_ORG_ID",
  apiKeyId: "OPSMANAGER_CONTRACT_API_KEY_ID",
  accessListEntry: "OPSMANAGER_CONTRACT_ACCESS_LIST_ENTRY",
  clusterId: "OPSMANAGER_CONTRACT_CLUSTER_ID",
};

const given = fromEnvironment();

/** Whether the manifest may be uploaded: to the emulator, and where `OPSMANAGER_CONTRACT_MANIFEST` is `yes`. */
export const mayUploadManifest = given === undefined || process.env["OPSMANAGER_CONTRACT_MANIFEST"] === "yes";

/**
 * The body of an oplog store that can be made: on a real server that of `OPSMANAGER_CONTRACT_OPLOG_STORE`, as JSON,
 * since the server writes to its bucket.
 */
export const oplogStore: Readonly<Record<string, unknown>> | undefined = storeBody();

/** Gives the current suite a server. */
export function useService(): Service {
  let emulator: Emulator | undefined;
  let initial: unknown;
  let target: Target | undefined;
  const made: string[] = [];
  const there = (): Target => {
    if (target === undefined) throw new Error("there is no server yet: use it in tests and hooks only");
    return target;
  };

  before(async () => {
    if (given !== undefined) {
      target = given;
      return;
    }
    emulator = await startEmulator();
    initial = lastingState(emulator);
    target = Object.assign(emulator, { accessListEntry: "198.51.100.0/24" });
  });

  after(async () => {
    const left: string[] = [];
    for (const path of made) {
      const { status } = await call(there(), "DELETE", path);
      if (status >= 300 && status !== 404) left.push(path);
    }
    await emulator?.close();
    if (left.length > 0) throw new Error(`these could not be removed: ${left.join(", ")}`);
    // What is promised of real servers is proved on the emulator: everything is as it was.
    if (emulator !== undefined) assert.deepEqual(lastingState(emulator), initial);
  });

  return {
    get target() {
      return there();
    },
    call: (method, path, options) => call(there(), method, path, options),
    callWithOneNonce: (...paths) => callWithOneNonce(there(), ...paths),
    async create(collection, body) {
      const answer = await call(there(), "POST", collection, { body });
      const id: unknown = answer.body?.id;
      if (answer.status < 300 && typeof id === "string") made.push(`${collection}/${id}`);
      return answer;
    },
  };
}

/** The state without what every request moves on. */
function lastingState(emulator: Emulator): object {
  const { accessList: _, clusters, ...rest } = emulator.snapshot();
  return { ...rest, clusters: clusters.map(({ lastHeartbeat: __, ...cluster }) => cluster) };
}

function fromEnvironment(): Target | undefined {
  if (variable("baseUrl") === "") return undefined;
  const names = Object.keys(VARIABLES).filter(isName);
  const missing = names.filter((name) => variable(name) === "").map((name) => VARIABLES[name]);
  if (missing.length > 0) throw new Error(`The contract needs ${missing.join(", ")} as well.`);
  const values = Object.fromEntries(names.map((name) => [name, variable(name)]));
  const target = values as unknown as Target;
  return { ...target, baseUrl: target.baseUrl.replace(/\/+$/, "") };
}

function isName(name: string): name is keyof Target {
  return Object.hasOwn(VARIABLES, name);
}

function variable(name: keyof Target): string {
  return process.env[VARIABLES[name]] ?? "";
}

function storeBody(): Readonly<Record<string, unknown>> | undefined {
  const text = process.env["OPSMANAGER_CONTRACT_OPLOG_STORE"];
  if (text !== undefined) return JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (given !== undefined) return undefined;
  return {
    id: "contract-test",
    acceptedTos: true,
    awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
    awsSecretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    pathStyleAccessEnabled: true,
    s3BucketEndpoint: "https://s3.example.com",
    s3BucketName: "oplog",
    s3MaxConnections: 50,
    sseEnabled: false,
    uri: "mongodb://meta:word@db0.example.com:27017",
  };
}
