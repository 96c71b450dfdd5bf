/** Writes settings on a difference only, and keeps what the program does not declare. */

import type { PlainObject } from "../../json";
import { isEmptyList, isPlainObject, jsonEqual } from "../../json";
import type { Carried } from "../carried";
import { carriedIn, lossText, mayLose, writtenState } from "../carried";
import { objectText } from "../converge";
import type { Context } from "../definition";
import type { KeptField } from "../kept-fields";
import { sendKeeping, unknownFieldsIn, withFields } from "../kept-fields";
import type { Path } from "../problems";
import { pathText, valueAt } from "../problems";
import { writeUntil } from "../write-until";
import type { SettingsComparison } from "./comparison";
import type { Facts } from "./facts";
import type { PlaceIds, SettingsArgs, SettingsOptions, SettingsRequests, SettingsState } from "./options";

export function writeSettings<Args extends SettingsArgs, Live extends object>(
  requests: SettingsRequests<Live>,
  options: SettingsOptions<Args, Live>,
  facts: Facts<Args, Live>,
  { rowsWith }: SettingsComparison<Args, Live>,
) {
  const { what, table, secrets, ID, keepsUndeclared, isSet, idsOf, fieldsOf, notCarried } = facts;
  const { sent = (fields) => fields, sendsDeclared = false } = options;
  const { isConflict = () => false, document = what } = requests;
  const read = async (context: Context, ids: PlaceIds): Promise<Live> =>
    (await requests.read(context.api, ids)) ?? ({} as Live);

  /** Whether a secret is written although the service may not show a difference. */
  function hasNewSecret(args: Args, former: Args | undefined): boolean {
    const at = (of: Args | undefined, path: Path): unknown =>
      of === undefined ? undefined : valueAt(of, path);
    return [...secrets, ["secretsVersion"]].some((path) => !jsonEqual(at(args, path), at(former, path)));
  }

  /** Whether a write keeps a field that the program does not declare. Where it keeps whole arguments, a list is one value. */
  function isKept(path: Path, args: Args, live: Live): boolean {
    if (!keepsUndeclared) return true;
    return !path.some((part) => typeof part === "number") && options.keeps?.(path, args, live) !== false;
  }

  /** What a write sends besides what is declared, and what it loses. */
  function carriedBy(args: Args, live: Live, former?: SettingsState<Args>): Carried {
    if (sendsDeclared) return { kept: [], lost: [] };
    const { args: known, kept: { written } = {} } = writtenState(former) ?? {};
    // Settings that somebody has removed get back what they had.
    const before = isSet(live) ? live : written?.returned;
    const versions = keepsUndeclared
      ? { news: args, live: before }
      : { news: args, shown: known, ...written, live: before };
    return carriedIn(table, versions, (path) => !isKept(path, args, live));
  }

  /** Returns why settings with secrets are not written: the write would lose one. @param known what the last write declared */
  function lossOf(args: Args, live: Live, known?: Args, former?: SettingsState<Args>): string | undefined {
    const { lost } = carriedBy(args, live, former);
    return mayLose(args, known) ? undefined : lossText(lost.map(pathText));
  }

  /** Whether the service has what a write would set. */
  function isAsDeclared(args: Args, live: Live, former?: SettingsState<Args>): boolean {
    const isThere = !keepsUndeclared || isSet(live);
    const body = keepsUndeclared ? fieldsOf(args) : completeBody(args, live, former);
    return (
      isThere &&
      rowsWith(args, body, live).every(({ verdict }) => verdict === "same" || verdict === "cannotTell")
    );
  }

  function completeBody(args: Args, live: Live, former?: SettingsState<Args>): PlainObject {
    return withFields(sent(fieldsOf(args)), carriedBy(args, live, former).kept);
  }

  /** Returns why an update would be refused. A refusal that a create does not share is left to the write, since it may be a replacement. */
  function previewRefusal(args: Args, live: Live, former: Args): string | undefined {
    const { args: known } = writtenState({ args: former }) ?? {};
    if (!hasNewSecret(args, known) && isAsDeclared(args, live)) return undefined;
    const isOfCreate = options.refusal?.(args, live) !== undefined;
    return (isOfCreate ? refusalOf(args, live, former) : undefined) ?? lossOf(args, live, known);
  }

  /** Returns why settings that somebody else has set are not changed. */
  function refusalOf(args: Args, live: Live, former: Args | undefined): string | undefined {
    const reason = former && isSet(live) ? options.refusal?.(args, live, former) : undefined;
    return reason === undefined ? undefined : `${reason} Nothing was written.`;
  }

  /** The fields of a newer version of the service that a body keeps; those of an item of a list go with the item. */
  function unknownFields(body: PlainObject, live: Live, isFieldKept: (path: Path) => boolean): KeptField[] {
    return unknownFieldsIn(table, { ...live } as PlainObject, notCarried).flatMap((path): KeptField[] => {
      const value = valueAt(live, path);
      const [name = "", index, ...rest] = path;
      if (typeof index !== "number") return isFieldKept(path) ? [{ path, value }] : [];
      const item = valueAt(live, [name, index]);
      const at = ((body[name] ?? []) as unknown[]).findIndex((each) => isSameItem(each, item));
      return at === -1 ? [] : [{ path: [name, at, ...rest], value }];
    });
  }

  /** Sets what is declared, and keeps what the program leaves out. @param former absent if nothing was written before */
  async function writeDeclared(context: Context, args: Args, former?: SettingsState<Args>): Promise<Live> {
    const { args: known } = writtenState(former) ?? {};
    let mustWrite = hasNewSecret(args, known);
    /** Whether a secret fits what the service shows, which proves nothing if it did so before the write. */
    const fits = (live: Live): boolean =>
      rowsWith(args, fieldsOf(args), live).some(
        ({ field, declared, verdict }) =>
          field.secret === true && declared !== undefined && verdict !== "changed",
      );
    const isReached = (live: Live): boolean => !mustWrite && isAsDeclared(args, live, former);
    const write = async (live: Live): Promise<void> => {
      const refusal = refusalOf(args, live, former?.args) ?? lossOf(args, live, known, former);
      if (refusal !== undefined) throw new Error(refusal);
      mustWrite &&= isSet(live) && fits(live);
      await send(context, idsOf(args), live, completeBody(args, live, former), (path) =>
        isKept(path, args, live),
      );
      mustWrite = false;
    };
    return writeUntilReached(context, idsOf(args), isReached, write);
  }

  async function send(
    context: Context,
    ids: PlaceIds,
    live: Live,
    body: PlainObject,
    isFieldKept: (path: Path) => boolean = () => true,
  ): Promise<void> {
    const kept = sendsDeclared ? [] : unknownFields(body, live, isFieldKept);
    const request = async (complete: PlainObject) => requests.send(context.api, ids, complete);
    await sendKeeping(body, kept, request, (text) =>
      context.warn(`The ${objectText(context, what, ID.idOf(ids))}: ${text}`),
    );
  }

  async function writeUntilReached(
    context: Context,
    ids: PlaceIds,
    isReached: (live: Live) => boolean,
    write: (live: Live) => Promise<void>,
  ): Promise<Live> {
    const id = ID.idOf(ids);
    return writeUntil(context, {
      object: objectText(context, what, id),
      document: `${document} of ${id}`,
      read: async () => read(context, ids),
      isReached,
      write,
      isConflict,
    });
  }

  /** Writes a body that follows from what is there, unless that is reached already. */
  async function change(
    context: Context,
    ids: PlaceIds,
    isReached: (live: Live) => boolean,
    bodyFor: (live: Live) => PlainObject,
  ): Promise<Live> {
    // Where nothing undeclared is kept, a deletion resets everything.
    const write = async (live: Live): Promise<void> =>
      keepsUndeclared
        ? send(context, ids, live, bodyFor(live))
        : requests.send(context.api, ids, bodyFor(live));
    return writeUntilReached(context, ids, isReached, write);
  }

  return { carriedBy, previewRefusal, writeDeclared, change };
}

/** Whether an item of a list is the one that the service has: all that it declares is the same. */
function isSameItem(declared: unknown, live: unknown): boolean {
  return (
    isPlainObject(declared) &&
    isPlainObject(live) &&
    Object.entries(declared).every(([name, value]) => jsonEqual(value, live[name]) || isEmptyList(value))
  );
}
