/**
 * Part of the page's script: what a save changes. A user sees and saves an entity with masked secrets and shortened texts,
 * so these are told apart from what the user wrote, and never written over the values that they stand for.
 */
export const MERGE_SCRIPT = `
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Lists the texts that stand for other values.
function findMasks(seen, real) {
  if (typeof seen === "string") return seen === real ? [] : [seen];
  if (typeof seen !== "object" || seen === null) return [];
  return Object.keys(seen).flatMap((name) => findMasks(seen[name], real?.[name]));
}

// Applies the difference between what was seen and what was saved to the real value.
function mergeEdit(seen, saved, real, masks, path = "") {
  if (isSame(seen, saved)) return real;
  if (isRecord(seen) && isRecord(saved) && isRecord(real)) {
    const merged = { ...real };
    for (const name of Object.keys(seen)) if (!(name in saved)) delete merged[name];
    for (const name of Object.keys(saved))
      merged[name] = mergeEdit(seen[name], saved[name], real[name], masks, path === "" ? name : path + "." + name);
    return merged;
  }
  if (Array.isArray(seen) && Array.isArray(saved) && Array.isArray(real))
    return saved.map((element, index) => {
      const place = findPlace(seen, element, index, saved.length);
      const counterpart = element?.id === undefined ? real[place] : real.find((other) => other?.id === element.id);
      return mergeEdit(seen[place], element, counterpart, masks, path + "[" + index + "]");
    });
  refuseMasks(saved, masks, typeof seen === "string" && masks.includes(seen), path);
  return saved;
}

// Finds an element among those that were seen: by its id, else unchanged anywhere, else at its place.
function findPlace(seen, element, index, length) {
  if (element?.id !== undefined) return seen.findIndex((other) => other?.id === element.id);
  const unchanged = seen.findIndex((other) => isSame(other, element));
  return unchanged < 0 && length === seen.length ? index : unchanged;
}

function refuseMasks(value, masks, wasMask, path) {
  if (typeof value === "object" && value !== null)
    for (const name of Object.keys(value))
      refuseMasks(value[name], masks, false, path + (Array.isArray(value) ? "[" + name + "]" : "." + name));
  else if (masks.includes(value) || (wasMask && /[*]{3}| [(][0-9]+ characters[)]$/.test(value)))
    throw new Error(path + " is only a part of the value: write all of it, or leave it as it was.");
}

// The JSON merge patch from one object to another.
function makePatch(from, to) {
  const patch = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (isSame(from[name], to[name])) continue;
    const isNested = isRecord(from[name]) && isRecord(to[name]);
    patch[name] = isNested ? makePatch(from[name], to[name]) : (to[name] ?? null);
  }
  return patch;
}
`;
