/** Decides what of an earlier export stays: what this one has not read must not disappear from the program. */

import { listAlertConfigs } from "../../api/alert-configs";
import { provesAbsence } from "../../api/common";
import { isApiError } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import { groupBy } from "../../json";
import type { PlainObject } from "../../json";
import { KINDS } from "../../kinds";
import type { FormerModule, FormerProgram, NamedResource } from "./former";
import { fileOf, resourcesIn, secretKeysIn, withoutProjects } from "./former";
import type { Inventory, Skipped } from "./inventory";

/** What stays of an earlier export. */
export interface Kept {
  /** The texts of modules by name. */
  readonly modules: ReadonlyMap<string, string>;
  /** The names of modules that new ones must not have. */
  readonly moduleNames: readonly string[];
  /** The names of projects that new ones must not have: they are part of the names of resources and secrets. */
  readonly projectNames: readonly string[];
  /** The statements of index.ts by class. */
  readonly statements: ReadonlyMap<string, readonly string[]>;
  readonly resources: readonly NamedResource[];
  readonly secretKeys: readonly string[];
  /** The entries of import.json. */
  readonly entries: readonly PlainObject[];
  readonly notes: readonly Skipped[];
  readonly removed: readonly Skipped[];
  /** Whether something stays because it cannot be read. */
  readonly isIncomplete: boolean;
}

export const NOTHING_KEPT: Kept = {
  modules: new Map(),
  moduleNames: [],
  projectNames: [],
  statements: new Map(),
  resources: [],
  secretKeys: [],
  entries: [],
  notes: [],
  removed: [],
  isIncomplete: false,
};

/** Whether a project of the earlier export was read by this one, and if not, why. */
type Status = "read" | "gone" | Unread;

/** Words to which the projects are added. */
type Unread =
  | "--project does not name"
  | "the key cannot read"
  | "the key cannot read all of"
  | "the service does not list"
  | "the service does not say whether it still has";

/**
 * Keeps the modules with a project that was not read. Only the service itself can prove that a project does not exist any more.
 * Returns what stays, and the inventory without the projects that kept modules declare.
 * @param chosen the ids of `--project`
 * @throws Error for a module that was edited so that it cannot be split
 */
export async function keepUnread(
  former: FormerProgram,
  inventory: Inventory,
  chosen: readonly string[],
  api: ApiClient,
): Promise<{ readonly kept: Kept; readonly inventory: Inventory }> {
  const found = new Map(inventory.projects.map((project) => [project.id, project]));
  const statusOf = async (id: string): Promise<Status> => {
    const project = found.get(id);
    if (project !== undefined) return project.isRead ? "read" : "the key cannot read all of";
    return chosen.length > 0 ? "--project does not name" : askFor(api, id);
  };
  const ids = [...new Set(former.modules.flatMap(({ projects }) => [...projects.keys()]))];
  const statuses = new Map(await Promise.all(ids.map(async (id) => [id, await statusOf(id)] as const)));
  const decided = former.modules.map((module) => decide(module, statuses));
  const modules = decided.flatMap(({ stays }) => (stays === undefined ? [] : [stays]));
  const statements = keptStatements(former, inventory);
  const names = modules.map((module) => [module.text, [...module.projects.values()]] as const);
  const texts = [...names, ...[...statements.values()].flat().map((text) => [text, []] as const)];
  const resources = texts.flatMap(([text, projects]) => resourcesIn(text, projects));
  const secretKeys = texts.flatMap(([text, projects]) => secretKeysIn(text, projects));
  const keptNames = new Set(resources.map(({ name }) => name));
  const keptIds = new Set(modules.flatMap(({ projects }) => [...projects.keys()]));
  const kept: Kept = {
    modules: new Map(modules.map(({ name, text }) => [name, text])),
    moduleNames: [...modules.map(({ name }) => name), ...former.others],
    projectNames: [
      ...modules.flatMap(({ name, isShared, projects }) => (isShared ? [...projects.values()] : [name])),
      ...secretKeys.map((key) => key.slice(0, Math.max(0, key.indexOf(".")))),
    ],
    statements,
    resources,
    secretKeys,
    entries: former.entries.filter(({ name }) => typeof name === "string" && keptNames.has(name)),
    notes: [...decided.flatMap(({ note }) => note ?? []), ...statementNotes(statements, inventory)],
    removed: decided.flatMap(({ removed }) => removed),
    isIncomplete:
      statements.size > 0 || [...keptIds].some((id) => statuses.get(id) !== "--project does not name"),
  };
  const projects = inventory.projects.filter(({ id }) => !keptIds.has(id));
  return { kept, inventory: { ...inventory, projects } };
}

/** Asks for a project that is not listed. */
async function askFor(api: ApiClient, id: string): Promise<Status> {
  try {
    await listAlertConfigs(api, id);
    return "the service does not list";
  } catch (error) {
    if (provesAbsence(error)) return "gone";
    if (!isApiError(error) || error.status >= 500) throw error;
    return [401, 403].includes(error.status)
      ? "the key cannot read"
      : "the service does not say whether it still has";
  }
}

interface Decision {
  readonly stays?: FormerModule;
  readonly note?: Skipped;
  readonly removed: readonly Skipped[];
}

function decide(module: FormerModule, statuses: ReadonlyMap<string, Status>): Decision {
  const file = fileOf(module);
  const titles = ([id, name]: readonly [string, string]): string => (name === id ? id : `${name} (${id})`);
  const byStatus = groupBy(module.projects, ([id]) => statuses.get(id) ?? "read");
  const gone = byStatus.get("gone") ?? [];
  const unread = [...byStatus].filter(([status]) => status !== "read" && status !== "gone");
  const removed = gone.map((project) => ({
    what: module.isShared ? `${project[1]} in ${file}` : file,
    reason: `the project ${titles(project)} does not exist any more`,
  }));
  if (unread.length === 0) return { removed };
  const others = [...(byStatus.get("read") ?? []), ...gone];
  if (others.length > 0 && !module.canBeSplit) {
    const list = unread.flatMap(([, projects]) => projects.map(titles)).join(", ");
    throw new Error(
      `${file} was edited, and cannot be split: this export does not read all of its projects (${list}). Export all of them, or move ` +
        "the file to another folder. Nothing was written.",
    );
  }
  const reasons = unread.map(
    ([status, projects]) =>
      `${status} the project${projects.length > 1 ? "s" : ""} ${projects.map(titles).join(", ")}`,
  );
  const stays = others.length === 0 ? module : withoutProjects(module, new Set(others.map(([id]) => id)));
  return { stays, note: { what: file, reason: reasons.join("; ") }, removed };
}

/** The statements of the resources that belong to no project, by class, where this export could not read them. */
function keptStatements({ statements }: FormerProgram, { unread }: Inventory): Kept["statements"] {
  const found = KINDS.filter(({ declaring }) => unread.has(declaring.listing)).map(
    ({ definition: { kind } }) => {
      const texts = statements.filter((text) => text.includes(`new opsmanager.${kind}(`));
      if (texts.every((text) => /\);?$/.test(text))) return [kind, texts] as const;
      throw new Error(
        `index.ts was edited, so that its ${kind} cannot be kept: this export could not read it, and would remove it. Move it to ` +
          "another file. Nothing was written.",
      );
    },
  );
  return new Map(found.filter(([, texts]) => texts.length > 0));
}

function statementNotes(statements: Kept["statements"], { unread }: Inventory): Skipped[] {
  return KINDS.filter(({ definition }) => statements.has(definition.kind)).map(
    ({ declaring: { listing } }) => ({
      what: `the ${listing.what} in index.ts`,
      reason: unread.get(listing) ?? "",
    }),
  );
}
