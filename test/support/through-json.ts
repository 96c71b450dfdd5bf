/** A value as it comes back from the engine, which stores JSON. */
export function throughJson<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}
