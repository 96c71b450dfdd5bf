/** The secrets of an exported program: which of them have one key, and the commands that set them. */

import type { Secret } from "../../core/declaring";
import { canonicalJson, groupBy } from "../../json";
import { compareMasked, isMasked } from "../../secrets/masks";
import { oneLine } from "../text";

/** What secrets with one key have in common; `undefined` for a secret of which that cannot be known. */
export function likeness({ path, shown, target }: Secret): string | undefined {
  // Of a URL only the host may be visible, which many secrets have in common.
  const tells = isMasked(shown) ? ENDING.test(shown) : shown !== "";
  return target === undefined || !tells ? undefined : canonicalJson([target.title, path.at(-1), shown]);
}

/**
 * Returns the keys that secrets share, by their {@link likeness}: `dbAlertsSlack.apiToken`. Those that occur once share one with what
 * the stack has already.
 * @param config the values that the stack has, by key
 */
export function sharedKeys(
  secrets: readonly Secret[],
  config: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const taken = new Set(secrets.map(({ key }) => key));
  const alike = [...groupBy(secrets, likeness)].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return new Map(
    alike.flatMap(([like, uses]) => {
      const [{ target, shown, path } = NONE] = uses;
      if (like === undefined || target === undefined) return [];
      for (let number = 1; ; number++) {
        const key = `${target.name}${number === 1 ? "" : number}.${path.at(-1)}`;
        const value = config.get(key);
        const fits = value === undefined || compareMasked(value, shown) === "same";
        if (taken.has(key) || !fits) continue;
        if (value === undefined && uses.length === 1) return [];
        taken.add(key);
        return [[like, key]];
      }
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
  const firstOfMask = new Map<string, string>();
  const commandOf = ([key, uses]: [string, readonly DeclaredSecret[]]): string => {
    const [{ shown, path } = NONE] = uses;
    const mask = `${path.at(-1)} ${shown}`;
    const alike = ENDING.test(shown) ? firstOfMask.get(mask) : undefined;
    if (alike === undefined) firstOfMask.set(mask, key);
    const notes = [
      KNOWN_MASK.test(shown) ? `the service shows ${shown}` : "",
      alike === undefined ? "" : `probably the same as ${alike}`,
      uses.length === 1 ? "" : `used ${uses.length} times`,
    ].filter((note) => note !== "");
    return ["secret", key, ...(notes.length === 0 ? [] : [`'${notes.join(", ")}'`])].join(" ");
  };
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, keys]) => [`# ${oneLine(title)}`, ...keys.map(commandOf)].join("\n"));
  return `${SCRIPT.replace("COUNT", String(byKey.length))}\n${sections.join("\n\n")}\n`;
}

const NONE: Secret = { key: "", shown: "", path: [] };

/** A mask that ends in four characters of the secret itself: `****2222`. */
const ENDING = /^\*+[^*]{4}$/;

/** Masks that certainly hide the secret: `****2222`, `AKIA****XLHG`, `https://hooks.example.com/****`. */
const KNOWN_MASK = /^(?:\*+[^*']{0,4}|[^*']{4}\*+[^*']{4}|https?:\/\/[\w.:-]+\/\*+)$/;

const SCRIPT = `# Asks for the secrets, which the service does not show. What is set already is left out, so that it can be run again.
# To set one again: pulumi config set --secret <key>. Options such as --stack are passed on to \`pulumi config\`.
# Without a terminal it reads a line for each, also for those that are set already.

set -eu
options="$*"
known=$(pulumi config --json $options)
number=0

secret() {
  number=$((number + 1))
  echo "[$number of COUNT] $1\${2:+: $2}"
  [ -t 0 ] || IFS= read -r value || [ -n "$value" ]
  case "$known" in
    *":$1"'"'*) echo "is set already" ;;
    *)
      if [ -t 0 ]; then
        pulumi config set --secret $options "$1"
      else
        printf %s "$value" | pulumi config set --secret $options "$1"
      fi
      ;;
  esac
}
`;
