/** What the generators leave out. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A change of the code of each resource in a language. */
interface Patch {
  readonly folder: string;
  readonly pattern: RegExp;
  readonly replacement: string;
  /** The file that gets the function. */
  readonly utilities: string;
  readonly code: string;
}

/**
 * A resource of a stack of the classes is found under another name, too. The type in the classes is an alias of the schema, and the name
 * is one of the program; the engine takes each by itself.
 */
const ALIASES: readonly Patch[] = [
  {
    folder: "nodejs",
    pattern: /aliases: \[\{ type: ("pulumi-nodejs:dynamic\/[^"]+") \}\]/,
    replacement: "aliases: utilities.aliasesOfClasses($1, opts)",
    utilities: "nodejs/utilities.ts",
    code: `
/** @internal The type of a resource in the classes, also under the names and parents that the program gives as aliases. */
export function aliasesOfClasses(type: string, opts: pulumi.ResourceOptions): pulumi.Input<pulumi.Alias>[] {
    const renamed = (opts.aliases ?? []).flatMap((alias) =>
        typeof alias === "object" && !pulumi.Output.isInstance(alias) && !(alias instanceof Promise) && alias.type === undefined
            ? [{ ...alias, type }]
            : []);
    return [{ type }, ...renamed];
}
`,
  },
  {
    folder: "python/pulumi_opsmanager",
    pattern: /aliases=\[pulumi\.Alias\(type_=("pulumi-nodejs:dynamic\/[^"]+")\)\]/,
    replacement: "aliases=_utilities.aliases_of_classes($1, opts)",
    utilities: "python/pulumi_opsmanager/_utilities.py",
    code: `

def aliases_of_classes(type_: str, opts: typing.Optional[pulumi.ResourceOptions]):
    """The type of a resource in the classes, also under the names and parents that the program gives as aliases."""
    given = [alias for alias in (opts and opts.aliases) or [] if isinstance(alias, pulumi.Alias)]
    renamed = [
        pulumi.Alias(name=alias.name, type_=type_, parent=alias.parent, stack=alias.stack, project=alias.project)
        for alias in given
        if alias.type_ is ...
    ]
    return [pulumi.Alias(type_=type_), *renamed]
`,
  },
  {
    folder: "go/opsmanager",
    pattern:
      /pulumi\.Aliases\(\[\]pulumi\.Alias\{\s*\{\s*Type: pulumi\.String\(("pulumi-nodejs:dynamic\/[^"]+")\),\s*\},\s*\}\)/,
    replacement: "internal.AliasesOfClasses($1, opts)",
    utilities: "go/opsmanager/internal/pulumiUtilities.go",
    code: `
// AliasesOfClasses returns the type of a resource in the classes, also under the names and parents that the program gives as aliases.
func AliasesOfClasses(typ string, opts []pulumi.ResourceOption) pulumi.ResourceOption {
	aliases := []pulumi.Alias{{Type: pulumi.String(typ)}}
	given, err := pulumi.NewResourceOptions(opts...)
	if err != nil {
		return pulumi.Aliases(aliases)
	}
	for _, alias := range given.Aliases {
		if alias.URN == nil && alias.Type == nil {
			alias.Type = pulumi.String(typ)
			aliases = append(aliases, alias)
		}
	}
	return pulumi.Aliases(aliases)
}
`,
  },
];

/**
 * Pulumi formats a stack for each promise of each output, and stores that of each resource, so that their frames take time and
 * state. The classes shorten them as well (`src/program/resource.ts`).
 */
const STACKS: Patch = {
  folder: "nodejs",
  pattern: /^( +)(super\((?!Provider\.)\w+\.__pulumiType, name, resourceInputs, opts\);)$/m,
  replacement: "$1const end = utilities.shortStacks();\n$1try {\n$1    $2\n$1} finally {\n$1    end();\n$1}",
  utilities: "nodejs/utilities.ts",
  code: `
/** V8's settings for stacks. */
const stacks: { stackTraceLimit: number; prepareStackTrace?: ((error: Error, frames: NodeJS.CallSite[]) => unknown) | undefined } = Error;
const constructors = /node_modules[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]resource\\b/;

/** Whose a frame is: that of the program, or of the constructors, which Pulumi skips by their number. */
function ownerOf(frame: NodeJS.CallSite): "program" | "constructor" | undefined {
    const file = frame.getFileName() ?? "node:";
    if (file.startsWith(__dirname) || constructors.test(file)) return "constructor";
    return /^node:|node_modules/.test(file) ? undefined : "program";
}

/** Most stacks are those of promises within the constructors, and do not reach the program. */
function shortened(frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
    return frames.some((frame) => ownerOf(frame) === "program") ? frames.filter((frame) => ownerOf(frame) !== undefined) : [];
}

/** @internal Shortens the stacks that Pulumi makes for a resource. @returns the function that ends it */
export function shortStacks(): () => void {
    const { stackTraceLimit, prepareStackTrace } = stacks;
    stacks.stackTraceLimit = Math.min(stackTraceLimit, 6);
    // Pulumi sets it, for source maps.
    if (prepareStackTrace !== undefined)
        stacks.prepareStackTrace = (error, frames) => prepareStackTrace(error, shortened(frames));
    return () => void Object.assign(stacks, { stackTraceLimit, prepareStackTrace });
}
`,
};

/** Completes generated SDKs. @throws Error if the generators write something else than is expected here */
export async function completeSdks(sdks: string, count: number): Promise<void> {
  for (const { folder, pattern, replacement, utilities, code } of [...ALIASES, STACKS]) {
    let found = 0;
    for (const name of await readdir(join(sdks, folder))) {
      if (!/\.(ts|py|go)$/.test(name)) continue;
      const file = join(sdks, folder, name);
      const text = await readFile(file, "utf8");
      if (!pattern.test(text)) continue;
      found++;
      await writeFile(file, text.replace(pattern, replacement));
    }
    if (found !== count)
      throw new Error(`${folder}: ${found} resources of ${count} have what ${utilities} completes`);
    const file = join(sdks, utilities);
    await writeFile(file, (await readFile(file, "utf8")) + code);
  }
}
