/** The state of the stack. */

import type { Stack } from "../../support/sandbox";
import { normalizeCidr } from "../../../src/emulator/addresses";
import type { Kind } from "./declarations";

/** A resource of this package in the state. */
export interface Recorded {
  readonly kind: Kind;
  readonly name: string;
  readonly id: string;
  /** The ids of its objects in their collection. */
  readonly objectIds: readonly string[];
  /** Those of a set, by name. */
  readonly members: Readonly<Record<string, string>>;
  /** Whether it is still to be deleted, after a replacement that ended in between. */
  readonly isOld: boolean;
}

type Outputs = { readonly alertConfigIds?: Readonly<Record<string, string>> };
type Stored = { urn: string; type: string; id?: string; delete?: boolean; outputs?: Outputs };
type Exported = { deployment: { pending_operations?: unknown[]; resources?: Stored[] } };

/** `pending` is how many operations have begun and not ended. */
export async function readState(stack: Stack) {
  const { code, stdout, output } = await stack.stack("export");
  if (code !== 0) throw new Error(output);
  const { resources = [], pending_operations: pending = [] } = (JSON.parse(stdout) as Exported).deployment;
  const recorded = resources.flatMap(({ urn, type, id = "", delete: isOld = false, outputs }) => {
    const kind = /^(?:pulumi-nodejs:dynamic\/opsmanager|opsmanager:index):(\w+)/.exec(type)?.[1] as
      | Kind
      | undefined;
    if (kind === undefined) return [];
    const members = outputs?.alertConfigIds ?? {};
    const objectIds = kind === "AlertConfigSet" ? Object.values(members) : [objectIdOf(kind, id)];
    return [{ kind, name: urn.slice(urn.lastIndexOf("::") + 2), id, objectIds, members, isOld }];
  });
  return { recorded, pending: pending.length };
}

function objectIdOf(kind: Kind, id: string): string {
  if (kind === "VersionManifest") return "current";
  if (kind === "AccessListEntry") return normalizeCidr(id.split("/").slice(2).join("/")) ?? id;
  return id.slice(id.lastIndexOf("/") + 1);
}
