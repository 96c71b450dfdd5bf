/**
 * The server under test: the emulator, or the one that the environment names. On a real server the tests create and remove
 * alert configurations, API keys, a key of agents, two entries of the access list and, if a bucket is given, one oplog store.
 * They also rename a cluster to its current name, send its snapshot schedule an interval that it has and, if allowed, upload
 * the current manifest.
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

const NAMES = "baseUrl publicKey privateKey projectId orgId apiKeyId accessListEntry clusterId".split(" ");

const given = fromEnvironment();

/** Whether the manifest may be uploaded: to the emulator, or if `OPSMANAGER_CONTRACT_MANIFEST` is `yes`. */
export const mayUploadManifest = given === undefined || process.env["OPSMANAGER_CONTRACT_MANIFEST"] === "yes";

/**
 * The body of an oplog store to create; on a real server that of `OPSMANAGER_CONTRACT_OPLOG_STORE`, as JSON, since the
 * server writes to its bucket.
 */
export const oplogStore: Readonly<Record<string, unknown>> | undefined = storeBody();

/** Provides the current suite with a server, in tests and hooks only. */
export function useService() {
  let emulator: Emulator | undefined;
  let initial: unknown;
  let target: Target | undefined;
  const made: string[] = [];
  const requireTarget = (): Target => {
    if (target === undefined) throw new Error("the server is available in tests and hooks only");
    return target;
  };

  before(async () => {
    target = given;
    if (target !== undefined) return;
    emulator = await startEmulator();
    initial = lastingState(emulator);
    target = Object.assign(emulator, { accessListEntry: "198.51.100.0/24" });
  });

  after(async () => {
    const left: string[] = [];
    for (const path of made) {
      const { status, body } = await call(requireTarget(), `DELETE ${path}`);
      const isGone = status === 404 || body?.errorCode === "API_KEY_NOT_FOUND";
      if (status >= 300 && !isGone) left.push(path);
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
    /** @param line the method and the path below the API */
    call: (line: string, options?: CallOptions) => call(requireTarget(), line, options),
    /** Asserts the status and the error code of a refused request. */
    async refuses(expected: string, line: string, body?: unknown): Promise<void> {
      const { status, body: error } = await call(requireTarget(), line, { body });
      assert.equal(`${status} ${error.errorCode}`, expected, line);
    },
    /** The body of the response to a GET, which succeeds. */
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
    async read(path: string): Promise<any> {
      const { status, body } = await call(requireTarget(), `GET ${path}`);
      assert.equal(status, 200, path);
      return body;
    },
    callWithOneNonce: (...paths: string[]) => callWithOneNonce(requireTarget(), ...paths),
    /** Sends a POST; the object that it creates is removed after the suite. */
    async create(collection: string, body: unknown) {
      const response = await call(requireTarget(), `POST ${collection}`, { body });
      const id: unknown = response.body?.id;
      if (response.status < 300 && typeof id === "string") made.push(`${collection}/${id}`);
      return response;
    },
  };
}

/** Asserts that the response is one to a successful DELETE. */
export function assertDeleted({ status, text }: ParsedResponse): void {
  assert.ok(status === 200 || status === 204, String(status));
  assert.match(text, /^\s*(?:\{\s*\})?\s*$/);
}

/** The state without the fields that every request changes. */
function lastingState(emulator: Emulator): object {
  const { accessList, clusters, ...rest } = emulator.snapshot();
  const blocks = accessList.map(({ cidrBlock }) => cidrBlock);
  return { ...rest, blocks, clusters: clusters.map(({ lastHeartbeat: _, ...cluster }) => cluster) };
}

/** The variable of a field: `OPSMANAGER_CONTRACT_BASE_URL` for `baseUrl`. */
function variableOf(name: string): string {
  return `OPSMANAGER_CONTRACT_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
}

function fromEnvironment(): Target | undefined {
  const values = Object.fromEntries(NAMES.map((name) => [name, process.env[variableOf(name)] ?? ""]));
  const target = values as unknown as Target;
  if (target.baseUrl === "") return undefined;
  const missing = NAMES.filter((name) => values[name] === "").map(variableOf);
  if (missing.length > 0) throw new Error(`Set ${missing.join(", ")} as well.`);
  return { ...target, baseUrl: target.baseUrl.replace(/\/+$/, "") };
}

function storeBody(): Readonly<Record<string, unknown>> | undefined {
  const text = process.env["OPSMANAGER_CONTRACT_OPLOG_STORE"];
  if (text !== undefined) return JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (given !== undefined) return undefined;
  const flags = { pathStyleAccessEnabled: true, sseEnabled: false };
  const bucket = { s3BucketEndpoint: "https://s3.example.com", s3BucketName: "oplog", s3MaxConnections: 50 };
  const keys = {
    awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
    awsSecretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const uri = "mongodb://meta:word@db0.example.com:27017";
  return { id: "contract-test", acceptedTos: true, ...keys, ...flags, ...bucket, uri };
}
