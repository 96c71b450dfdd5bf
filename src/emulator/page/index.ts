import type { RawResponse } from "../http-io";
import { DOCUMENT } from "./document";
import { SCRIPT } from "./script";
import { STYLE } from "./style";

/** Allows no other origin, no inline script and no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const PAGE = createFile("text/html; charset=utf-8", DOCUMENT);

const PARTS = new Map<string, RawResponse>([
  ["/page.css", createFile("text/css; charset=utf-8", STYLE)],
  ["/page.js", createFile("text/javascript; charset=utf-8", SCRIPT)],
]);

/** Finds the page, which the root serves to clients that accept HTML, or one of its parts. */
export function findPagePart(target: string, accept = ""): RawResponse | undefined {
  return target === "/" && accept.includes("text/html") ? PAGE : PARTS.get(target);
}

function createFile(type: string, body: string): RawResponse {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Content-Type": type,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
  return { status: 200, headers, body };
}
