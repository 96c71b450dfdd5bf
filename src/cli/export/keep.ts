/** Decides what of an earlier export stays: what this one has not read must not disappear from the program. */

import { listAlertConfigs } from "../../api/alert-configs";
import { provesAbsence } from "../../api/common";
import { isApiError } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import { groupBy } from "../../json";
import type { PlainObject } from "../../json";
import { KINDS } from "../../kinds";
import type { FormerModule, FormerProgram, Named } from "./former";
import { fileOf, namesIn, withoutProjects } from "./former";
import type { Inventory, Skipped } from "./inventory";

/** What stays of an earlier export. */
export interface Kept {
  readonly modules: readonly FormerModule[];
  /** The names of modules that new ones must not have. */
  readonly moduleNames: readonly string[];
  /** The names of projects that new ones must not have: they are part of the names of resources and secrets. */
  readonly projectNames: readonly string[];
  /** The statements of index.ts by class. */
  readonly statements: ReadonlyMap<string, readonly string[]>;
  readonly resources: readonly Named[];
  readonly secretKeys: readonly string[];
  /** The entries of import.json. */
  readonly entries: readonly PlainObject[];
  readonly notes: readonly Skipped[];
  readonly removed: readonly Skipped[];
  /** Whether something stays because it cannot be read. */
  readonly isIncomplete: boolean;
}

export const NOTHING_KEPT: Kept = {
  modules: [],
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

/** Whether a project of the earlier export was read by this one, and if not, why: words to which the projects are added. */
type Status =
  | "read"
  | "gone"
  | "--project does not name"
  | "the key cannot read"
  | "the key cannot read all of"
  | "the service does not list"
  | "the service does not say whether it still has";

/**
 * Keeps the modules with a project that was not read. Only the service itself can prove that a project does not exist any more.
 * Returns what stays, and the inventory without the projects that kept modules declare.
 * @param chosen the ids of `--project`
 * @throws Error for an index.ts that was edited so that its statements cannot be kept
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
  const decisions = former.modules.map((module) => decide(module, statuses));
  const modules = decisions.flatMap(({ stays }) => stays ?? []);
  const { statements, notes } = keptStatements(former, inventory);
  const named = [
    ...modules.flatMap(({ text, projects }) => namesIn(text, [...projects.values()])),
    ...[...statements.values()].flat().flatMap((text) => namesIn(text)),
  ];
  const resources = named.filter(({ kind }) => kind !== "requireSecret");
  const secretKeys = named.filter(({ kind }) => kind === "requireSecret").map(({ name }) => name);
  const keptNames = new Set<unknown>(resources.map(({ name }) => name));
  const keptIds = new Set(modules.flatMap(({ projects }) => [...projects.keys()]));
  const kept: Kept = {
    modules,
    moduleNames: [...modules.map(({ name }) => name), ...former.others],
    projectNames: [
      ...modules.flatMap(({ name, isShared, projects }) => (isShared ? [...projects.values()] : [name])),
      ...secretKeys.map((key) => key.slice(0, Math.max(0, key.indexOf(".")))),
    ],
    statements,
    resources,
    secretKeys,
    entries: former.entries.filter(({ name }) => keptNames.has(name)),
    notes: [...decisions.flatMap(({ note }) => note ?? []), ...notes],
    removed: decisions.flatMap(({ removed }) => removed),
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
  const title = ([id, name]: readonly [string, string]): string => (name === id ? id : `${name} (${id})`);
  const byStatus = groupBy(module.projects, ([id]) => statuses.get(id) ?? "read");
  const [read = [], gone = []] = [byStatus.get("read"), byStatus.get("gone")];
  const removed = gone.map((project) => ({
    what: module.isShared ? `${project[1]} in ${file}` : file,
    reason: `the project ${title(project)} does not exist any more`,
  }));
  const reasons = [...byStatus]
    .filter(([status]) => status !== "read" && status !== "gone")
    .map(
      ([status, projects]) =>
        `${status} the project${projects.length > 1 ? "s" : ""} ${projects.map(title).join(", ")}`,
    );
  if (reasons.length === 0) return { removed };
  const others = new Set([...read, ...gone].map(([id]) => id));
  const stays = others.size === 0 ? module : withoutProjects(module, others);
  return { stays, note: { what: file, reason: reasons.join("; ") }, removed };
}

/** The statements of the resources that belong to no project, by class, where this export could not read them. */
function keptStatements(
  former: FormerProgram,
  { unread }: Inventory,
): { readonly statements: ReadonlyMap<string, readonly string[]>; readonly notes: readonly Skipped[] } {
  const statements = new Map<string, readonly string[]>();
  const notes: Skipped[] = [];
  for (const { definition, declaring } of KINDS) {
    const { kind } = definition;
    const reason = unread.get(declaring.listing);
    const texts = former.statements.filter((text) => text.includes(`new opsmanager.${kind}(`));
    if (reason === undefined || texts.length === 0) continue;
    if (!texts.every((text) => /\);?$/.test(text))) {
      throw new Error(
        `index.ts was edited, so that its ${kind} cannot be kept: this export could not read it, and would remove it. Move it to ` +
          "another file. Nothing was written.",
      );
    }
    statements.set(kind, texts);
    notes.push({ what: `the ${declaring.listing.what} in index.ts`, reason });
  }
  return { statements, notes };
}
