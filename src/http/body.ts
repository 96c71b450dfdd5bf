/** Bodies as text and JSON, by the charset that they name. */

import { TextDecoder } from "node:util";
import type { PlainObject } from "../json";
import { isDeeperThan, isPlainObject } from "../json";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

const UTF8 = new TextDecoder("utf-8");

/** The body as text; UTF-8 where no charset, or an unknown one, is named. */
export function textOf(response: HttpResponse): string {
  const charset = charsetOf(response);
  const { body } = response;
  // The quick way of most; a decoder takes a mark away that may stand before the text.
  if (charset === undefined && body[0] !== BYTE_ORDER_MARK[0]) return body.toString("utf8");
  return decoder(charset).decode(body);
}

/** The body as the bytes of a text in UTF-8, without the mark that may stand before it. */
export function utf8Of(response: HttpResponse): Buffer {
  const { body } = response;
  if (decoder(charsetOf(response)).encoding !== "utf-8") return Buffer.from(textOf(response));
  return body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
}

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

function charsetOf(response: HttpResponse): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(headerOf(response, "content-type") ?? "")?.[1];
}

function decoder(charset: string | undefined): TextDecoder {
  if (charset === undefined) return UTF8;
  try {
    return new TextDecoder(charset);
  } catch {
    return UTF8;
  }
}

/** No response of the API is nested deeper; what is would exhaust the stack of whatever walks through it. */
export const MOST_LEVELS = 100;

/** What a body is where it is not JSON that can be used. */
export type NoJson = "empty" | "tooDeep" | "noJson";

/** The body as JSON, or why it is none. */
export function jsonOf(response: HttpResponse): { readonly value: unknown } | NoJson {
  if (response.body.length === 0) return "empty";
  let value: unknown;
  try {
    value = JSON.parse(textOf(response));
  } catch {
    return "noJson";
  }
  return isDeeperThan(value, MOST_LEVELS) ? "tooDeep" : { value };
}

/** The body as a JSON object, or `undefined` when it is none. */
export function jsonObjectOf(response: HttpResponse): PlainObject | undefined {
  const json = jsonOf(response);
  return typeof json === "object" && isPlainObject(json.value) ? json.value : undefined;
}
