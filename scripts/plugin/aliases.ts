/**
 * What the generators leave out: a resource of a stack of the classes is found under another name, too. The type in the classes is an
 * alias of the schema, and the name is one of the program; the engine takes each by itself.
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A part of the generated code of a language. */
interface Patch {
  /** The folder with the code of the resources. */
  readonly folder: string;
  /** The alias of a resource, with its type. */
  readonly pattern: RegExp;
  readonly replacement: string;
  /** The file that gets the function. */
  readonly utilities: string;
  readonly code: string;
}

const PATCHES: readonly Patch[] = [
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

/** Completes generated SDKs. @throws Error if the generators write something else than is expected here */
export async function combineAliases(sdks: string, count: number): Promise<void> {
  for (const { folder, pattern, replacement, utilities, code } of PATCHES) {
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
      throw new Error(`${folder}: ${found} resources of ${count} have the alias of their class`);
    const file = join(sdks, utilities);
    await writeFile(file, (await readFile(file, "utf8")) + code);
  }
}
