/**
 * The secrets of all resources of a process, and values of other fields that the program marks as secret, which only `check` gets.
 * Later messages of the process, about any resource, a refused write or in the log, must not contain them either.
 */

import { textsIn } from "../json";
import type { SecretFilter } from "./filter";
import { secretFilter } from "./filter";
import { secretValuesIn } from "./values";

/** The marked secrets of a process. */
export type MarkedSecrets = ReturnType<typeof createMarkedSecrets>;

/** Redacting a shorter text would make the messages of other resources unreadable. */
const LEAST_LENGTH = 6;

export function createMarkedSecrets() {
  const known = new Set<string>();
  /** Those to redact in messages about these values: a short one only if it is one of the values. */
  const markedFor = (...values: readonly unknown[]): string[] => {
    const leaves = new Set(textsIn(values));
    return [...known].filter((text) => text.length >= LEAST_LENGTH || leaves.has(text));
  };
  return {
    /** Remembers texts. @param marked as they arrive at `check`, nested in any way */
    remember(marked: unknown): void {
      for (const text of secretValuesIn(marked, true)) known.add(text);
    },
    /** Remembers the secrets among the properties of a resource. */
    rememberIn(props: unknown): void {
      try {
        for (const text of secretValuesIn(props)) known.add(text);
      } catch {
        // Too deep to be searched: messages about this resource are withheld, and no service knows its secrets.
      }
    },
    /** Returns the texts to redact in the log of a request. */
    inRequest: ({ path, json }: { readonly path: string; readonly json?: unknown }): string[] =>
      markedFor(path.split("/"), json),
    /** Returns the filter for messages about the properties of a resource, or the arguments of a function. */
    filterFor: (...values: readonly unknown[]): SecretFilter =>
      secretFilter(() => [...values.flatMap((value) => secretValuesIn(value)), ...markedFor(...values)]),
  };
}
