/** Measures curl as a reference: one process for many requests. */

import type { Usage } from "../support/measured-program";
import { measured } from "../support/measured-program";
import { PASSWORD, USER } from "./digest-check";
import { PATH } from "./exchange";

/** @throws if a response has another status than 200 */
export async function curlRequests(port: number, requests: number, concurrency: number): Promise<Usage> {
  // The number is in the fragment, which is not sent, so all requests are equal.
  const url = `http://127.0.0.1:${port}${PATH}#[1-${requests}]`;
  const parallel = concurrency > 1 ? ["--parallel", "--parallel-max", String(concurrency)] : [];
  const output = ["--silent", "--show-error", "--output", "/dev/null", "--write-out", "%{http_code}\n"];
  const credentials = ["--digest", "--user", `${USER}:${PASSWORD}`];
  const { usage, stdout } = await measured("curl", [...parallel, ...output, ...credentials, url]);
  const statuses = stdout.trim().split("\n");
  const wrong = statuses.filter((status) => status !== "200");
  if (statuses.length !== requests || wrong.length > 0)
    throw new Error(`curl: ${statuses.length} responses, ${wrong.length} of them not 200`);
  return usage;
}
