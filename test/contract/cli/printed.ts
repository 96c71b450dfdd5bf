import { runExport } from "../../../src/cli/export/command";
import type { Inventory } from "../../../src/cli/export/inventory";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import type { ExportedSecret } from "../../fixtures/installation-secrets";
import { urnOf } from "./stacks";

/** The ids of the objects of a listing, such as `alert configurations`. */
export function idsOf({ places }: Inventory, what: string): string[] {
  const all = places.flatMap(({ objects }) => [...objects]);
  return all.flatMap(([listing, live]) =>
    listing.what === what ? live.map((each) => (each as { id: string }).id) : [],
  );
}

/** A service as a command reaches it. */
export type Service = Pick<Emulator, "baseUrl" | "publicKey" | "privateKey">;

/** The environment that leads a command to a service. */
export function environmentOf({ baseUrl, publicKey, privateKey }: Service): NodeJS.ProcessEnv {
  return {
    OPSMANAGER_BASE_URL: baseUrl,
    OPSMANAGER_PUBLIC_KEY: publicKey,
    OPSMANAGER_PRIVATE_KEY: privateKey,
    OPSMANAGER_MAX_RETRIES: "0",
  };
}

/** Runs an export, and returns its exit code and what it printed. */
export async function exportedIn(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  let output = "";
  const code = await runExport(args, env, (text) => void (output += text));
  return { code, output };
}

/** Runs an export of what the emulator has. */
export async function exported(emulator: Emulator, ...args: readonly string[]) {
  return exportedIn(environmentOf(emulator), ...args);
}

/** What `export --json` prints. */
export interface Summary {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly resources: readonly { readonly type: string; readonly name: string; readonly id: string }[];
  readonly secrets: readonly ExportedSecret[];
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
}

/** A resource of an import file. */
export interface Imported extends Readonly<Record<"type" | "name" | "id", string>> {
  readonly inputs: PlainObject;
  readonly outputs: PlainObject;
}

/** The resources of an import file, or those of one kind. */
export function importedIn(file: string, kind = ""): Imported[] {
  const { resources } = JSON.parse(file) as { resources: Imported[] };
  return resources.filter(({ type }) => type.endsWith(`:${kind}`) || kind === "");
}

/** The state of a stack after their import. */
export function stackOf(imported: readonly Imported[]): object {
  const resources = imported.map(({ type, name, ...rest }) => {
    return { ...rest, type, custom: true, urn: urnOf(type.replace(/^.*:/, ""), name) };
  });
  return { version: 3, deployment: { resources } };
}
