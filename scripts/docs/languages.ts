/**
 * The programs of the pages in the languages of the plugin. A page has `<!-- languages -->` with a program in YAML, and `<!-- end -->`;
 * Pulumi's converters write the others between them.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "../plugin/generate";
import type { Page } from "./blocks";
import type { Language, Programs } from "./programs";
import { LANGUAGES, MARK, MARKED, programsIn } from "./programs";

/** Returns the pages with their programs in all languages. @throws Error for a region without a program in YAML */
export async function withLanguages(pages: readonly Page[]): Promise<Page[]> {
  const found = pages.flatMap((page) =>
    programsIn(page).map(({ yaml }, index) => ({
      name: `${page.path.replaceAll(/\W/g, "-")}-${index}`,
      yaml,
    })),
  );
  for (const { name, yaml } of found)
    if (yaml === undefined) throw new Error(`${name} has no program in YAML`);
  const head = "name: example\nruntime: yaml\n";
  const programs = found.map(({ name, yaml = "" }) => [name, head + yaml] as const);
  const translated = await translate(new Map(programs));
  let next = 0;
  return pages.map(({ path, text }) => ({
    path,
    text: text.replaceAll(MARKED, (_whole, start: string, _region: string, end: string) => {
      const { name = "", yaml = "" } = found[next++] ?? {};
      const program = translated.get(name);
      if (program === undefined) throw new Error(`${name} was not translated`);
      const { typescript, python, go } = program;
      return `${start}\n${regionOf({ ts: typescript, python, go: corrected(go), yaml })}\n${end}`;
    }),
  }));
}

/** Translates the text of each `Pulumi.yaml`, by a name. */
export async function translate(programs: ReadonlyMap<string, string>): Promise<Map<string, Translated>> {
  const folder = await mkdtemp(join(tmpdir(), "programs-"));
  try {
    for (const [name, yaml] of programs) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "Pulumi.yaml"), yaml);
    }
    const all = JSON.parse(await generate("translate", folder)) as Record<string, Translated>;
    return new Map(
      Object.entries(all).map(([name, each]) => [
        name,
        withSecrets(each, secretsIn(programs.get(name) ?? "")),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A program as the converters name its languages. */
type Translated = Readonly<Record<"typescript" | "python" | "go", string>>;

function regionOf(programs: Programs): string {
  return (Object.keys(LANGUAGES) as Language[])
    .map(
      (language) =>
        `<details>\n<summary>${LANGUAGES[language]}</summary>\n\n<!-- ${MARK}: ${language} -->\n` +
        `\`\`\`${language}\n${programs[language].trimEnd()}\n\`\`\`\n\n</details>\n`,
    )
    .join("");
}

/** The names of the secret values of the configuration. */
function secretsIn(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}(\w+): \{.*\bsecret: true\b.*\}$/gm)].map(([, name = ""]) => name);
}

/** The converters read secrets as other values. */
function withSecrets(translated: Translated, names: readonly string[]): Translated {
  let { typescript, python, go } = translated;
  for (const name of names) {
    typescript = typescript.replaceAll(`.require("${name}")`, `.requireSecret("${name}")`);
    python = python.replaceAll(`.require("${name}")`, `.require_secret("${name}")`);
    go = go
      .replaceAll(`.Require("${name}")`, `.RequireSecret("${name}")`)
      .replaceAll(`pulumi.String(${name})`, name);
  }
  return { typescript, python, go };
}

/** What the converter to Go gets wrong: the arguments of a function that has the name of a resource, and results as outputs. */
function corrected(go: string): string {
  const results = [...go.matchAll(/^\t+(\w+), err := opsmanager\.(?:Get|Lookup)/gm)].map(
    ([, name = ""]) => name,
  );
  return go
    .replaceAll(/(opsmanager\.Lookup(\w+)\(ctx, &opsmanager\.)Get\2Args/g, "$1Lookup$2Args")
    .replaceAll(
      /(ctx\.Export\("\w+", )((\w+)\.[\w.[\]]+)\)/g,
      (whole, start: string, value: string, name: string) =>
        results.includes(name) ? `${start}pulumi.Any(${value}))` : whole,
    );
}
