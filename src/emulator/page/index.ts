import type { RawResponse } from "../http-io";
import { DOCUMENT } from "./document";
import { SCRIPT } from "./script";
import { STYLE } from "./style";

/** Nothing from elsewhere, no script in the text of the page, no frame around it. */
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

const PAGE = file("text/html; charset=utf-8", DOCUMENT);

const PARTS = new Map<string, RawResponse>([
  ["/page.css", file("text/css; charset=utf-8", STYLE)],
  ["/page.js", file("text/javascript; charset=utf-8", SCRIPT)],
]);

/** The page of the control port, for whoever prefers HTML at its root, and its parts; `undefined` for all else. */
export function findPagePart(target: string, accept = ""): RawResponse | undefined {
  return target === "/" && accept.includes("text/html") ? PAGE : PARTS.get(target);
}

function file(type: string, body: string): RawResponse {
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
