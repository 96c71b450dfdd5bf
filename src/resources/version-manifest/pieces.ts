/**
 * A JSON object in pieces: the members of its top level, and the items of those that are lists, each parsed by itself. A
 * manifest is megabytes and its tree many times that; a piece of it is small.
 */

import type { PlainObject } from "../../json";
import type { Reader, Source } from "./reader";
import { byte, readerOf } from "./reader";

/** A member, or an item of the last member; a list comes as an empty one, followed by its items. */
export interface Piece {
  readonly key: string;
  readonly isItem: boolean;
  readonly value: unknown;
}

/**
 * The pieces of a JSON text. As with `JSON.parse`, the last of several members of one name counts.
 * @throws Error for bytes that are no JSON object
 */
export function* piecesOf(source: Source): Generator<Piece> {
  const reader = readerOf(source);
  if (reader.peek() !== byte("{")) {
    reader.value();
    reader.end();
    throw new Error("manifest: must hold a JSON object.");
  }
  reader.take("{");
  yield* separated(reader, "}", memberOf);
  reader.end();
}

/** Bytes that are held. */
export function sourceOf(bytes: Buffer): Source {
  let at = 0;
  return (target) => {
    const copied = bytes.copy(target, 0, at);
    at += copied;
    return copied;
  };
}

/** The pieces of what is parsed already. */
export function* piecesOfTree(tree: PlainObject): Generator<Piece> {
  for (const [key, value] of Object.entries(tree)) {
    yield { key, isItem: false, value: Array.isArray(value) ? [] : value };
    if (Array.isArray(value)) for (const item of value) yield { key, isItem: true, value: item };
  }
}

function* memberOf(reader: Reader): Generator<Piece> {
  const key = reader.name();
  reader.take(":");
  if (reader.peek() !== byte("[")) {
    yield { key, isItem: false, value: reader.value() };
    return;
  }
  reader.take("[");
  yield { key, isItem: false, value: [] };
  yield* separated(reader, "]", function* item() {
    yield { key, isItem: true, value: reader.value() };
  });
}

/** What stands between commas, up to the end of the list or object. */
function* separated(
  reader: Reader,
  end: "]" | "}",
  each: (reader: Reader) => Generator<Piece>,
): Generator<Piece> {
  if (reader.peek() !== byte(end)) {
    yield* each(reader);
    while (reader.peek() === byte(",")) {
      reader.take(",");
      yield* each(reader);
    }
  }
  reader.take(end);
}
