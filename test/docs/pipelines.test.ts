import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { repository } from "../../scripts/demo/repository";
import { type Emulator, startEmulator } from "../../src/emulator";
import { listen } from "../support/listen";
import { emptyFolder, useMachine } from "./support/machine";
import { githubJobs, gitlabJobs, type Job } from "./support/workflows";

const SCRIPT = join(repository, "examples/pipelines/pipeline.sh");
const PASSPHRASE = "the-passphrase-of-the-test";
const TOKEN = "glpat-0123456789";
const PULL_REQUEST = "https://github.example.com/acme/ops/pull/12";

/** What starts a pipeline. */
type Event = "merge request" | "merge" | "schedule" | "other branch" | "fork";

describe("the pipelines that users copy", () => {
  const machine = useMachine();
  let emulator: Emulator;
  let comments: Awaited<ReturnType<typeof startComments>>;
  /** The repository of the user; each job runs in a copy of it. */
  let project: string;
  let variables: NodeJS.ProcessEnv;
  let jobs = 0;

  before(async () => void (comments = await startComments(machine.folder)));
  after(async () => comments?.close());

  /** Makes a repository with a stack, which exists before its pipelines run, and a service. */
  async function prepare(): Promise<void> {
    emulator = await startEmulator();
    const parent = await mkdtemp(join(machine.folder, "repository-"));
    project = join(parent, "project");
    await cp(machine.project, project, { recursive: true });
    await cp(SCRIPT, join(project, "pipeline.sh"));
    await mkdir(join(parent, "state"));
    variables = {
      PULUMI_BACKEND_URL: `file://${join(parent, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
    };
    const init = `pulumi stack init production && pulumi config set projectId ${emulator.projectId}`;
    await machine.succeed(project, init, variables);
    // What nobody commits.
    await rm(join(project, "node_modules"), { recursive: true });
  }

  async function runJob(job: Job, service: string) {
    const folder = join(machine.folder, `job-${(jobs += 1)}`);
    await cp(project, folder, { recursive: true });
    // The cache of the service.
    await symlink(machine.npmCache, join(folder, ".npm"));
    const summaryFile = join(machine.folder, `summary-${jobs}`);
    const env = {
      CI: "true",
      ...(service === "github" && { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summaryFile }),
      ...job.env,
      PATH: [comments.binDir, (await machine.run(folder, "echo $PATH")).stdout.trim()].join(delimiter),
    };
    let code: number | null = 0;
    let output = "";
    for (const step of job.steps) {
      if (code !== 0 && !step.always) continue;
      const finished = await machine.run(folder, step.script, { ...env, ...step.env });
      output += finished.output;
      if (code === 0) code = finished.code;
    }
    /** The texts of the uploaded files, by name. */
    const artifacts: Record<string, string> = {};
    for (const path of job.artifacts) {
      if (!existsSync(join(folder, path))) continue;
      for (const name of await readdir(join(folder, path)))
        artifacts[name] = readFileSync(join(folder, path, name), "utf8");
    }
    const summary = existsSync(summaryFile) ? readFileSync(summaryFile, "utf8") : "";
    for (const secret of [PASSPHRASE, TOKEN, emulator.privateKey]) {
      const shown = [output, summary, ...comments.list, ...Object.values(artifacts)];
      assert.ok(!shown.some((text) => text.includes(secret)), "a secret is shown");
    }
    return { code, output, folder, artifacts, summary };
  }

  const services = {
    github: (event: Event): Job[] => {
      const head = { repo: { full_name: event === "fork" ? "mallory/ops" : "acme/ops" } };
      const github = {
        event_name: { schedule: "schedule", merge: "push" }[event as "merge"] ?? "pull_request",
        event: { pull_request: { head, html_url: PULL_REQUEST } },
        repository: "acme/ops",
        ref: "refs/heads/main",
        token: "ghs_0123456789",
      };
      return githubJobs({ github, vars: variables, secrets: variables });
    },
    gitlab: (event: Event): Job[] =>
      gitlabJobs({
        ...variables,
        CI_PIPELINE_SOURCE:
          { "merge request": "merge_request_event", schedule: "schedule" }[event as "schedule"] ?? "push",
        CI_COMMIT_BRANCH: event === "other branch" ? "a-branch" : "main",
        CI_DEFAULT_BRANCH: "main",
        CI_API_V4_URL: comments.url,
        CI_PROJECT_ID: "7",
        CI_MERGE_REQUEST_IID: "12",
        GITLAB_TOKEN: TOKEN,
      }),
  };

  for (const [service, jobsOf] of Object.entries(services)) {
    describe(service, () => {
      async function runOn(event: Event) {
        const started = jobsOf(event);
        assert.equal(started.length, 1, `${started.length} jobs on ${event}`);
        comments.list.length = 0;
        return runJob(started[0]!, service);
      }

      before(prepare);
      after(async () => emulator?.close());

      it("previews a merge request and comments on it", async () => {
        // The access list counts the requests of the preview.
        const contents = () => ({ ...emulator.snapshot(), accessList: undefined });
        const before = contents();
        const { code, output } = await runOn("merge request");
        assert.equal(code, 0, output);
        assert.deepEqual(contents(), before);
        const [comment = "", ...others] = comments.list;
        assert.deepEqual(others, []);
        assert.match(comment, /^### Preview of production\n\n~~~~~~~~\n[^]*\n~~~~~~~~\n?$/);
        assert.match(comment, /\+ pulumi-nodejs:dynamic\/opsmanager:AlertConfig: \(create\)/);
        assert.match(comment, /emailAddress.*dba@example\.com/);
      });

      it("fails for a program that fails, and says so in the comment", async () => {
        const program = join(project, "index.ts");
        const text = readFileSync(program, "utf8");
        await writeFile(program, text.replace("enabled: true", "enabled: 12 as never"));
        try {
          const { code } = await runOn("merge request");
          assert.notEqual(code, 0);
          assert.match(comments.list[0] ?? "", /^### Preview of production failed\n[^]*enabled/);
        } finally {
          await writeFile(program, text);
        }
      });

      it("deploys a merge, one at a time", async () => {
        const before = emulator.alertConfigs().list().length;
        const { code, output } = await runOn("merge");
        assert.equal(code, 0, output);
        assert.equal(emulator.alertConfigs().list().length, before + 1);
        const groups = ["merge", "schedule"].map((event) => jobsOf(event as Event)[0]?.group);
        // GitHub replaces a job that waits in a group, and GitLab runs all of them.
        if (service === "github") assert.deepEqual(groups, ["deploy-production", "drift-production"]);
        else assert.deepEqual(groups, ["production", "production"]);
      });

      it("does nothing for a fork, and for other branches", () => {
        assert.deepEqual(jobsOf(service === "github" ? "fork" : "other branch"), []);
      });

      it("finds no drift after a deployment", async () => {
        const { code, output, artifacts, folder } = await runOn("schedule");
        assert.equal(code, 0, output);
        assert.deepEqual(Object.keys(artifacts).sort(), ["drift.html", "drift.md", "drift.xml"]);
        assert.doesNotMatch(artifacts["drift.xml"]!, /<failure/);
        // What the service had before is not drift by default.
        const env = { ...variables, STACK: "production" };
        const strict = await machine.run(folder, "./pipeline.sh drift --fail-on changed,unmanaged", env);
        assert.equal(strict.code, 7, strict.output);
      });

      it("fails with 7 for drift, with a report in each format", async () => {
        const created = emulator.alertConfigs().list().at(-1)!;
        emulator.alertConfigs().update(created.id, { enabled: false });
        const { code, output, artifacts, summary, folder } = await runOn("schedule");
        assert.equal(code, 7, output);
        assert.match(output, /enabled/);
        assert.match(artifacts["drift.html"]!, /<html[^]*no-primary[^]*enabled/);
        assert.match(artifacts["drift.xml"]!, /<failure[^]*enabled/);
        assert.match(artifacts["drift.md"]!, /enabled/);
        if (service === "github") assert.ok(summary.includes(artifacts["drift.md"]!));
        else assert.ok(existsSync(join(folder, jobsOf("schedule")[0]?.junit ?? "")));
      });

      it("fails with 1 if the service cannot be reached", async () => {
        await emulator.close();
        const { code, output } = await runOn("schedule");
        assert.equal(code, 1, output);
        assert.match(output, /ECONNREFUSED/);
      });
    });
  }

  it("write every report before they end with the exit code of a comparison that is not complete", async () => {
    const folder = join(machine.folder, "incomplete");
    await mkdir(folder);
    const stub = 'while [ "$1" != --out ]; do shift; done; echo incomplete > "$2"; exit 1';
    await writeFile(join(folder, "command.sh"), stub);
    const env = { STACK: "production", OPSMANAGER_COMMAND: "bash command.sh" };
    const { code, output } = await machine.run(folder, `${SCRIPT} drift`, env);
    assert.equal(code, 1, output);
    assert.deepEqual((await readdir(join(folder, "reports"))).sort(), [
      "drift.html",
      "drift.md",
      "drift.xml",
    ]);
  });

  it("download no package of the same name", async () => {
    const downloads: string[] = [];
    const registry = createServer(({ url = "", headers }, response) => {
      if (url.endsWith(".tgz")) downloads.push(url);
      const dist = { tarball: `http://${headers.host}/pulumi-opsmanager.tgz` };
      const latest = { name: "pulumi-opsmanager", version: "9.9.9", bin: "run.js", dist };
      const tags = { "dist-tags": { latest: "9.9.9" }, versions: { "9.9.9": latest } };
      response.end(JSON.stringify({ name: latest.name, ...tags }));
    });
    const address = await listen(registry);
    try {
      const folder = join(machine.folder, "not-installed");
      await emptyFolder(folder);
      const env = { STACK: "production", npm_config_registry: `http://${address}/` };
      const { code, output } = await machine.run(folder, `${SCRIPT} drift`, env);
      assert.equal(code, 1, output);
      assert.match(output, /pulumi-opsmanager@9\.9\.9/);
      assert.deepEqual(downloads, []);
    } finally {
      registry.close();
    }
  });

  it("have a script that names its commands", async () => {
    for (const command of ["", "destroy"]) {
      const { code, output } = await machine.run(machine.folder, `${SCRIPT} ${command}`, {
        STACK: "production",
      });
      assert.equal(code, 2);
      assert.match(output, /preview \| deploy \| drift/);
    }
    const { code, output } = await machine.run(machine.folder, `${SCRIPT} preview`);
    assert.equal(code, 1);
    assert.match(output, /STACK: is not set/);
  });
});

/** Takes the place of both services for comments: `gh` for GitHub, and an API for GitLab. */
async function startComments(parent: string) {
  const list: string[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = await readStream(request);
      const { url, headers } = request;
      const isGitLab = url === "/projects/7/merge_requests/12/notes" && headers["private-token"] === TOKEN;
      if (isGitLab) list.push(new URLSearchParams(body).get("body") ?? "");
      else if (url === "/gh") list.push(body);
      response.writeHead(isGitLab || url === "/gh" ? 201 : 404).end();
    };
    void take();
  });
  const url = `http://${await listen(server)}`;
  const binDir = join(parent, "gh");
  await mkdir(binDir);
  await writeFile(
    join(binDir, "gh"),
    `#!/bin/sh
test -n "$GH_TOKEN" && test "$1 $2 $3 $4 $5 $6" = "pr comment ${PULL_REQUEST} --edit-last --create-if-none --body-file" &&
  exec curl --fail --silent --show-error --data-binary @"$7" ${url}/gh
`,
    { mode: 0o755 },
  );
  return {
    url,
    /** The folder with `gh`. */
    binDir,
    list,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
