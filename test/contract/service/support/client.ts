/** Requests of `curl --digest`, which shares no code with this package. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A response with its parsed body. */
export type ParsedResponse = ReturnType<typeof parse>;

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

/** Parses the parameters of a Digest challenge. */
export function parseChallenge(response: ParsedResponse): Map<string, string> {
  const header = response.headers.get("www-authenticate") ?? "";
  const parameters = header.replace(/^Digest /i, "").matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]*))/gi);
  return new Map([...parameters].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** Sends a request. @param line the method and the path below the API */
export async function call(login: Login, line: string, options: CallOptions = {}): Promise<ParsedResponse> {
  const { body, anonymous } = options;
  const [method = "", path = ""] = line.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const data = body === undefined ? [] : ["-H", "Content-Type: application/json", "--data-binary", text];
  const as = method === "HEAD" ? ["-I", "-o", "/dev/null"] : ["-X", method];
  const [response] = await curl(login, [...as, ...data], anonymous === true, [path]);
  return response as ParsedResponse;
}

/** Sends GET requests one after the other with the same nonce. */
export async function callWithOneNonce(login: Login, ...paths: string[]): Promise<ParsedResponse[]> {
  return curl(login, [], false, paths);
}

const END = "\n=== end of a response\n";

async function curl(
  { baseUrl, publicKey, privateKey }: Login,
  options: readonly string[],
  anonymous: boolean,
  paths: readonly string[],
): Promise<ParsedResponse[]> {
  const credentials = anonymous ? [] : ["--digest", "-u", `${publicKey}:${privateKey}`];
  const urls = paths.map((path) => `${baseUrl}/api/public/v1.0${path}`);
  const trailer = `\n%{http_code}\n%{header_json}${END}`;
  const args = ["-sS", "--noproxy", "*", ...credentials, ...options, "-w", trailer, ...urls];
  const { stdout } = await run("curl", args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split(END).slice(0, -1).map(parse);
}

function parse(output: string) {
  const [, text = "", status = "", headers = "{}"] = /^([^]*)\n(\d{3})\n(\{[^]*\})$/.exec(output) ?? [];
  const lists = Object.entries(JSON.parse(headers) as Record<string, string[]>);
  const pairs = lists.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  const body: any = /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  return { status: Number(status), headers: new Headers(pairs), text, body };
}
