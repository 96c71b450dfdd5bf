/** Values that are made when they are first asked for. */

/** Makes a function that makes the value of each key once. */
export function createOnce() {
  const values = new Map<string, unknown>();
  return <T>(key: string, make: () => T): T => {
    if (!values.has(key)) values.set(key, make());
    return values.get(key) as T;
  };
}
