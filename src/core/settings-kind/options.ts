/** What a kind of settings says of itself: how the service has them, and what it does otherwise than most. */

import type { ApiClient } from "../../http/api-client";
import type { PlainObject } from "../../json";
import type { Unsettled } from "../../unknowns";
import type { Connection } from "../connections";
import type { ListingOption } from "../declaring";
import type { CommonArgs } from "../definition";
import type { PlainState } from "../plain-state";
import type { Path, Problem } from "../problems";

/** The arguments that say where the settings are, by name. */
export type PlaceIds = Readonly<Record<string, string>>;

export type SettingsArgs = CommonArgs & { readonly projectId: string };

interface Kept {
  /** The last write without its secrets, or what an import or a look-up found. Absent in a report of an encrypted state. */
  readonly written?: { readonly declared: PlainObject; readonly returned: PlainObject } | undefined;
}

export type SettingsState<Args extends CommonArgs> = PlainState<Args, PlainObject, Kept>;

/** How the service has the settings. */
export interface SettingsRequests<Live extends object> {
  /** Reads them; if nobody has set them, without the fields of the description. `undefined` if they do not exist. */
  read(this: void, api: ApiClient, ids: PlaceIds): Promise<Live | undefined>;
  /** Replaces them. */
  send(this: void, api: ApiClient, ids: PlaceIds, body: PlainObject): Promise<void>;
  /** Whether somebody has set them. */
  isSet(this: void, live: Live): boolean;
  /** The outputs. @default the fields that the description has as outputs */
  shown?(this: void, live: Live): PlainObject;
  /** What the settings are a part of: writes of one document are never in progress at the same time. @default they are one by themselves */
  readonly document?: string;
  /** Whether an error says that somebody else has changed the document since the read. */
  isConflict?(this: void, error: unknown): boolean;
}

/** What a kind does otherwise than most. */
export interface SettingsOptions<Args extends CommonArgs, Live extends object> {
  /** Whether what a program leaves out stays as it is and is never a difference. @default a removed argument gets back what was there before */
  readonly keepsUndeclared?: boolean;
  /** Whether a write sends only what is declared, since the service keeps the rest. @default it replaces the whole object */
  readonly sendsDeclared?: boolean;
  /** Whether a write keeps a field of an object that the program declares without it. @default it does */
  keeps?(this: void, path: Path, args: Args, live: Live): boolean;
  /** The live settings in the words of the program, where they mean the same. */
  inWordsOf?(this: void, args: Args, live: Live): Live;
  /** What a program declares, as the service takes it. */
  sent?(this: void, fields: PlainObject): PlainObject;
  /** Whether a create takes over settings only with `adopt`. @default it always does */
  readonly adoptsOnDemand?: string;
  /** Returns why settings that exist are not taken over. @param known the arguments in the state, for an update */
  refusal?(this: void, args: Args, live: Live, known?: Args): string | undefined;
  /** Validates what the columns of the tables cannot. */
  validate?(this: void, args: Unsettled<Args>, connection: Connection): Problem[];
  /** The spelling of the last part of the id. */
  canonical?(this: void, last: string): string | undefined;
  /** The settings of a project, for an export, each with what its place has besides the project. @default one for each project */
  list?(this: void, api: ApiClient, projectId: string): Promise<readonly Live[]>;
  /** The ids of settings that a list returns. @default the project */
  idsOf?(this: void, live: Live, projectId: string): PlaceIds;
  readonly option?: ListingOption;
  /** Whether live settings have a secret at a path. @default if the response has it, masked or not */
  hasSecret?(this: void, live: Live, path: Path): boolean;
}
