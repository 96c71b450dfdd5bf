/** How a project is created, read, updated and deleted. */

import { z } from "zod";
import { orReadBack, orUndefined } from "../../api/common";
import {
  createProject,
  deleteProject,
  findProject,
  getProject,
  getProjectWithKey,
  updateProject,
} from "../../api/projects";
import { filledText } from "../../api/schema";
import type { Row } from "../../core/rows";
import { comparisonOf, isDifferent, withLiveValues } from "../../core/comparison";
import { rowsOf } from "../../core/rows";
import { importedObject, orCreated, withKnownLists } from "../../core/converge";
import { fieldProblems } from "../../core/field-problems";
import type { CommonArgs, Adoption, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT, PartialWriteError } from "../../core/definition";
import { keyOf } from "../../core/key";
import type { NotTaken } from "../../core/not-taken";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import { objectName } from "../../core/ownership-table";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import type { Problem } from "../../core/problems";
import { error as problem, given, idProblems, valueAt, warning } from "../../core/problems";
import { isUnknownOutcome } from "../../errors";
import type { IdpGroupMapping, LdapGroupMapping, Project } from "../../fields/project";
import { GROUP_MAPPINGS, MOST_TAGS, OWNER, PROJECT, TAG } from "../../fields/project";
import type { Link } from "../../fields/table";
import { isEmptyList, omit, pick, withoutUndefined } from "../../json";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import { PROJECT_DESCRIPTION } from "./description";

const WHAT = PROJECT_DESCRIPTION.what;

/** The service refuses other names. */
const NAME = /^(?!10gen-)(?!.*-10gen$)/;

export interface ProjectArgs extends CommonArgs {
  readonly name: string;
  readonly orgId: string;
  readonly tags?: readonly string[] | undefined;
  readonly ldapGroupMappings?: readonly LdapGroupMapping[] | undefined;
  readonly idpGroupMappings?: readonly IdpGroupMapping[] | undefined;
  readonly withDefaultAlertsSettings?: boolean | undefined;
  readonly allowDelete?: boolean | undefined;
}

/** The key is absent as long as no response has shown it. */
interface Service extends Pick<Project, "agentApiKey"> {
  readonly projectId: string;
  readonly links: Link[];
}

interface Kept {
  /** The tags after the last write, if the program declares none. */
  readonly tags?: readonly string[] | undefined;
}

export type ProjectState = PlainState<ProjectArgs, Service, Kept>;

const adoption: Adoption<ProjectArgs, ProjectState, Project> = {
  what: WHAT,
  instead: "import it as it is, and change it with the next `pulumi up`",
  find: async ({ api }, id) => getProjectWithKey(api, id),
  compare: (args, live) =>
    comparisonOf(
      rowsOfProject(args, live).filter(({ path: [name = ""] }) => valueAt(args, [name]) !== undefined),
    ),
  known: (args, live) => withKnownLists(PROJECT, args, live),
  stateOf: (args, live) => stateOf(args, live),
};

export const project: ResourceDefinition<ProjectArgs, ProjectState> = {
  ...PROJECT_DESCRIPTION,
  ...plainForm(PROJECT_DESCRIPTION),
  rules: () => ({
    name: filledText().regex(NAME, 'must not begin with "10gen-" or end with "-10gen"'),
    tags: z
      .array(z.string().regex(TAG, "must be 1 to 32 characters of A-Z, 0-9, ., _ and -"))
      .max(MOST_TAGS, `must be at most ${MOST_TAGS} tags`)
      .optional(),
  }),

  /** No mappings are the same as an argument that is left out. */
  normalize: (inputs) =>
    omit(
      inputs,
      GROUP_MAPPINGS.filter((name) => isEmptyList(inputs[name])),
    ),

  validate(args, { settings }) {
    const { orgId, tags = [], ...others } = knownValue(args) ?? {};
    const twice = isUnknown(tags) ? undefined : firstTwice(tags);
    const problems =
      twice === undefined ? [] : [problem(["tags"], `must not have ${given(twice, [])} twice`)];
    return [
      ...idProblems(["orgId"], orgId),
      ...problems,
      ...fieldProblems(PROJECT, others, settings.strictCatalog),
      ...GROUP_MAPPINGS.flatMap((name) => mappingProblems(name, others[name])),
    ];
  },

  claims: importedObject,
  adoption,

  /** A project must not have the name of another one. */
  async preview({ api }, olds, { name, orgId }) {
    const isSame = olds?.orgId === orgId && olds.name === name;
    if (isUnknown(name) || isUnknown(orgId) || isSame) return NOTHING_TO_REPORT;
    const found = await findProject(api, orgId, name);
    if (found === undefined) return NOTHING_TO_REPORT;
    const isNew = olds?.orgId !== orgId;
    return { problems: [isNew ? problem(["name"], existsText(orgId, found)) : renamed(found)], notes: [] };
  },

  refuseReplacement: ({ args, service }) =>
    args.allowDelete === true
      ? undefined
      : `orgId: a project cannot move to another organization, and a replacement would delete the project ${service.projectId} with ` +
        "everything in it. If that is what you want, set allowDelete to true, run `pulumi up`, and then change orgId. Nothing was written.",

  /** `withDefaultAlertsSettings` matters to a creation only. */
  sameMeaning: (a, b) =>
    keyOf(PROJECT, a, { secrets: false }) === keyOf(PROJECT, b, { secrets: false }) &&
    a.allowDelete === b.allowDelete,

  async create(context, args) {
    const { api, ownership } = context;
    const { name, orgId } = args;
    const found = await findProject(api, orgId, name);
    if (found !== undefined) throw new Error(`name: ${existsText(orgId, found)}`);
    const body = pick(args, ["name", "orgId", "tags", "withDefaultAlertsSettings", ...GROUP_MAPPINGS]);
    const find = async (): Promise<Project | undefined> => {
      const created = await findProject(api, orgId, name);
      return created && getProjectWithKey(api, created.id);
    };
    // Another resource or somebody else may have created one of the same name at the same time.
    const isOurs = (live: Project): boolean =>
      isAsDeclared(args, live) && !ownership.isKnown(objectName("Project", live.id));
    const advice = "set the resource option import to its id";
    const creation = createProject(api, body);
    const live = await orCreated(context, creation, `${WHAT} ${name}`, find, { isOurs, advice });
    return { id: live.id, state: stateOf(args, live) };
  },

  async read({ api }, id, state) {
    const live = state === undefined ? await getProjectWithKey(api, id) : await getProject(api, id);
    if (live === undefined) return undefined;
    if (state === undefined) return stateOf(argsOf(live), live);
    const { args, service, kept } = state;
    const rows = rowsOfProject(args, live, args.tags ?? kept.tags);
    if (!rows.some(isDifferent) && state.notTaken === undefined) return state;
    return { args: withLiveValues(args, rows), service: { ...service, links: live.links ?? [] }, kept };
  },

  async update({ api }, id, olds, news) {
    // Tags that are not declared any more are removed; those that never were, as after an import, stay as they are.
    const { name, tags = olds.kept.tags ?? [] } = news;
    const isKept = (field: string): boolean =>
      field === "tags" && news.tags === undefined && olds.args.imported === true;
    const mappings = withoutUndefined(pick(news, GROUP_MAPPINGS));
    const values = { name, tags, ...mappings };
    const differing = (Object.keys(values) as (keyof typeof values)[]).filter(
      (field) => !isSameIn(field, news, olds.args) && !isKept(field),
    );
    const isOnlyOurs =
      news.allowDelete !== olds.args.allowDelete ||
      GROUP_MAPPINGS.some((field) => news[field] === undefined && olds.args[field] !== undefined);
    if (differing.length === 0 && isOnlyOurs) return { ...olds, args: news };
    // Without any difference, an earlier write has failed and may have changed the project all the same.
    const declared =
      news.tags === undefined && olds.args.tags === undefined ? omit(values, ["tags"]) : values;
    const body = differing.length === 0 ? declared : pick(values, differing);
    const live = await orReadBack(
      updateProject(api, id, body),
      async () => orUndefined(getProject(api, id), () => true),
      // Some keys do not see the tags.
      (each) =>
        isAsDeclared({ ...argsOf(each), ...body }, each) && (!("tags" in body) || each.tags !== undefined),
      isUnknownOutcome,
    ).catch((cause: unknown) => {
      throw isUnknownOutcome(cause) ? new PartialWriteError(cause.message, id, olds, { cause }) : cause;
    });
    // The response may have a change by hand of the other field, which is not a baseline.
    const undeclaredTags = news.tags !== undefined ? undefined : isKept("tags") ? live.tags : tags;
    const { notTaken = [], ...state } = stateOf(news, live, olds.service);
    const isSent = ({ path: [field = ""] }: NotTaken): boolean => field in body;
    return { ...state, kept: { tags: undeclaredTags }, ...maybeNotTaken(notTaken.filter(isSent)) };
  },

  async delete({ api, ownership, pause, settings }, id, { args }) {
    const holders = ownership.holdersIn(id);
    if (holders.length > 0)
      throw new Error(
        `The project ${id} was not deleted, since other resources of the program have objects in it: ${holders.join(", ")}. ` +
          "Remove them from the program as well.",
      );
    if (args.allowDelete !== true) {
      throw new Error(
        `The project ${id} was not deleted, because its state does not have allowDelete: true. A deletion would destroy its alert ` +
          "configurations, keys and monitoring data. If that is what you want, set allowDelete to true and run `pulumi up` first; " +
          "after a destroy with --target, so that it does not create the other resources again. " +
          "To keep the project and stop managing it, set the resource option retainOnDelete, or run `pulumi state delete`.",
      );
    }
    await orUndefined(deleteProject(api, id, pause, settings.totalTimeoutSeconds, args.orgId));
  },
};

/** The arguments of an existing project. */
export function argsOf({ name, orgId = "", tags, ...live }: Project): ProjectArgs {
  const mappings = GROUP_MAPPINGS.filter((field) => (live[field] ?? []).length > 0);
  return { name, orgId, tags, ...pick(live, mappings) };
}

function isSameIn(field: keyof typeof PROJECT, a: ProjectArgs, b: ProjectArgs): boolean {
  const table = pick(PROJECT, [field]);
  return keyOf(table, a, { secrets: false }) === keyOf(table, b, { secrets: false });
}

function firstTwice<T>(items: readonly T[]): T | undefined {
  return items.find((item, index) => !isUnknown(item) && items.indexOf(item) < index);
}

/** The service refuses a role that has two entries, and mappings without an owner, who could not be appointed in the directory. */
function mappingProblems(
  name: (typeof GROUP_MAPPINGS)[number],
  mappings: Unsettled<readonly { readonly roleName: string }[]> | undefined,
): Problem[] {
  const entries = isUnknown(mappings) ? undefined : mappings;
  if (entries === undefined || entries.length === 0) return [];
  const roles = entries.map((entry) => knownText(knownValue(entry)?.roleName));
  const known = roles.filter((role) => role !== undefined);
  const twice = firstTwice(known);
  const hasOwner = known.length < roles.length || known.includes(OWNER);
  return [
    ...(twice === undefined
      ? []
      : [problem([name], `must have one entry for ${twice}: list all its groups there`)]),
    ...(hasOwner
      ? []
      : [problem([name], `must have an entry for ${OWNER}: otherwise no group would own the project`)]),
  ];
}

/** @param former the outputs before an update, whose response has no key */
export function stateOf(args: ProjectArgs, live: Project, former?: Service): ProjectState {
  const { id: projectId, agentApiKey = former?.agentApiKey, links = [] } = live;
  return {
    args,
    service: { projectId, agentApiKey, links },
    ...maybeNotTaken(notTakenIn(rowsOfProject(args, live))),
    kept: { tags: args.tags === undefined ? live.tags : undefined },
  };
}

/** Mappings that are not declared are no difference. Tags that a response lacks are as expected: some keys do not see them. */
function rowsOfProject(args: ProjectArgs, live: Project, expectedTags = args.tags): Row[] {
  const { orgId = args.orgId, tags = expectedTags } = live;
  const expected = { ...args, tags: expectedTags };
  const undeclared = GROUP_MAPPINGS.filter((name) => args[name] === undefined);
  return rowsOf(PROJECT, {
    declared: args,
    expected,
    live: { ...omit(live, undeclared), orgId, tags },
  });
}

function isAsDeclared(args: ProjectArgs, live: Project): boolean {
  return rowsOfProject(args, live).every(({ verdict }) => verdict !== "changed");
}

/** It may be this project, renamed by hand. */
function renamed({ id, name }: Project): Problem {
  const text =
    `the organization has a project ${JSON.stringify(name)} (${id}): if that is another one, the service refuses the new name. ` +
    "To find out, run `pulumi refresh`.";
  return warning(["name"], text);
}

function existsText(orgId: string, { id, name }: Project): string {
  return (
    `the organization ${orgId} has a project ${JSON.stringify(name)} already (${id}). To manage it, set the resource option import ` +
    `to "${id}"; otherwise choose another name. Nothing was written.`
  );
}
