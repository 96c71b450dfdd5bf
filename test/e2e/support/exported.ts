/** Exported programs: the command, and their folders as users have them. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../../scripts/demo/repository";
import { type Finished, run } from "../../../scripts/engine/run";
import type { Emulator } from "../../../src/emulator";
import type { ExportedSecret } from "../../fixtures/installation-secrets";
import { linkPackages } from "./program";

const COMMAND = join(repository, "dist/cli/pulumi-opsmanager.js");

/** What `export --json` prints. */
export interface Summary {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly resources: readonly { readonly type: string; readonly name: string; readonly id: string }[];
  readonly secrets: readonly ExportedSecret[];
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
}

type Service = Pick<Emulator, "baseUrl" | "publicKey" | "privateKey">;

/** The settings of a service as a command reads them. */
export function environmentFor({ baseUrl, publicKey, privateKey }: Service): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return {
    PATH,
    OPSMANAGER_BASE_URL: baseUrl,
    OPSMANAGER_PUBLIC_KEY: publicKey,
    OPSMANAGER_PRIVATE_KEY: privateKey,
  };
}

/** Runs the command with the settings of a service in its environment. */
export async function exportTo(
  service: Service,
  folder: string,
  ...flags: readonly string[]
): Promise<Finished> {
  return run(process.execPath, [COMMAND, "export", "--out", folder, ...flags], {
    env: environmentFor(service),
  });
}

/** What `npm install` does. */
export async function install(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await linkPackages(modules, ["@pulumi/pulumi", "@types", "typescript"]);
}

/** Secrets of an exported program as the configuration of a stack. */
export function prefixed(
  secrets: Readonly<Record<string, { readonly secret: string }>>,
): Record<string, { secret: string }> {
  return Object.fromEntries(
    Object.entries(secrets).map(([key, value]) => [`ops-manager:${key}`, { ...value }]),
  );
}
