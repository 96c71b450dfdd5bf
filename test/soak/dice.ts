/** Seeded random choices. */

export interface Dice {
  /** Returns a number from 0 up to 1. */
  fraction(): number;
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
  /** Returns a text with characters that need escaping in URLs, JSON and headers. */
  secret(length: number): string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const AWKWARD = "/+=%&\"\\' ü:@";

/** mulberry32. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  const oneOf = <T>(choices: readonly [T, ...T[]]): T =>
    choices[between(0, choices.length - 1)] ?? choices[0];
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    oneOf,
    secret: (length) =>
      Array.from({ length }, (_, index) => {
        const letters = index % 5 === 4 ? AWKWARD : LETTERS;
        return letters[between(0, letters.length - 1)];
      }).join(""),
  };
}
