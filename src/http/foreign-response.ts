/** Detects responses that do not come from the service but from a proxy, a gateway or a login page. */

import type { SecretFilter } from "../secrets/filter";
import type { HttpResponse } from "./message";
import { printable } from "./text";

const MAX_TITLE_LENGTH = 200;
/** The part of a body in which a title or an error text is searched. */
export const START_BYTES = 16_384;

/** Whether the body is a web page, whatever its content type. */
export function isWebPage(response: HttpResponse): boolean {
  if (!/^\s*</.test(startOf(response, 64))) return false;
  return /<(?:!doctype\s+html|html|head|title)\b/i.test(startOf(response, 2_048));
}

/** Says that the response is not from the service, names the title of the page, and adds advice for the status. */
export function adviseOnForeignResponse(
  response: HttpResponse,
  status: number,
  isCertain: boolean,
  origin: string,
  filter: SecretFilter,
): string {
  const probably = isCertain ? "" : "probably ";
  const title = titleOf(response, filter);
  const sentences = [
    `This response is ${probably}not from the service: check opsmanager:baseUrl, and any proxy, gateway or login page in between.`,
    title === "" ? "" : `The page is titled ${JSON.stringify(title)}.`,
    statusAdvice(response, status, origin),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The title of a web page, or an empty string. */
export function titleOf(response: HttpResponse, filter: SecretFilter): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(startOf(response, START_BYTES))?.[1] ?? "";
  return printable(filter(title), MAX_TITLE_LENGTH);
}

/** What nginx, Go, Apache and Tomcat return to plain http at a TLS port. */
const EXPECTS_TLS =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL|requires TLS/i;

function statusAdvice(response: HttpResponse, status: number, origin: string): string {
  if (status === 400 && origin.startsWith("http:") && EXPECTS_TLS.test(startOf(response, START_BYTES))) {
    return "The server expects TLS at this port: opsmanager:baseUrl must begin with https://, not http://.";
  }
  return STATUS_ADVICE.get(status) ?? "";
}

const NOT_REACHED = "A gateway did not reach the service.";
const STATUS_ADVICE: ReadonlyMap<number, string> = new Map([
  [403, "A proxy or a firewall may have refused the request."],
  [407, "A proxy requires credentials: put them in HTTPS_PROXY (http://user:password@host:port)."],
  [413, "A proxy or gateway limits the size of a request."],
  [502, NOT_REACHED],
  [503, NOT_REACHED],
  [504, NOT_REACHED],
  [511, "The network requires a login first."],
]);

function startOf({ body }: HttpResponse, bytes: number): string {
  return body.toString("utf8", 0, bytes);
}
