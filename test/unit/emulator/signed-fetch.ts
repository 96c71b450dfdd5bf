import { createHash } from "node:crypto";
import type { Emulator } from "../../../src/emulator";

/** A response of the emulator with its parsed body. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  readonly body: any;
}

/** The options of a request. */
export interface RequestOptions {
  readonly body?: unknown;
  readonly key?: { publicKey: string; privateKey: string };
  readonly contentType?: string;
}

/** Sends a request with Digest, with a new challenge for each. */
export async function signedFetch(
  emulator: Emulator,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ParsedResponse> {
  const url = `${emulator.baseUrl}/api/public/v1.0${path}`;
  const target = url.slice(emulator.baseUrl.length);
  const challenge = (await fetch(url)).headers.get("www-authenticate") ?? "";
  const nonce = /nonce="([^"]*)"/.exec(challenge)?.[1] ?? "";
  const authorization = authorize({ method, target, nonce, ...(options.key ?? emulator) });
  return read(await fetch(url, { method, headers: headersOf(options, authorization), ...bodyOf(options) }));
}

/** Sends a request with exactly this `Authorization` header, or none. */
export async function plainFetch(
  emulator: Emulator,
  path: string,
  authorization?: string,
): Promise<ParsedResponse> {
  const headers = authorization === undefined ? {} : { authorization };
  return read(await fetch(`${emulator.baseUrl}/api/public/v1.0${path}`, { headers }));
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
  const hash = (text: string): string =>
    createHash(algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const ha1 = hash(`${publicKey}:MMS Public API:${privateKey}`);
  const ha2 = hash(`${method}:${uri}`);
  const cnonce = "0a4f113b";
  const response =
    form === "qop" ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`) : hash(`${ha1}:${nonce}:${ha2}`);
  const protection = form === "qop" ? `, qop=auth, nc=${nc}, cnonce="${cnonce}"` : "";
  return (
    `Digest username="${publicKey}", realm="MMS Public API", nonce="${nonce}", uri="${uri}", ` +
    `algorithm=${algorithm}, response="${response}"${protection}`
  );
}

function headersOf(options: RequestOptions, authorization: string): Record<string, string> {
  const contentType = options.contentType ?? "application/json";
  return options.body === undefined ? { authorization } : { authorization, "content-type": contentType };
}

function bodyOf({ body }: RequestOptions): { body?: string } {
  if (body === undefined) return {};
  return { body: typeof body === "string" ? body : JSON.stringify(body) };
}

async function read(response: Response): Promise<ParsedResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
