/** Programs that use the plugin in place of the dynamic classes. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildPlugin } from "../../../scripts/plugin/build";
import type { Language } from "../../../scripts/plugin/language-hosts";
import { ensureLanguageHost } from "../../../scripts/plugin/language-hosts";
import type { Sandbox } from "../../support/sandbox";
import { KINDS } from "../../../src/kinds";
import { SECRET_FIELDS } from "../../../src/secrets/values";
import { VERSION } from "../../../src/version";
import { prepared } from "./prepared";
import { JAVASCRIPT, writeProject, writeSource } from "./program";

/** The part of a `Pulumi.yaml` that says where the plugin is. @param folder that of the plugin */
export function pluginsOf(folder: string): string {
  return `plugins:\n  providers:\n    - { name: opsmanager, path: ${folder} }\n`;
}

/** A `Pulumi.yaml` that names the plugin. @param folder that of the plugin */
export function projectOf(runtime: string, folder: string): string {
  return `name: stranger\nruntime: ${runtime}\n${pluginsOf(folder)}`;
}

/** The source of a program whose classes are those of the plugin. */
export function sourceOf(program: string): string {
  return CLASSES + program;
}

/** The environment of programs in other languages, complete before the tests of the current suite. Use it only in tests and hooks. */
export function useLanguages(...languages: readonly Language[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  before(async function prepareLanguages() {
    this.timeout(0);
    const binDir = await prepared();
    const folders: string[] = [];
    for (const language of languages) folders.push(await ensureLanguageHost(language, binDir));
    env["PATH"] = [binDir, ...folders, process.env["PATH"]].join(delimiter);
  });
  return env;
}

/** Builds the plugin before the tests of the current suite. Use it only in tests and hooks. */
export function usePlugin() {
  let parent: string | undefined;
  const folder = (): string => join(parent ?? "", "plugin");

  before(async function preparePlugin() {
    this.timeout(0);
    parent = await mkdtemp(join(tmpdir(), "plugin-"));
    await buildPlugin(folder());
  });

  after(async () => {
    if (parent !== undefined) await rm(parent, { recursive: true, force: true });
  });

  const project = (runtime: string): string => projectOf(runtime, folder());

  return {
    /** The folder of the plugin. */
    folder,
    project,
    /** The source of a program whose classes are those of the plugin. */
    source: sourceOf,
    /** Makes the folder of a program in TypeScript, whose classes are those of the plugin. */
    typescript:
      (program: string) =>
      async ({ folder: place }: Sandbox): Promise<string> => {
        const made = await writeProject(place, "");
        await writeFile(join(made, "Pulumi.yaml"), project(JAVASCRIPT));
        await writeSource(made, sourceOf(program));
        return made;
      },
    /** Makes the folder of a program in YAML. */
    yaml:
      (resources: string) =>
      async ({ folder: place }: Sandbox): Promise<string> => {
        const made = await mkdtemp(join(place, "program-"));
        await writeFile(join(made, "Pulumi.yaml"), project("yaml") + resources);
        return made;
      },
  };
}

/** What a generated SDK has, without its types. */
const CLASSES = `import * as pulumi from "@pulumi/pulumi";
// Most programs read secrets from the configuration, which marks them.
const SECRETS = new Set(${JSON.stringify([...SECRET_FIELDS])});
const marked = (value: any, name = ""): any =>
  SECRETS.has(name)
    ? pulumi.secret(value)
    : Array.isArray(value)
      ? value.map((item) => marked(item))
      : typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, key)]))
        : value;
const classOf = (kind: string, outputs: string[]) =>
  class extends pulumi.CustomResource {
    constructor(name: string, args: any, options: pulumi.CustomResourceOptions = {}) {
      const type = "pulumi-nodejs:dynamic/opsmanager:" + kind;
      const aliases = [{ type }, ...(options.aliases ?? []).map((alias: any) => ({ ...alias, type }))];
      // The classes of the package take a path as well.
      const asset = typeof args.manifest === "string" ? { manifest: new pulumi.asset.FileAsset(args.manifest) } : {};
      super("opsmanager:index:" + kind, name, { ...Object.fromEntries(outputs.map((name) => [name, undefined])), ...marked(args), ...asset }, pulumi.mergeOptions({ version: "${VERSION}", aliases }, options));
    }
  } as any;
class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: any) {
    super("opsmanager", name, args, { version: "${VERSION}" });
  }
}
const opsmanager = { Provider, ${KINDS.map(({ definition: { kind, outputs } }) => `${kind}: classOf("${kind}", ${JSON.stringify(Object.keys(outputs))})`).join(", ")} };
const invoke = (name: string, args: any) => pulumi.runtime.invoke("opsmanager:index:" + name, args, { version: "${VERSION}" });
`;
