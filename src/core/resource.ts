/** What happens to a resource: the operations of its kind with the rules that all kinds share. It works on typed values. */

import { setTimeout } from "node:timers/promises";
import { isConfigError, messageOf } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import { jsonEqual, pick } from "../json";
import {
  claimMeanings,
  claimObject,
  claimPlace,
  completeSchema,
  recordObjects,
  refuseAdopted,
  refuseDeleted,
  textsOf,
  validateArgs,
} from "./check";
import type { Settings } from "./connection";
import type { Connections } from "./connections";
import type { CommonArgs, Context, ResourceDefinition, StateOf } from "./definition";
import type { Announcement, Ownership } from "./ownership";
import { createOwnership, objectName, quotedNames } from "./ownership";
import type { PreviewReads } from "./preview";
import { createPreviewReads } from "./preview";
import { parsePath, valueAt } from "./problems";
import type { Report, Severity } from "./report";
import { isUnknown } from "./unknowns";

/** What the resources of a process share. */
export interface Process {
  readonly ownership: Ownership;
  readonly previewReads: PreviewReads;
  readonly report: Report;
  readonly pause: (ms: number) => Promise<void>;
}

export function createProcess(report: Report): Process {
  return {
    ownership: createOwnership(),
    previewReads: createPreviewReads(5_000, report),
    report,
    pause: async (ms) => setTimeout(ms),
  };
}

/** The resource that an operation is about. */
export interface Call {
  /** Its URN, if it is certain. */
  readonly urn?: string | undefined;
  /** Replaces what the program marks as secret in a text. */
  readonly filter: (text: string) => string;
}

/** A check of arguments before anything is written. */
export interface Check<Args> extends Call {
  /** The arguments in the state; absent for a new resource. */
  readonly former?: Args | undefined;
  /** What the program says of the resource; absent outside of a run of the program. */
  readonly announcement?: Announcement | undefined;
  /** Further errors. */
  readonly errors: readonly string[];
}

export interface Creating extends Call {
  /** Called after the creation, see `Ownership.settle`. */
  readonly settled: () => readonly string[];
}

/** A comparison of a resource in the state with its declaration. */
export interface Comparing<Args, State> extends Call {
  readonly state: () => State;
  readonly former: Args;
  /** Whether the values are not known yet, in whole or in part. */
  readonly hasUnknown: boolean;
  /** Whether the program declares the resource: the comparison after the read of a refresh knows nothing of the program. */
  readonly isInProgram: boolean;
  /** See `Ownership.settle`. */
  readonly settled: readonly string[];
}

export interface Verdict {
  /** Whether an update is needed; absent if a comparison of the arguments shows it. */
  changes?: boolean;
  /** The arguments whose change replaces the resource. */
  replaces?: string[];
}

export interface Resource<Args extends CommonArgs, State extends StateOf<Args>> {
  /** Returns the errors. */
  check(args: Args, check: Check<Args>): Promise<string[]>;
  compare(id: string, args: Args, comparing: Comparing<Args, State>): Promise<Verdict>;
  create(args: Args, call: Creating): Promise<{ id: string; state: State }>;
  /** Returns the state; the given one if nothing has changed, `undefined` if the object is gone. */
  read(
    id: string,
    connection: string | undefined,
    state: State | undefined,
    call: Call,
  ): Promise<State | undefined>;
  update(id: string, state: State, former: Args, args: Args, call: Call): Promise<State>;
  delete(id: string, state: State, call: Call): Promise<void>;
}

/** Makes the operations of a kind. */
export function createResource<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  connections: Connections,
  { ownership, previewReads, report, pause }: Process,
): Resource<Args, State> {
  const { what } = definition;
  let schema: ReturnType<typeof completeSchema> | undefined;
  /** A process serves either a preview or an update. */
  let isPreview = false;

  const contextOf = (connection: string | undefined, { urn, filter }: Call): Context => {
    const log = (severity: Severity) => (text: string) => void report(urn, severity, filter(text));
    return {
      ...connections(connection),
      ownership,
      pause,
      filter,
      urn,
      name: urn === undefined ? undefined : quotedNames([urn]),
      say: log("info"),
      warn: log("warn"),
    };
  };
  const objectOf = (id: string, connection: string | undefined): string => {
    const scope = definition.hasServiceIds ? "" : serverOf(connections(connection).settings);
    return objectName(definition.kind, id, scope);
  };

  /** The object at a connection that may not be configured any more. */
  function formerObject(id: string, connection: string | undefined): string[] {
    try {
      return [objectOf(id, connection)];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      return [];
    }
  }

  async function reportAll(
    { urn, filter }: Call,
    severity: Severity,
    texts: readonly string[],
  ): Promise<void> {
    for (const text of texts) await report(urn, severity, filter(text));
  }

  /** Logs what a preview finds by reading, and returns its errors. */
  async function previewed(args: Args, check: Check<Args>): Promise<string[]> {
    try {
      const context = contextOf(args.connection, check);
      const found = await previewReads.read(context, async (reading) =>
        definition.preview?.(reading, check.former, args, check.announcement?.announced),
      );
      if (found === undefined) return [];
      await reportAll(check, "warn", textsOf(found.problems, "warning"));
      await reportAll(check, "info", found.notes);
      return textsOf(found.problems, "error");
    } catch (error) {
      return [messageOf(error)];
    }
  }

  /** The texts about what an update writes besides the arguments that differ, which a preview logs. */
  function* secretTexts(
    former: Args,
    args: Args,
    configKeyOf: Context["configKeyOf"],
  ): Generator<[Severity, string]> {
    const written = definition.writtenSecrets?.(former, args) ?? [];
    if (written.length > 0) yield ["info", `Writes the secrets ${written.join(", ")}.`];
    const lines = (former.changedSecrets ?? []).map((path) => {
      const value = definition.secretAt?.(args, path) ?? valueAt(args, parsePath(path));
      const key = typeof value === "string" ? configKeyOf(value) : undefined;
      return `  ${path}${key === undefined ? "" : `, from the configuration key ${key}`}`;
    });
    // Somebody may have rotated them on purpose.
    if (lines.length > 0) yield ["warn", `${CHANGED}\n${lines.join("\n")}`];
  }

  /** Logs what a preview of an update finds by reading. @throws Error if the update cannot be carried out */
  async function previewUpdate(
    id: string,
    args: Args,
    { state, former, hasUnknown, ...call }: Comparing<Args, State>,
  ): Promise<void> {
    const context = contextOf(args.connection, call);
    if (former.connection !== args.connection) {
      const reason = await previewReads.read(context, async (reading) =>
        definition.checkMoved?.(reading, id, state()),
      );
      if (reason !== undefined) throw new Error(reason);
    }
    // Before its first update, the state of an imported object lacks its secrets.
    if (former.imported === true && !hasUnknown && definition.overwritten !== undefined) {
      const texts = await previewReads.read(context, async (reading) =>
        definition.overwritten?.(reading, id, state(), args),
      );
      await reportAll(call, "warn", texts ?? []);
    }
  }

  return {
    async check(args, check) {
      const { former, announcement } = check;
      const isNew = former === undefined;
      isPreview ||= announcement?.preview === true;
      schema ??= completeSchema(definition);
      const found = await validateArgs(definition, schema, args, (connection) =>
        contextOf(connection, check),
      );
      const errors = [...found.errors, ...check.errors];
      const { warnings } = found;
      if (errors.length === 0) ownership.recordCheck(check.urn, isNew);
      ownership.reserve(announcement?.adopted ?? {});
      if (errors.length === 0 && announcement !== undefined) {
        const object = (id: string): string => objectOf(id, args.connection);
        const equal = claimMeanings(definition, ownership, announcement, args);
        errors.push(
          ...claimObject(definition, ownership, announcement, args, isNew, object),
          ...claimPlace(definition, ownership, announcement, args),
          ...textsOf(equal, "error"),
        );
        warnings.push(...textsOf(equal, "warning"));
      }
      if (announcement !== undefined) await reportAll(check, "warn", warnings);
      if (errors.length === 0 && announcement?.preview === true)
        errors.push(...(await previewed(args, check)));
      return errors.map(check.filter);
    },

    async compare(id, args, comparing) {
      const { state, former, hasUnknown, isInProgram, settled, ...call } = comparing;
      const { urn } = call;
      const { connection } = args;
      const replaces = definition.replaceOn.filter((name) => !jsonEqual(at(former, name), at(args, name)));
      if (replaces.length > 0) {
        // A value that is not known yet may turn out to be the one in the state.
        if (isPreview && replaces.every((name) => isUnknown(at(args, name)))) {
          const same = { ...args, ...pick(former, replaces as (keyof Args & string)[]) };
          const instead = definition.furtherChanges?.(state(), same, ownership)?.text;
          if (instead !== undefined) await reportAll(call, "info", [`If it is not replaced:\n${instead}`]);
        }
        return { replaces };
      }
      const hasMoved = former.connection !== connection;
      const object = objectOf(id, connection);
      refuseAdopted(definition, ownership, id, object, args);
      refuseDeleted(ownership, what, id, object, urn);
      if (isInProgram) {
        ownership.settle(settled);
        const atFormer = hasMoved ? formerObject(id, former.connection) : [];
        for (const held of [object, ...atFormer]) ownership.hold(held, urn);
        if (definition.objects !== undefined)
          recordObjects(ownership, what, definition.objects(state(), args), urn);
      }
      if (isPreview) await previewUpdate(id, args, comparing);
      const claimed = definition.claims?.(args);
      if (
        isPreview &&
        isInProgram &&
        claimed?.adopts === true &&
        objectOf(claimed.id, connection) !== object
      ) {
        await reportAll(call, "warn", [
          `The ${what} ${claimed.id} is not adopted, since this resource exists already (${id}).`,
        ]);
      }
      const further = isInProgram ? definition.furtherChanges?.(state(), args, ownership) : undefined;
      if (further !== undefined) {
        for (const other of further.deleted) ownership.markForDeletion(other, urn);
        if (isPreview) await reportAll(call, "info", [further.text]);
      }
      // Those of an imported object are compared with the service, see `overwritten`.
      if (isPreview && isInProgram && former.imported !== true) {
        const { configKeyOf } = connections(connection);
        for (const [severity, text] of secretTexts(former, args, configKeyOf))
          await reportAll(call, severity, [text]);
      }
      if (further?.isHidden === true) return { changes: true };
      const isSame =
        further === undefined && !hasMoved && !hasUnknown && definition.sameMeaning(former, args);
      return isSame ? { changes: false } : {};
    },

    async create(args, call) {
      const created = await definition.create(contextOf(args.connection, call), args);
      ownership.settle(call.settled());
      ownership.hold(objectOf(created.id, args.connection));
      return created;
    },

    read: async (id, connection, state, call) => definition.read(contextOf(connection, call), id, state),

    async update(id, state, former, args, call) {
      const context = contextOf(args.connection, call);
      ownership.hold(objectOf(id, args.connection));
      if (former.connection !== args.connection) {
        const reason = await definition.checkMoved?.(context, id, state);
        if (reason !== undefined) throw new Error(reason);
        if (definition.sameMeaning(former, args))
          return { ...state, args: { ...state.args, connection: args.connection } };
      }
      return definition.update(context, id, state, args);
    },

    async delete(id, state, call) {
      const { connection } = state.args;
      const object = objectOf(id, connection);
      const isKept = definition.objects === undefined && ownership.keeps(object);
      const context = contextOf(connection, isKept ? { ...call, urn: ownership.keeperOf(object) } : call);
      if (isKept) {
        context.say(`The ${what} ${id} is still managed by this program: it was not deleted.`);
        return;
      }
      await definition.delete(context, id, state);
      ownership.recordDelete(object);
    },
  };
}

const CHANGED =
  "The service has other values of these secrets than the program. If they were rotated there on purpose, the declared values are " +
  "wrong, and this update would restore them:";

function at(args: CommonArgs, name: string): unknown {
  return (args as Readonly<Record<string, unknown>>)[name];
}

/** One name for a server, however its URL is spelled. */
export function serverOf({ baseUrl }: Settings): string {
  const { origin, path } = parseBaseUrl(baseUrl, true, "baseUrl");
  return origin + path;
}
