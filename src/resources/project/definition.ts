/** How a project is created, read, updated and deleted. */

import { z } from "zod";
import { orUndefined, provesAbsence } from "../../api/common";
import {
  createProject,
  deleteProject,
  findProject,
  getProject,
  getProjectWithKey,
  updateProject,
} from "../../api/projects";
import { argumentsSchema, filledText } from "../../api/schema";
import type { Row } from "../../core/comparison";
import { comparisonOf, inOneOrder, isDifferent, rowsOf, withLiveValues } from "../../core/comparison";
import { objectText, withKnownLists } from "../../core/converge";
import type { CommonArgs, Context, ExistingObject, Outputs, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT, PartialWriteError } from "../../core/definition";
import { keyOf } from "../../core/key";
import { objectName } from "../../core/ownership";
import { error as problem, idProblems } from "../../core/problems";
import type { OpsManagerError } from "../../errors";
import { isApiError, isUnknownOutcome, messageOf } from "../../errors";
import type { Project } from "../../fields/project";
import { MOST_TAGS, PROJECT, PROJECT_INPUTS, PROJECT_OUTPUTS, TAG } from "../../fields/project";
import type { Link } from "../../fields/table";
import { jsonEqual, pick } from "../../json";
import { isUnknown, knownValue } from "../../unknowns";

const KIND = "Project";
const WHAT = "project";

/** The service refuses other names. */
const NAME = /^(?!10gen-)(?!.*-10gen$)/;

export interface ProjectArgs extends CommonArgs {
  readonly name: string;
  readonly orgId: string;
  readonly tags?: readonly string[] | undefined;
  readonly withDefaultAlertsSettings?: boolean | undefined;
  readonly allowDelete?: boolean | undefined;
}

/** The fields that an update can change. */
type Changed = "name" | "tags";

export interface ProjectState {
  readonly args: ProjectArgs;
  /** The key is absent as long as no response has shown it. */
  readonly service: Pick<Project, "agentApiKey"> & { readonly projectId: string; readonly links: Link[] };
  /** The tags after the last write, if the program declares none. */
  readonly undeclaredTags?: readonly string[] | undefined;
  /** The fields of a write whose outcome is unknown. */
  readonly attempted?: readonly Changed[] | undefined;
}

const existing: ExistingObject<ProjectArgs, ProjectState, Project> = {
  what: WHAT,
  find: async ({ api }, id) => getProjectWithKey(api, id),
  compare: (args, live) => comparisonOf(rowsOfProject(args, live)),
  known: (args, live) => withKnownLists(PROJECT, args, live),
  // An import refuses what is not as declared, and nothing else is adopted.
  write: async (_, __, ___, live) => live,
  stateOf,
  lacksSecret: () => false,
};

export const project: ResourceDefinition<ProjectArgs, ProjectState> = {
  kind: KIND,
  what: WHAT,
  hasServiceIds: true,
  inputNames: PROJECT_INPUTS,
  replaceOn: ["orgId"],
  schema: () =>
    argumentsSchema(PROJECT, {
      name: filledText().regex(NAME, 'must not begin with "10gen-" or end with "-10gen"'),
      tags: z
        .array(z.string().regex(TAG, "must be 1 to 32 characters of A-Z, 0-9, ., _ and -"))
        .max(MOST_TAGS, `must be at most ${MOST_TAGS} tags`)
        .refine(areDistinct, "must not have a tag twice")
        .optional(),
      withDefaultAlertsSettings: z.boolean().optional(),
      allowDelete: z.boolean().optional(),
    }),

  normalize: (inputs) => ({ withDefaultAlertsSettings: false, allowDelete: false, ...inputs }),
  fromInputs: (inputs) => inputs as unknown as ProjectArgs,
  fromOutputs({ __written, __attempted, ...outputs }: Outputs) {
    return {
      args: pick(outputs, [...PROJECT_INPUTS, "connection"]),
      service: pick(outputs, PROJECT_OUTPUTS),
      undeclaredTags: __written,
      attempted: __attempted,
    } as unknown as ProjectState;
  },
  toOutputs: ({ args, service, undeclaredTags, attempted }) => ({
    ...pick(args, PROJECT_INPUTS),
    ...service,
    __written: undeclaredTags,
    __attempted: attempted,
  }),

  validate: (args) => idProblems(["orgId"], knownValue(args)?.orgId),
  validateImport: ({ import: id }) =>
    /^[0-9a-f]{24}$/i.test(id) ? undefined : "must be the id of a project: 24 hexadecimal digits",

  claims: ({ import: id }) =>
    id === undefined ? undefined : { id, adopts: true, argument: "import", mustExist: true },
  existing,

  /** A new project must not have the name of another one. */
  async preview(context, olds, { name, orgId }) {
    if (isUnknown(name) || isUnknown(orgId) || olds?.orgId === orgId) return NOTHING_TO_REPORT;
    const found = await findProject(context.api, orgId, name);
    const problems = found === undefined ? [] : [problem(["name"], existsText(context, orgId, found))];
    return { problems, notes: [] };
  },

  refuseReplacement: ({ args, service }) =>
    args.allowDelete === true
      ? undefined
      : `orgId: a project cannot move to another organization, and a replacement would delete the project ${service.projectId} with ` +
        "everything in it. If that is what you want, set allowDelete to true, run `pulumi up`, and then change orgId. Nothing was written.",

  async checkMoved({ api }, id) {
    if ((await getProject(api, id)) !== undefined) return undefined;
    return (
      `connection: its service has no project ${id}. A changed connection must lead to the same service. To create the project ` +
      "there, give the resource another name. Nothing was written."
    );
  },

  /** `withDefaultAlertsSettings` matters to a creation only. */
  sameMeaning: (a, b) =>
    keyOf(PROJECT, a, { secrets: false }) === keyOf(PROJECT, b, { secrets: false }) &&
    a.allowDelete === b.allowDelete,

  async create(context, args) {
    const key = `creation of the project ${args.orgId} ${args.name}`;
    if (context.once(key, () => args) !== args)
      throw new Error(
        `name: another resource of this program creates the project ${JSON.stringify(args.name)}: declare it once.`,
      );
    const live = await createOnce(context, args);
    return { id: live.id, state: stateOf(args, live) };
  },

  async read(context, id, state) {
    if (state === undefined) {
      const found = await getProjectWithKey(context.api, id);
      return found && stateOf(argsOf(found), found);
    }
    const live = await getProject(context.api, id);
    if (live === undefined) return undefined;
    const { args, service, undeclaredTags, attempted } = state;
    const rows = rowsOfProject(args, live, args.tags ?? undeclaredTags);
    // After a failed write the engine holds what is declared, and needs what the service has.
    if (attempted === undefined && !rows.some(isDifferent)) return state;
    const found = { ...service, links: live.links ?? [] };
    return { args: withLiveValues(args, rows), service: found, undeclaredTags };
  },

  async update(context, id, olds, news) {
    const before = { name: olds.args.name, tags: inOneOrder(olds.args.tags) };
    // Tags that are not declared any more are removed; those that never were are as they were.
    const { name, tags = olds.undeclaredTags ?? [] } = news;
    const isSent = (field: Changed, value: unknown): boolean =>
      !jsonEqual(before[field], value) || olds.attempted?.includes(field) === true;
    const body = {
      ...(isSent("name", name) && { name }),
      ...(isSent("tags", inOneOrder(news.tags)) && { tags }),
    };
    if (Object.keys(body).length === 0) return { ...olds, args: news };
    const live = await patch(context, id, olds, body);
    // The response may have a change by hand of the other field, which is not a baseline.
    const undeclaredTags = news.tags === undefined ? tags : undefined;
    return { ...stateOf(news, live, olds.service), undeclaredTags };
  },

  async delete(context, id, { args }) {
    if (args.allowDelete !== true) {
      throw new Error(
        `The project ${id} was not deleted, because its state does not have allowDelete: true. A deletion would destroy its alert ` +
          "configurations, keys and monitoring data. If that is what you want, set allowDelete to true and run `pulumi up` first. " +
          "To keep the project and stop managing it, set the resource option retainOnDelete, or run `pulumi state delete`.",
      );
    }
    const { api, pause, settings } = context;
    try {
      await deleteProject(api, id, { pause, seconds: settings.totalTimeoutSeconds });
    } catch (error) {
      if (!provesAbsence(error)) throw error;
    }
  },
};

/** The arguments of an existing project. */
export function argsOf({ name, orgId = "", tags }: Project): ProjectArgs {
  return { name, orgId, tags, withDefaultAlertsSettings: false, allowDelete: false };
}

/** @param former the outputs before an update, whose response has no key */
export function stateOf(args: ProjectArgs, live: Project, former?: ProjectState["service"]): ProjectState {
  const { id: projectId, agentApiKey = former?.agentApiKey, links = [] } = live;
  return {
    args,
    service: { projectId, agentApiKey, links },
    undeclaredTags: args.tags === undefined ? live.tags : undefined,
  };
}

/** A field that a response lacks is as expected: some keys do not see the tags. */
function rowsOfProject(args: ProjectArgs, live: Project, expectedTags = args.tags): Row[] {
  const { orgId = args.orgId, tags = expectedTags } = live;
  const expected = { ...args, tags: expectedTags };
  return rowsOf(PROJECT, { declared: args, expected, live: { ...live, orgId, tags } });
}

function existsText({ ownership }: Context, orgId: string, { id, name }: Project): string {
  const text = `the organization ${orgId} has a project ${JSON.stringify(name)} already (${id})`;
  return ownership.isKnown(objectName(KIND, id))
    ? `${text}, which this program manages. Declare it once; to replace it, set the resource option deleteBeforeReplace. Nothing was written.`
    : `${text}. To manage it, set the resource option import to "${id}"; otherwise choose another name. Nothing was written.`;
}

/** Creates a project, whose name must be free: after a lost response, what then has the name was created by this request. */
async function createOnce(context: Context, args: ProjectArgs): Promise<Project> {
  const { api } = context;
  const found = await findProject(api, args.orgId, args.name);
  if (found !== undefined) throw new Error(`name: ${existsText(context, args.orgId, found)}`);
  const body = pick(args, ["name", "orgId", "tags", "withDefaultAlertsSettings"]);
  try {
    return await createProject(api, body);
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    return await findAfterLostResponse(context, args, error);
  }
}

/** After a broken connection the service may still be working on the request. */
const LOOKS = 3;
const PAUSE_MS = 1_000;

async function findAfterLostResponse(context: Context, args: ProjectArgs, lost: OpsManagerError) {
  const { api, pause, say } = context;
  const { name, orgId } = args;
  const advice =
    `If the organization ${orgId} has a project ${JSON.stringify(name)} now that is yours, set the resource option import to its id; ` +
    "otherwise run `pulumi up` again.";
  const fail = (text: string, cause: unknown = lost): never => {
    throw new Error(`${lost.message} ${text}`, { cause });
  };
  let found: Project | undefined;
  try {
    for (let look = 1; found === undefined && look <= LOOKS; look++) {
      if (look > 1) await pause(PAUSE_MS);
      found = await findProject(api, orgId, name);
    }
  } catch (cause) {
    return fail(
      `The project may have been created all the same, and a look failed (${messageOf(cause)}). ${advice}`,
      cause,
    );
  }
  if (found === undefined) {
    // The service itself says why, and nothing was created.
    if (isApiError(lost) && lost.fromService) throw lost;
    return fail("The project was probably not created: run `pulumi up` again.");
  }
  const live = (await orUndefined(getProjectWithKey(api, found.id), () => true)) ?? found;
  const { same, changes } = comparisonOf(rowsOfProject(args, live));
  if (!same)
    return fail(
      `A project ${live.id} of this name appeared, but is not as declared (${changes.join("; ")}). ${advice}`,
    );
  say(
    `The response to the creation of the ${objectText(context, WHAT, live.id)} was lost (${lost.message}). There was none of that ` +
      "name before, so this resource takes it over.",
  );
  return live;
}

/** Changes a project. If the response is lost, a read shows whether it was changed; otherwise the next update repeats the write. */
async function patch({ api }: Context, id: string, olds: ProjectState, body: Partial<ProjectArgs>) {
  try {
    return await updateProject(api, id, body);
  } catch (error) {
    if (provesAbsence(error)) {
      const text = `The project ${id} no longer exists. Run \`pulumi refresh\`; \`pulumi up\` then creates it again.`;
      throw new Error(text, { cause: error });
    }
    if (!isUnknownOutcome(error)) throw error;
    const live = await orUndefined(getProject(api, id), () => true);
    if (live !== undefined && comparisonOf(rowsOfProject({ ...argsOf(live), ...body }, live)).same)
      return live;
    const attempted = Object.keys(body) as Changed[];
    throw new PartialWriteError(error.message, id, { ...olds, attempted }, { cause: error });
  }
}

/** Unknown tags may turn out to differ. */
function areDistinct(tags: readonly string[]): boolean {
  return tags.every((tag, index) => isUnknown(tag) || tags.indexOf(tag) === index);
}
