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
    const alike = firstOfMask.get(mask);
    if (alike === undefined && COMPARABLE.test(shown)) firstOfMask.set(mask, key);
    const notes = [
      ...(KNOWN_MASK.test(shown) ? [`the service shows ${shown}`] : []),
      ...(uses.length === 1 ? [] : [`used ${uses.length} times`]),
    ];
    const parts = alike === undefined && notes.length === 0 ? [] : [`'${notes.join(", ")}'`];
    return ["secret", key, ...parts, ...(alike === undefined ? [] : [alike])].join(" ");
  };
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, keys]) => [`# ${oneLine(title)}`, ...keys.map(commandOf)].join("\n"));
  return `${SCRIPT.replace("COUNT", String(byKey.length))}\n${sections.join("\n\n")}\n`;
}

const NONE: Secret = { key: "", shown: "", path: [] };

/** A mask that ends in four characters of the secret itself: `****2222`. */
const ENDING = /^\*+[^*]{4}$/;

/** Masks that several uses of one secret have in common: `****2222`, `https://hooks.example.com/****`. */
const COMPARABLE = /^(?:\*+[^*']{4}|https?:\/\/[\w.:-]+\/\*+)$/;

/** Masks that certainly hide the secret: `****2222`, `AKIA****XLHG`, `https://hooks.example.com/****`. */
const KNOWN_MASK = /^(?:\*+[^*']{0,4}|[^*']{4}\*+[^*']{4}|https?:\/\/[\w.:-]+\/\*+)$/;

const SCRIPT = `# Asks for the secrets, which the service does not show. Skips those that are set, so it can be run again.
# To change one: pulumi config set --secret <key>. Options such as --stack are passed on to \`pulumi config\`.
# Without a terminal it reads one line for each, also for those that it skips.

set -eu
options="$*"
known=$(pulumi config --json $options)
number=0
if [ -t 0 ]; then trap 'stty echo' EXIT; fi

# Usage: secret <key> [<hint>] [<key that probably has the same value>]
secret() {
  number=$((number + 1))
  echo "[$number of COUNT] $1\${2:+: $2}"
  case "$known" in
    *":$1"'"'*)
      [ -t 0 ] || IFS= read -r value || [ -n "$value" ]
      echo "is set already"
      return
      ;;
  esac
  [ -z "\${3:-}" ] || echo "Press Enter if it is the same as $3."
  if [ -t 0 ]; then
    printf 'value (hidden): '
    stty -echo
  fi
  IFS= read -r value || [ -n "$value" ]
  if [ -t 0 ]; then
    stty echo
    echo
  fi
  if [ -z "$value" ] && [ -n "\${3:-}" ]; then value=$(pulumi config get $options "$3"); fi
  if [ -n "$value" ]; then
    printf %s "$value" | pulumi config set --secret $options "$1"
  else
    echo "is not set: run the script again"
  fi
}
`;
