import { isJsonObject, type JsonObject } from "./json";

/** Lists whose order carries no meaning. */
const UNORDERED = new Set(["labels", "links", "matchers", "notifications", "results", "roles"]);

/** The value with its keys, and the elements of lists without an order of their own, in another order each time. */
export function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isJsonObject(value)) return value;
  const answer: JsonObject = {};
  for (const [key, field] of permute(Object.entries(value))) {
    answer[key] = UNORDERED.has(key) && Array.isArray(field) ? permute(field.map(shuffled)) : shuffled(field);
  }
  return answer;
}

let turn = 0;

// Rotated and turned over instead of random: two calls in a row always differ where they can.
function permute<T>(items: readonly T[]): T[] {
  turn += 1;
  const cut = items.length === 0 ? 0 : turn % items.length;
  const rotated = [...items.slice(cut), ...items.slice(0, cut)];
  return turn % 3 === 0 ? rotated : rotated.toReversed();
}
