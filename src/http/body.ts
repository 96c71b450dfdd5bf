/** Bodies as text and JSON, by the charset that they name. */

import { TextDecoder } from "node:util";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

const UTF8 = new TextDecoder("utf-8");

/** The body as text; UTF-8 where no charset, or an unknown one, is named. */
export function textOf(response: HttpResponse): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headerOf(response, "content-type") ?? "")?.[1];
  return decoder(charset).decode(response.body);
}

function decoder(charset: string | undefined): TextDecoder {
  if (charset === undefined) return UTF8;
  try {
    return new TextDecoder(charset);
  } catch {
    return UTF8;
  }
}

/** The body as JSON, or `undefined` when it is none. */
export function jsonOf(response: HttpResponse): { readonly value: unknown } | undefined {
  if (response.body.length === 0) return undefined;
  try {
    return { value: JSON.parse(textOf(response)) };
  } catch {
    return undefined;
  }
}

/** The body as a JSON object, or `undefined` when it is none. */
export function jsonObjectOf(response: HttpResponse): PlainObject | undefined {
  const value = jsonOf(response)?.value;
  return isPlainObject(value) ? value : undefined;
}
