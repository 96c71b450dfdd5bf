/** Emulators, and a client that shares no code with this package. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request as http, type IncomingMessage } from "node:http";
import { request as https } from "node:https";
import { text as readText } from "node:stream/consumers";
import {
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type EntityAccess,
  type OplogS3Config,
} from "../../../src/emulator";
import { ServiceError } from "../../../src/emulator/errors";

export const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
export const ALERT = { eventTypeName: "NO_PRIMARY", notifications: [EMAIL] };
export const STORES = "/admin/backup/oplog/s3Configs";
export const STORE = {
  id: "store",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAXLHG",
  awsSecretKey: "wJalrXUtnFEMI",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 50,
  sseEnabled: false,
  uri: "mongodb://me:pw@db0.example.com",
};

export const MONGO_STORE = { id: "store", uri: "mongodb://me:pw@db0.example.com,db1.example.com/?w=1" };

/** The stores of every kind. */
export function storesOf(emulator: Emulator) {
  const { oplogS3Configs, s3SnapshotStores, mongoOplogStores, mongoSnapshotStores } = emulator;
  const s3: readonly EntityAccess<OplogS3Config>[] = [oplogS3Configs, s3SnapshotStores];
  const mongo = [mongoOplogStores, mongoSnapshotStores, emulator.mongoSyncStores];
  return [...s3, ...mongo, emulator.fileSystemSnapshotStores];
}

/** The emulator of a suite, which is reset before each test. */
export function sharedEmulator(): Emulator {
  let running: Emulator;
  before(async () => void (running = await startEmulator()));
  after(() => running?.close());
  beforeEach(() => running.reset());
  return new Proxy({} as Emulator, { get: (_, name) => Reflect.get(running, name) as unknown });
}

/** Starts emulators, which end after each test of the suite. */
export function emulators(): (options?: EmulatorOptions) => Promise<Emulator> {
  const running: Emulator[] = [];
  afterEach(() => Promise.all(running.splice(0).map((emulator) => emulator.close())));
  return async (options) => {
    const emulator = await startEmulator(options);
    running.push(emulator);
    return emulator;
  };
}

/** A response of the emulator with its parsed body. */
export type ParsedResponse = Awaited<ReturnType<typeof send>>;

/** The options of a request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, everything else as JSON. */
  readonly body?: unknown;
  readonly ca?: string | undefined;
}

/** Sends a request. Unlike `fetch`, it can send another `Host`. @param line the method and the URL */
export async function send(line: string, { headers, body, ca }: RequestOptions = {}) {
  const [method = "", url = ""] = line.split(" ");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = url.startsWith("https:") ? https : http;
    const options = { method, headers: { ...headers }, agent: false, servername: "", ca };
    const outgoing = start(url, options, resolve);
    const content = typeof body === "string" ? body : JSON.stringify(body);
    outgoing.on("error", reject).end(content);
  });
  const text = await readText(response);
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  const parsed: any = /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  const { statusCode: status = 0, headers: received } = response;
  const { errorCode } = (parsed ?? {}) as { errorCode?: string };
  /** The status and the error code. */
  const outcome = errorCode === undefined ? String(status) : `${status} ${errorCode}`;
  return { status, outcome, headers: received, text, body: parsed };
}

type Signed = RequestOptions & { readonly key?: { publicKey: string; privateKey: string } };

/** Sends a request with Digest, with a new challenge for each. @param line the method and the path below the API */
export async function signed(emulator: Emulator, line: string, options: Signed = {}) {
  const [method = "", path = ""] = line.split(" ");
  const target = `${API}${path}`;
  const nonce = await nonceOf(emulator, path);
  const { publicKey, privateKey } = options.key ?? emulator;
  const authorization = authorize({ method, target, nonce, publicKey, privateKey });
  const type = options.body === undefined ? {} : { "content-type": "application/json" };
  const headers = { authorization, ...type, ...options.headers };
  return send(`${method} ${emulator.baseUrl}${target}`, { ...options, headers });
}

export const API = "/api/public/v1.0";

/** Sends a GET with exactly this `Authorization` header, or none. */
export async function plain(emulator: Emulator, path: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  return send(`GET ${emulator.baseUrl}${API}${path}`, { headers });
}

export async function challengeOf(emulator: Emulator, path = "/"): Promise<string> {
  return (await plain(emulator, path)).headers["www-authenticate"] ?? "";
}

export async function nonceOf(emulator: Emulator, path = "/"): Promise<string> {
  return /nonce="([^"]*)"/.exec(await challengeOf(emulator, path))?.[1] ?? "";
}

/** The parameters of an `Authorization` header. */
export interface Signature {
  readonly method: string;
  readonly target: string;
  readonly nonce: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly nc?: string;
  readonly uri?: string;
  readonly form?: "qop" | "rfc2069";
  readonly algorithm?: "MD5" | "SHA-256";
}

/** Builds the `Authorization` header of a request. */
export function authorize(signature: Signature): string {
  const { method, target, nonce, publicKey, privateKey, nc = "00000001", form = "qop" } = signature;
  const { algorithm = "MD5", uri = target } = signature;
  const name = algorithm === "MD5" ? "md5" : "sha256";
  const hash = (...parts: string[]): string => createHash(name).update(parts.join(":")).digest("hex");
  const ha1 = hash(publicKey, "MMS Public API", privateKey);
  const ha2 = hash(method, uri);
  const cnonce = "0a4f113b";
  const response = form === "qop" ? hash(ha1, nonce, nc, cnonce, "auth", ha2) : hash(ha1, nonce, ha2);
  const protection = form === "qop" ? `, qop=auth, nc=${nc}, cnonce="${cnonce}"` : "";
  return (
    `Digest username="${publicKey}", realm="MMS Public API", nonce="${nonce}", uri="${uri}", ` +
    `algorithm=${algorithm}, response="${response}"${protection}`
  );
}

/** The code of the error that a validation throws, with its first parameter; undefined if it accepts. */
export function refusalOf(validate: () => unknown): string | undefined {
  try {
    validate();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return [error.errorCode, ...error.parameters.slice(0, 1)].join(" ");
  }
}
