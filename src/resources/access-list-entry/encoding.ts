/** The typed form of an access list entry, and the form in which the engine stores it. */

import type { AccessListEntry } from "../../api/access-list";
import type { CommonArgs, Outputs } from "../../core/definition";
import { pick } from "../../json";

/** The arguments that identify an entry. */
export const ID_NAMES = ["orgId", "apiKeyId", "entry"] as const;

/** What the service counts: never a difference. */
export const USE_FIELDS = ["count", "lastUsed", "lastUsedAddress"] as const;

const OUTPUT_NAMES = ["cidrBlock", "ipAddress", "created", ...USE_FIELDS, "links"] as const;

export type EntryIds = Readonly<Record<(typeof ID_NAMES)[number], string>>;

export interface EntryArgs extends CommonArgs, EntryIds {
  readonly adopt?: boolean | undefined;
}

export interface EntryState {
  readonly args: EntryArgs;
  readonly service: Pick<AccessListEntry, (typeof OUTPUT_NAMES)[number]>;
}

export function stateOf(args: EntryArgs, live: AccessListEntry): EntryState {
  return { args, service: { ...pick(live, OUTPUT_NAMES), links: live.links ?? [] } };
}

export function toOutputs({ args, service }: EntryState): Outputs {
  return { ...pick(args, ID_NAMES), ...service };
}

export function fromOutputs(outputs: Outputs): EntryState {
  return { args: outputs as unknown as EntryArgs, service: pick(outputs, OUTPUT_NAMES) };
}
