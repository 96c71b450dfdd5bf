/** The state of the stack. */

import type { Stack } from "../../../scripts/demo/sandbox";

/** A resource of this package in the state. */
export interface Recorded {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** The ids of the alert configurations that it manages. */
  readonly alertIds: readonly string[];
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
    const kind = /^pulumi-nodejs:dynamic\/opsmanager:(\w+)/.exec(type)?.[1];
    if (kind === undefined) return [];
    const members = outputs?.alertConfigIds ?? {};
    const isAlert = kind === "AlertConfig" || kind === "GlobalAlertConfig";
    const alertIds = isAlert ? [id.slice(id.lastIndexOf("/") + 1)] : Object.values(members);
    return [{ kind, name: urn.slice(urn.lastIndexOf("::") + 2), id, alertIds, members, isOld }];
  });
  return { recorded, pending: pending.length };
}
