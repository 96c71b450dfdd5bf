/** The secrets of an exported program: which of them have one key, and the commands that set them. */

import type { Secret } from "../../core/declaring";
import { variableName } from "../../core/declaring";
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
  const shared = new Map<string, string>();
  const alike = [...groupBy(secrets, likeness)].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  for (const [like, [{ target, shown, path } = NONE, second]] of alike) {
    if (like === undefined || target === undefined) continue;
    const name = variableName(target.name);
    const keyOf = (number: number): string => `${name}${number === 1 ? "" : number}.${path.at(-1)}`;
    const fits = (key: string): boolean =>
      !taken.has(key) && (!config.has(key) || compareMasked(config.get(key) ?? "", shown) === "same");
    let number = 1;
    while (!fits(keyOf(number))) number += 1;
    const key = keyOf(number);
    if (second === undefined && !config.has(key)) continue;
    taken.add(key);
    shared.set(like, key);
  }
  return shared;
}

/** A secret with a resource that has it. */
export interface DeclaredSecret extends Secret {
  readonly resource: string;
}

/** A shell script that asks for each secret once. */
export function secretsFile(secrets: readonly DeclaredSecret[]): string {
  const byKey = [...groupBy(secrets, ({ key }) => key)];
  const sections = groupBy(byKey, ([, [first, second]]) =>
    second === undefined ? `Secrets of ${first?.resource}` : `${first?.target?.title}`,
  );
  const firstOfMask = new Map<string, string>();
  const commandOf = ([key, [{ shown, path } = NONE, ...more]]: (typeof byKey)[number]): string => {
    const isKnown = KNOWN_MASK.test(shown);
    const mask = `${path.at(-1)} ${shown}`;
    const alike = firstOfMask.get(mask);
    // Several uses of one secret have a mask in common only if it shows something.
    if (alike === undefined && isKnown && /[^*]{4}/.test(shown)) firstOfMask.set(mask, key);
    const notes = [
      ...(isKnown ? [`the service shows ${shown}`] : []),
      ...(more.length === 0 ? [] : [`used ${more.length + 1} times`]),
    ];
    const hint = notes.length === 0 && alike === undefined ? [] : [`'${notes.join(", ")}'`];
    return ["secret", key, ...hint, ...(alike === undefined ? [] : [alike])].join(" ");
  };
  const texts = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, keys]) => [`# ${oneLine(title)}`, ...keys.map(commandOf)].join("\n"));
  return `${SCRIPT.replace("COUNT", String(byKey.length))}\n${texts.join("\n\n")}\n`;
}

const NONE: DeclaredSecret = { key: "", shown: "", path: [], resource: "" };

/** A mask that ends in four characters of the secret itself: `****2222`. */
const ENDING = /^\*+[^*]{4}$/;

/** Masks that certainly hide the secret: `****2222`, `AKIA****XLHG`, `https://hooks.example.com/****`. */
const KNOWN_MASK = /^(?:\*+[^*']{0,4}|[^*']{4}\*+[^*']{4}|https?:\/\/[\w.:-]+\/\*+)$/;

const SCRIPT = `# Asks for the secrets, which the service does not show. Skips those that are set, so it can be run again.
# To change one: pulumi config set --secret <key>. Options such as --stack are passed on to \`pulumi config\`.
# Without a terminal it reads one line for each that is not set.

set -eu
options="$*"
known=$(pulumi config --json $options)
number=0
if [ -t 0 ]; then trap 'stty echo' EXIT; fi

# Usage: secret <key> [<hint>] [<key that probably has the same value>]
secret() {
  number=$((number + 1))
  echo "[$number of COUNT] $1\${2:+: $2}"
  case "$known" in *":$1"'"'*) echo "is set already" && return ;; esac
  [ -z "\${3:-}" ] || echo "Press Enter if it is the same as $3."
  if [ -t 0 ]; then printf 'value (hidden): ' && stty -echo; fi
  IFS= read -r value || [ -n "$value" ]
  if [ -t 0 ]; then stty echo && echo; fi
  if [ -z "$value" ] && [ -n "\${3:-}" ]; then value=$(pulumi config get $options "$3"); fi
  if [ -n "$value" ]; then
    printf %s "$value" | pulumi config set --secret $options "$1"
  else
    echo "is not set: run the script again"
  fi
}
`;
