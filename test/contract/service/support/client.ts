import { createHash, randomBytes } from "node:crypto";

/** A response with its parsed body. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  readonly body: any;
}

/** A server and an API key. */
export interface Login {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The options of a request. */
export interface CallOptions {
  readonly body?: unknown;
  /** Sends no credentials. */
  readonly anonymous?: true;
}

const API_PATH = "/api/public/v1.0";

/** Parses the parameters of a Digest challenge. */
export function parseChallenge(response: ParsedResponse): Map<string, string> {
  const header = response.headers.get("www-authenticate") ?? "";
  const parameters = header.replace(/^Digest /i, "").matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]*))/gi);
  return new Map([...parameters].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** Sends a request with Digest: a first one without a body to get a challenge, then the request itself. */
export async function call(
  login: Login,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<ParsedResponse> {
  if (options.anonymous === true) return send(login, method, path, options.body);
  const challenge = parseChallenge(await send(login, "GET", path));
  // Public endpoints send no challenge.
  const authorization = challenge.has("nonce") ? authorize(login, method, path, challenge, 1) : undefined;
  return send(login, method, path, options.body, authorization);
}

/** Sends GET requests one after the other with the same nonce. */
export async function callWithOneNonce(login: Login, ...paths: string[]): Promise<ParsedResponse[]> {
  const challenge = parseChallenge(await send(login, "GET", paths[0] ?? "/"));
  const responses: ParsedResponse[] = [];
  for (const [index, path] of paths.entries())
    responses.push(
      await send(login, "GET", path, undefined, authorize(login, "GET", path, challenge, index + 1)),
    );
  return responses;
}

function authorize(
  { publicKey, privateKey }: Login,
  method: string,
  path: string,
  challenge: ReadonlyMap<string, string>,
  count: number,
): string {
  const parameter = (name: string): string => challenge.get(name) ?? "";
  const algorithm = challenge.get("algorithm") ?? "MD5";
  const hash = (text: string): string =>
    createHash(algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const uri = API_PATH + path;
  const ha1 = hash(`${publicKey}:${parameter("realm")}:${privateKey}`);
  const ha2 = hash(`${method}:${uri}`);
  const nonce = parameter("nonce");
  // Some servers document "op" in place of the "qop" of RFC 7616.
  const hasProtection = challenge.has("qop") || challenge.has("op");
  const nc = count.toString(16).padStart(8, "0");
  const cnonce = randomBytes(8).toString("hex");
  const response = hash(
    hasProtection ? `${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`,
  );
  const protection = hasProtection ? `, qop=auth, nc=${nc}, cnonce="${cnonce}"` : "";
  return (
    `Digest username="${publicKey}", realm="${parameter("realm")}", nonce="${nonce}", uri="${uri}", ` +
    `algorithm=${algorithm}, response="${response}"${protection}`
  );
}

async function send(
  { baseUrl }: Login,
  method: string,
  path: string,
  body?: unknown,
  authorization?: string,
): Promise<ParsedResponse> {
  const headers = {
    accept: "application/json",
    // A compressed response has another length, or none.
    "accept-encoding": "identity",
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const content = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(baseUrl + API_PATH + path, { method, headers, ...content });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parseBody(text) };
}

function parseBody(text: string): unknown {
  return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
}
