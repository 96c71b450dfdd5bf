/** Bodies as text and JSON, by the charset that they name. */

import { TextDecoder } from "node:util";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

/** The body as text; UTF-8 where no charset, or an unknown one, is named. */
export function textOf(response: HttpResponse): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headerOf(response, "content-type") ?? "")?.[1];
  return decoder(charset).decode(response.body);
}

function decoder(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** The body as a JSON object, or `undefined` when it is none. */
export function jsonObjectOf(response: HttpResponse): PlainObject | undefined {
  if (response.body.length === 0) return undefined;
  try {
    const value: unknown = JSON.parse(textOf(response));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
