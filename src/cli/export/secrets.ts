/** The secrets of an exported program: which of them have one key, and the commands that set them. */

import type { Secret } from "../../core/declaring";
import { canonicalJson, groupBy } from "../../json";
import { isMasked } from "../../secrets/masks";
import { oneLine } from "../text";

/** What secrets with one key have in common; `undefined` for a secret of which that cannot be known. */
export function likeness({ path, shown, target }: Secret): string | undefined {
  // Of a URL only the host may be visible, which many secrets have in common.
  const tells = isMasked(shown) ? /^\*+[^*]{4}$/.test(shown) : shown !== "";
  return target === undefined || !tells ? undefined : canonicalJson([target.title, path.at(-1), shown]);
}

/**
 * Returns the keys of the secrets that occur more than once, by their {@link likeness}: `dbAlertsSlack.apiToken`.
 * @param fits whether a key can have a secret of which the service shows this
 */
export function sharedKeys(
  secrets: readonly Secret[],
  fits: (key: string, shown: string) => boolean = () => true,
): ReadonlyMap<string, string> {
  const taken = new Set(secrets.map(({ key }) => key));
  const alike = [...groupBy(secrets, likeness)]
    .filter(([like, uses]) => like !== undefined && uses.length > 1)
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return new Map(
    alike.map(([like = "", [first]]) => {
      const keyOf = (number: string): string => `${first?.target?.name}${number}.${first?.path.at(-1)}`;
      let key = keyOf("");
      const isFree = (): boolean => !taken.has(key) && fits(key, first?.shown ?? "");
      for (let number = 2; !isFree(); number++) key = keyOf(String(number));
      taken.add(key);
      return [like, key];
    }),
  );
}

/** A secret with a resource that has it. */
export interface DeclaredSecret extends Secret {
  readonly resource: string;
}

/** A shell script that asks for each secret once. */
export function secretsFile(secrets: readonly DeclaredSecret[]): string {
  const byKey = [...groupBy(secrets, ({ key }) => key)];
  const groups = groupBy(byKey, ([, [first, second]]) =>
    second === undefined ? `Secrets of ${first?.resource}` : `${first?.target?.title}`,
  );
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, keys]) => [comment(title), ...keys.map(([key, uses]) => commandOf(key, uses))].join("\n"));
  return `${comment("Sets the secrets, which the service does not show. Each command asks for a value.")}

${sections.join("\n\n")}
`;
}

/** Masks that certainly hide the secret: `****2222`, `AKIA****XLHG`, `https://hooks.example.com/****`. */
const KNOWN_MASK = /^(?:\*+[^*]{0,4}|[^*]{4}\*+[^*]{4}|https?:\/\/[\w.:-]+\/\*+)$/;

function commandOf(key: string, uses: readonly DeclaredSecret[]): string {
  const shown = uses[0]?.shown ?? "";
  const count = uses.length === 1 ? "" : `used ${uses.length} times`;
  const notes = [KNOWN_MASK.test(shown) ? `the service shows ${shown}` : "", count].filter(
    (note) => note !== "",
  );
  const command = `pulumi config set --secret ${key}`;
  return notes.length === 0 ? command : `${comment(notes.join(", "))}\n${command}`;
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
