/**
 * The server under test: the emulator, or the one that the environment names. On a real server the tests create and remove
 * alert configurations, two entries of the access list and, if a bucket is given, one oplog store. They also rename a cluster
 * to its current name and, if allowed, upload the current manifest.
 */

import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../../../src/emulator";
import { call, callWithOneNonce, type ParsedResponse, type CallOptions, type Login } from "./client";

/** The objects that must exist on the server. */
export interface Target extends Login {
  readonly projectId: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  /** An entry of the access list of the key, an address or a block. */
  readonly accessListEntry: string;
  /** A cluster of the project whose type is SHARDED or SHARDED_REPLICA_SET. */
  readonly clusterId: string;
}

/** Access to the server, in tests and hooks only. */
export interface Service {
  readonly target: Target;
  call(method: string, path: string, options?: CallOptions): Promise<ParsedResponse>;
  callWithOneNonce(...paths: string[]): Promise<ParsedResponse[]>;
  /** Sends a POST; the object that it creates is removed after the suite. */
  create(collection: string, body: unknown): Promise<ParsedResponse>;
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

/** Whether the manifest may be uploaded: to the emulator, or if `OPSMANAGER_CONTRACT_MANIFEST` is `yes`. */
export const mayUploadManifest = given === undefined || process.env["OPSMANAGER_CONTRACT_MANIFEST"] === "yes";

/**
 * The body of an oplog store to create; on a real server that of `OPSMANAGER_CONTRACT_OPLOG_STORE`, as JSON, since the
 * server writes to its bucket.
 */
export const oplogStore: Readonly<Record<string, unknown>> | undefined = storeBody();

/** Provides the current suite with a server. */
export function useService(): Service {
  let emulator: Emulator | undefined;
  let initial: unknown;
  let target: Target | undefined;
  const made: string[] = [];
  const requireTarget = (): Target => {
    if (target === undefined) throw new Error("the server is available in tests and hooks only");
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
      const { status } = await call(requireTarget(), "DELETE", path);
      if (status >= 300 && status !== 404) left.push(path);
    }
    await emulator?.close();
    if (left.length > 0) throw new Error(`not removed: ${left.join(", ")}`);
    // Proves on the emulator that a run leaves the state unchanged.
    if (emulator !== undefined) assert.deepEqual(lastingState(emulator), initial);
  });

  return {
    get target() {
      return requireTarget();
    },
    call: (method, path, options) => call(requireTarget(), method, path, options),
    callWithOneNonce: (...paths) => callWithOneNonce(requireTarget(), ...paths),
    async create(collection, body) {
      const response = await call(requireTarget(), "POST", collection, { body });
      const id: unknown = response.body?.id;
      if (response.status < 300 && typeof id === "string") made.push(`${collection}/${id}`);
      return response;
    },
  };
}

/** The state without the fields that every request changes. */
function lastingState(emulator: Emulator): object {
  const { accessList, clusters, ...rest } = emulator.snapshot();
  return {
    ...rest,
    accessList: accessList.map(({ cidrBlock }) => cidrBlock),
    clusters: clusters.map(({ lastHeartbeat: _, ...cluster }) => cluster),
  };
}

function fromEnvironment(): Target | undefined {
  if (variable("baseUrl") === "") return undefined;
  const names = Object.keys(VARIABLES).filter(isName);
  const missing = names.filter((name) => variable(name) === "").map((name) => VARIABLES[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(", ")} as well.`);
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
