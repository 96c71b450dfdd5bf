import { createHash, randomBytes } from "node:crypto";

/** An answer with its parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

/** Who asks where. */
export interface Login {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How a request differs from a plain one. */
export interface CallOptions {
  readonly body?: unknown;
  /** Sent without credentials. */
  readonly anonymous?: true;
}

const API_PATH = "/api/public/v1.0";

/** The parameters of a Digest challenge by name. */
export function challengeOf(answer: Answer): Map<string, string> {
  const header = answer.headers.get("www-authenticate") ?? "";
  const parameters = header.replace(/^Digest /i, "").matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]*))/gi);
  return new Map([...parameters].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** Sends one request the plainest way: one to be challenged, without a body, and one with the answer to that. */
export async function call(
  login: Login,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  if (options.anonymous === true) return send(login, method, path, options.body);
  const challenge = challengeOf(await send(login, "GET", path));
  // What is open to everybody needs no answer to anything.
  const authorization = challenge.has("nonce") ? authorize(login, method, path, challenge, 1) : undefined;
  return send(login, method, path, options.body, authorization);
}

/** Sends GET requests one after the other that all answer the same challenge. */
export async function callWithOneNonce(login: Login, ...paths: string[]): Promise<Answer[]> {
  const challenge = challengeOf(await send(login, "GET", paths[0] ?? "/"));
  const answers: Answer[] = [];
  for (const [index, path] of paths.entries())
    answers.push(
      await send(login, "GET", path, undefined, authorize(login, "GET", path, challenge, index + 1)),
    );
  return answers;
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
  // The specification prints "op" for what RFC 7616 calls "qop".
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
): Promise<Answer> {
  const headers = {
    accept: "application/json",
    // Otherwise the length of the answer is that of its compressed form, or not told.
    "accept-encoding": "identity",
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const content = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(baseUrl + API_PATH + path, { method, headers, ...content });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
}
