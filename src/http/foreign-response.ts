/** Detects responses that do not come from the service but from a proxy, a gateway or a login page. */

import type { SecretFilter } from "../secrets/filter";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";
import { printable } from "./text";

const MAX_TITLE_LENGTH = 200;
/** The part of a body in which a title or an error text is searched. */
export const START_BYTES = 16_384;

/** Whether the body is a web page, whatever its content type. */
export function isWebPage(response: HttpResponse): boolean {
  return /^\s*<[^]*?(?<=<)(?:!doctype\s+html|html|head|title)\b/i.test(startOf(response, 2_048));
}

/** What nginx, Go, Apache and Tomcat return to plain http at a TLS port. */
const EXPECTS_TLS =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL|requires TLS/i;

/** Says that the response is not from the service, and names the title of the page. */
export function adviseOnForeignResponse(
  response: HttpResponse,
  origin: string,
  filter: SecretFilter,
): string {
  const isHttpsOnly =
    /^https:/i.test(headerOf(response, "location") ?? "") || EXPECTS_TLS.test(startOf(response, START_BYTES));
  return (
    "This response is probably not from the service: check opsmanager:baseUrl, and any proxy, gateway or login page in between." +
    describeTitle(response, filter) +
    (isHttpsOnly && origin.startsWith("http:")
      ? " The server expects TLS: opsmanager:baseUrl must begin with https://."
      : "")
  );
}

/** Names the title of a web page; empty if there is none. */
export function describeTitle(response: HttpResponse, filter: SecretFilter): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(startOf(response, START_BYTES))?.[1] ?? "";
  const shown = printable(filter(title), MAX_TITLE_LENGTH);
  return shown === "" ? "" : ` The page is titled ${JSON.stringify(shown)}.`;
}

function startOf({ body }: HttpResponse, bytes: number): string {
  return body.toString("utf8", 0, bytes);
}
