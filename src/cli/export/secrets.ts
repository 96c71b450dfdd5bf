/** The secrets of an exported program: which of them have one key, and the commands that set them. */

import type { Secret } from "../../core/declaring";
import { commonPrefix, fieldAfter, joinName, variableName } from "../../core/export-names";
import { canonicalJson, groupBy } from "../../json";
import { compareMasked, isMasked } from "../../secrets/masks";
import { oneLine } from "../text";
import { listed } from "../../words";

/** What secrets with one key have in common; `undefined` for a secret of which that cannot be known. */
export function likeness({ path, shown, target }: Secret): string | undefined {
  // Of a URL only the host may be visible, which many secrets have in common.
  const tells = isMasked(shown) ? ENDING.test(shown) : shown !== "";
  return target === undefined || !tells ? undefined : canonicalJson([target.title, path.at(-1), shown]);
}

/** The name that a key has in common with those of the other secrets of a notification: that of its constant. */
export function baseOf(key: string): string {
  return key.slice(0, key.lastIndexOf("."));
}

/**
 * Returns the keys that are named after the target of a secret, by its {@link likeness}: `pagerDuty.serviceKey`; if a target has
 * several values, `shopPagerDuty.serviceKey` for that of the project shop, and `sharedPagerDuty.serviceKey` for that of different
 * projects. A secret that occurs once has such a key only beside others, or if the stack has it already.
 * @param config the values that the stack has, by key
 */
export function sharedKeys(
  secrets: readonly DeclaredSecret[],
  config: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const taken = new Set(secrets.map(({ key }) => key));
  const shared = new Map<string, string>();
  const alike = [...groupBy(secrets, likeness)]
    .flatMap(([like, uses]) => (like === undefined ? [] : [{ like, uses, ...namesFor(uses) }]))
    .sort((a, b) => (a.like < b.like ? -1 : 1));
  const repeated = groupBy(
    alike.filter(({ uses }) => uses.length > 1),
    ({ field, name }) => name + field,
  );
  for (const { like, uses, shown, field, name, ownName, sharedName } of alike) {
    const numbered = new RegExp(`^(?:${name}|${ownName}|${sharedName})\\d*$`);
    const existing = [...config].find(
      ([key, value]) =>
        key.endsWith(field) &&
        numbered.test(baseOf(key)) &&
        !taken.has(key) &&
        compareMasked(value, shown) === "same",
    );
    const others = (repeated.get(name + field) ?? []).filter((each) => each.like !== like);
    if (existing === undefined && uses.length === 1 && others.length === 0) continue;
    const wanted = others.length === 0 ? name : ownName;
    let base = wanted;
    for (let number = 2; taken.has(base + field) || config.has(base + field); number++)
      base = wanted + number;
    const key = existing?.[0] ?? base + field;
    taken.add(key);
    shared.set(like, key);
  }
  return shared;
}

/** What a name begins with if its projects have nothing in common. */
const SHARED = "shared";

/**
 * What the service shows, and the parts of a key: its end, a name after the target, one that begins with what its projects have in
 * common, and one that an export of more projects may have given.
 */
function namesFor(uses: readonly DeclaredSecret[]) {
  const [{ path, shown, target } = NONE] = uses;
  const name = target?.name ?? "";
  const named = (start: string): string => variableName(joinName(start, name));
  const own = commonPrefix(uses.map(({ project }) => project)) || SHARED;
  const field = `.${fieldAfter(target?.noun ?? "", String(path.at(-1)))}`;
  return { shown, field, name: variableName(name), ownName: named(own), sharedName: named(SHARED) };
}

/** A secret with a resource that has it. */
export interface DeclaredSecret extends Secret {
  readonly resource: string;
  /** The part of names that stands for its project; empty for the service. */
  readonly project: string;
}

/** A shell script that asks for each secret once. */
export function secretsFile(secrets: readonly DeclaredSecret[]): string {
  const byKey = [...groupBy(secrets, ({ key }) => key)];
  const sections = groupBy(byKey, ([, [first, second]]) =>
    second === undefined ? `Secrets of ${first?.resource}` : `${first?.target?.title}`,
  );
  const firstOfMask = new Map<string, string>();
  const commandOf = ([key, uses]: (typeof byKey)[number]): string => {
    const [{ shown, path } = NONE] = uses;
    const mask = `${path.at(-1)} ${shown}`;
    const alike = firstOfMask.get(mask);
    if (alike === undefined && TELLING_MASK.test(shown)) firstOfMask.set(mask, key);
    const hint = [...shownText(shown), ...usesText(uses)].join(", ");
    const quotedHint = hint === "" && alike === undefined ? [] : [`'${hint}'`];
    return ["secret", key, ...quotedHint, ...(alike === undefined ? [] : [alike])].join(" ");
  };
  const texts = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, keys]) => [`# ${oneLine(title)}`, ...keys.map(commandOf)].join("\n"));
  return `${SCRIPT.replace("COUNT", String(byKey.length))}\n${texts.join("\n\n")}\n${END}`;
}

function shownText(shown: string): string[] {
  if (/^\**$/.test(shown)) return ["the service shows nothing of it"];
  const hosts = MASKED_URI.exec(shown)?.[0];
  if (hosts !== undefined) return [`the service shows ${hosts}${hosts === shown ? "" : "..."}`];
  return TELLING_MASK.test(shown) || OTHER_MASK.test(shown) ? [`the service shows ${shown}`] : [];
}

const MOST_NAMED = 3;

/** The projects that use a secret. */
function usesText(uses: readonly DeclaredSecret[]): string[] {
  const projects = [...new Set(uses.map(({ project }) => project))].filter((project) => project !== "");
  if (projects.length === 0) return [];
  const named = projects.length > MOST_NAMED + 1 ? projects.slice(0, MOST_NAMED) : projects;
  const others = projects.length - named.length;
  const times = uses.length === 1 ? "" : ` ${uses.length} times`;
  return [`used${times} in ${listed([...named, ...(others === 0 ? [] : [`${others} other projects`])])}`];
}

const NONE: DeclaredSecret = { key: "", shown: "", path: [], resource: "", project: "" };

/** A mask that ends in four characters of the secret itself: `****2222`. */
const ENDING = /^\*+[^*]{4}$/;

/** Masks that certainly hide the secret and show a part of it: `****2222`, `AKIA****XLHG`. */
const TELLING_MASK = /^(?:[^*']{4})?\*+[^*']{4}$/;

/** Other masks that certainly hide the secret: `****22`, `https://hooks.example.com/****`. */
const OTHER_MASK = /^(?:\*+[^*']{1,3}|https?:\/\/[\w.:-]+\/\*+)$/;

/** A connection string with masked credentials, up to its hosts. The rest may be secret, and a part of a password if it has an `@`. */
const MASKED_URI = /^mongodb(?:\+srv)?:\/\/REDACTED:REDACTED@[\w.:,[\]-]+(?=$|[/?][^@]*$)/;

const SCRIPT = `# Asks for the secrets, which the service does not show. Enter skips one. Those that are set are not asked for, so the script
# can be run again. To change one: pulumi config set --secret <key>. Options such as --stack are passed on to \`pulumi config\`.
# Without a terminal it reads one line for each that is not set.

set -eu
options="$*"
known=$(pulumi config --json $options </dev/null)
number=0
missing=

# Before anything is typed.
if ! { printf x | pulumi config set --secret $options secretsCheck && pulumi config rm $options secretsCheck </dev/null; } >/dev/null; then
  echo "Nothing was set: the configuration of the stack cannot be written, as Pulumi says above. If a passphrase encrypts it, run"
  echo "  read -rs PULUMI_CONFIG_PASSPHRASE; export PULUMI_CONFIG_PASSPHRASE"
  exit 1
fi >&2

if [ -t 0 ]; then
  trap 'stty echo' EXIT
  trap 'exit 130' INT TERM
fi

# Usage: secret <key> [<hint>] [<key that may have the same value, because the service shows the same characters of it>]
secret() {
  number=$((number + 1))
  echo "[$number of COUNT] $1\${2:+: $2}"
  case "$known" in *":$1"'"'*) echo "is set already" && return ;; esac
  other=
  if [ -n "\${3:-}" ]; then
    case "$known" in *":$3"'"'*) other=$3 && echo "Type = if it has the same value as $3." ;; esac
  fi
  if [ -t 0 ]; then printf 'value (hidden; Enter skips it): ' && stty -echo; fi
  # The last line may lack its end, and there may be too few.
  IFS= read -r value || :
  if [ -t 0 ]; then stty echo && echo; fi
  if [ "$value" = "=" ]; then value=\${other:+$(pulumi config get $options "$other" </dev/null)}; fi
  if [ -n "$value" ]; then
    # Pulumi would ask a terminal for its colours, and read the answer from it.
    printf %s "$value" | pulumi config set --secret $options "$1" >/dev/null
    known="$known:$1\\""
  else
    missing="$missing $1"
    echo "is not set"
  fi
}
`;

const END = `
if [ -n "$missing" ]; then
  echo "Not set yet:$missing. Run the script again."
  exit 1
fi >&2
`;
