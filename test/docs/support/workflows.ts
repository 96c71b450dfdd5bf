/** Reads the pipelines of GitHub Actions and GitLab: the jobs that an event starts, with their commands in order. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import { repository } from "../../support/repository";

/** A part of a job that one shell runs. */
export interface Step {
  readonly script: string;
  /** The variables of this step only. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether it also runs after a failed step. */
  readonly always: boolean;
}

export interface Job {
  readonly env: NodeJS.ProcessEnv;
  readonly steps: readonly Step[];
  /** The folders that are uploaded. */
  readonly artifacts: readonly string[];
  /** A test report, which the service reads. */
  readonly junit: string | undefined;
  /** The group of which one job runs at a time. */
  readonly group: string | undefined;
}

/** What the expressions of a GitHub workflow refer to. */
export interface GitHubContext {
  readonly github: object;
  readonly vars: NodeJS.ProcessEnv;
  readonly secrets: NodeJS.ProcessEnv;
}

/** The actions that prepare a job. Files, Node.js and the Pulumi CLI are there already. */
const PREPARATION = ["actions/checkout@v7", "actions/setup-node@v7", "pulumi/actions@v7"];
const UPLOAD = "actions/upload-artifact@v7";

type Values = Readonly<Record<string, string>>;

interface GitHubStep {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Values;
  readonly with?: Values;
}

interface GitHubWorkflow {
  readonly env: Values;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, GitHubJob>>;
}

interface GitHubJob {
  readonly if: string;
  readonly concurrency: { readonly group: string };
  readonly steps: GitHubStep[];
}

/** The jobs that an event starts. @throws Error for an action that is not known here */
export function githubJobs(context: GitHubContext): Job[] {
  const workflow = parse(fileOf("github.yml")) as GitHubWorkflow;
  // The options with which GitHub starts this shell.
  if (workflow.defaults.run.shell !== "bash") throw new Error("the shell is not bash");
  const evaluate = (expression: string): unknown => runInNewContext(expression, { ...context });
  const expand = (text: string): string =>
    text.replaceAll(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => {
      const value = evaluate(expression);
      // GitHub replaces what is not set by nothing.
      return typeof value === "string" ? value : "";
    });
  const expandAll = (values: Values = {}): NodeJS.ProcessEnv =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expand(value)]));
  return Object.values(workflow.jobs)
    .filter((job) => evaluate(job.if) === true)
    .map(({ steps, concurrency }) => {
      const uploads = steps.filter(({ uses }) => uses === UPLOAD);
      for (const { uses } of steps) {
        if (uses !== undefined && uses !== UPLOAD && !PREPARATION.includes(uses)) throw new Error(uses);
      }
      return {
        env: expandAll(workflow.env),
        steps: steps.flatMap(({ run, env, if: condition }) =>
          run === undefined
            ? []
            : [{ script: `set -eo pipefail\n${run}`, env: expandAll(env), always: isAlways(condition) }],
        ),
        artifacts: uploads.map((upload) => upload.with?.["path"] ?? ""),
        junit: undefined,
        group: expand(concurrency.group),
      };
    });
}

function isAlways(condition: string | undefined): boolean {
  if (condition === undefined) return false;
  if (condition === "${{ !cancelled() }}") return true;
  throw new Error(`the condition ${condition} is not known`);
}

interface GitLabJob {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly resource_group?: string;
  readonly artifacts?: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports?: { readonly junit: string };
  };
}

interface GitLabPipeline {
  readonly variables: Values;
  readonly stages: readonly string[];
  readonly default: { readonly before_script: readonly string[] };
}

/** The jobs that a pipeline with these variables has. */
export function gitlabJobs(variables: NodeJS.ProcessEnv): Job[] {
  const document = parse(fileOf("gitlab.yml")) as GitLabPipeline & Readonly<Record<string, unknown>>;
  const evaluate = (rule: string): boolean =>
    runInNewContext(
      rule.replaceAll(/\$(\w+)/g, (_all, name: string) => JSON.stringify(variables[name] ?? null)),
    ) === true;
  return document.stages
    .map((name) => document[name] as GitLabJob)
    .filter((job) => job.rules.some((rule) => evaluate(rule.if)))
    .map((job) => ({
      env: { ...variables, ...document.variables },
      // One shell runs the commands before and those of the job, and a second one what follows.
      steps: [
        step([...document.default.before_script, ...job.script], false),
        ...(job.after_script === undefined ? [] : [step(job.after_script, true)]),
      ],
      artifacts: job.artifacts?.when === "always" ? job.artifacts.paths : [],
      junit: job.artifacts?.reports?.junit,
      group: job.resource_group,
    }));
}

function step(commands: readonly string[], always: boolean): Step {
  return { script: ["set -eo pipefail", ...commands].join("\n"), env: {}, always };
}

function fileOf(name: string): string {
  return readFileSync(join(repository, "examples/pipelines", name), "utf8");
}
