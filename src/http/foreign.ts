/** Responses that come from something between here and the service: a proxy, a gateway, a login page. */

import type { SecretFilter } from "../secrets";
import type { HttpResponse } from "./message";
import { printable } from "./printable";

const MOST_OF_A_TITLE = 200;
/** Where the title of a page, or what a server says of the wrong scheme, is looked for. */
const START_BYTES = 16_384;

/** Whether the body is a web page, whatever the content type says. */
export function isWebPage(response: HttpResponse): boolean {
  if (!/^\s*</.test(startOf(response, 64))) return false;
  return /<(?:!doctype\s+html|html|head|title)\b/i.test(startOf(response, 2_048));
}

/** That the response is not from the service, with the title of the page, and what helps against this status. */
export function foreignAdvice(
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
    adviceFor(response, status, origin),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The title of a web page; empty without one. */
export function titleOf(response: HttpResponse, filter: SecretFilter): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(startOf(response, START_BYTES))?.[1] ?? "";
  return printable(filter(title), MOST_OF_A_TITLE);
}

/** What servers say (nginx, Go, Apache, Tomcat) when plain http comes to a port of TLS. */
const WANTS_TLS =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL|requires TLS/i;

function adviceFor(response: HttpResponse, status: number, origin: string): string {
  if (status === 400 && origin.startsWith("http:") && WANTS_TLS.test(startOf(response, START_BYTES))) {
    return "The server expects TLS at this port: begin opsmanager:baseUrl with https:// in place of http://.";
  }
  switch (status) {
    case 403:
      return "A proxy or a firewall may have refused the request.";
    case 407:
      return "A proxy asks for credentials: put them in HTTPS_PROXY (http://user:password@host:port).";
    case 413:
      return "A proxy or gateway limits the size of a request.";
    case 502:
    case 503:
    case 504:
      return "A gateway did not reach the service.";
    case 511:
      return "The network asks for a login first.";
    default:
      return "";
  }
}

function startOf({ body }: HttpResponse, bytes: number): string {
  return body.toString("utf8", 0, bytes);
}
