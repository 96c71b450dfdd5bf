import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { repository } from "../support/repository";
import { type Emulator, startEmulator } from "../../src/emulator";
import { listen } from "../support/listen";
import { blocksOf, readPage } from "../../scripts/docs/blocks";
import { emptyFolder, useMachine } from "../docs/support/machine";
import { useRelease } from "../docs/support/release";
import { githubJobs, gitlabJobs, type Job } from "../docs/support/workflows";

const SCRIPT = join(repository, "examples/pipelines/pipeline.sh");
const PASSPHRASE = "the-passphrase-of-the-test";
const TOKEN = "glpat-0123456789";
const PULL_REQUEST = "https://github.example.com/acme/ops/pull/12";

const PYTHON = `import pulumi
import pulumi_opsmanager as opsmanager

opsmanager.AlertConfig(
    "no-primary",
    project_id=pulumi.Config().require("projectId"),
    event_type_name="NO_PRIMARY",
    enabled=True,
    notifications=[{"type_name": "EMAIL", "email_address": "dba@example.com", "delay_min": 0, "interval_min": 60}],
)
`;

/** What starts a pipeline. */
type Event = "merge request" | "merge" | "schedule" | "other branch" | "fork";

describe("the pipelines that users copy", () => {
  const machine = useMachine();
  let emulator: Emulator;
  let comments: Awaited<ReturnType<typeof startComments>>;
  /** The repository of the user; each job runs in a copy of it. */
  let project: string;
  let variables: NodeJS.ProcessEnv;
  /** The environment of the runner. */
  let runner: NodeJS.ProcessEnv = {};
  let jobs = 0;

  before(async () => void (comments = await startComments(machine.folder)));
  after(async () => comments?.close());

  /** Makes a repository in which the script is installed. */
  async function copyProject(): Promise<void> {
    await cp(machine.project, project, { recursive: true });
    await cp(SCRIPT, join(project, "pipeline.sh"));
  }

  /** Makes a repository with a stack, which exists before its pipelines run, and a service. */
  async function prepare(makeProject: () => Promise<void>): Promise<void> {
    emulator = await startEmulator();
    const parent = await mkdtemp(join(machine.folder, "repository-"));
    project = join(parent, "project");
    await makeProject();
    await mkdir(join(parent, "state"));
    variables = {
      PULUMI_BACKEND_URL: `file://${join(parent, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
    };
    const init = `pulumi stack init production && pulumi config set projectId ${emulator.projectId}`;
    await machine.succeed(project, init, { ...runner, ...variables });
    // What nobody commits.
    await rm(join(project, "node_modules"), { recursive: true, force: true });
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
      ...runner,
      ...job.env,
      PATH: [comments.binDir, (await machine.run(folder, "echo $PATH", runner)).stdout.trim()].join(
        delimiter,
      ),
      // Nothing is installed on a runner.
      PULUMI_HOME: join(machine.folder, `home-${jobs}`),
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

  async function runOn(service: string, started: readonly Job[]) {
    assert.equal(started.length, 1, `${started.length} jobs`);
    comments.list.length = 0;
    return runJob(started[0]!, service);
  }

  for (const [service, jobsOf] of Object.entries(services)) {
    describe(service, () => {
      const runEvent = async (event: Event) => runOn(service, jobsOf(event));

      before(async () => prepare(copyProject));
      after(async () => emulator?.close());

      it("previews a merge request and comments on it", async () => {
        // The access list counts the requests of the preview.
        const contents = () => ({ ...emulator.snapshot(), accessList: undefined });
        const before = contents();
        const { code, output } = await runEvent("merge request");
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
          const { code } = await runEvent("merge request");
          assert.notEqual(code, 0);
          assert.match(comments.list[0] ?? "", /^### Preview of production failed\n[^]*enabled/);
        } finally {
          await writeFile(program, text);
        }
      });

      it("deploys a merge, one at a time", async () => {
        const before = emulator.alertConfigs().list().length;
        const { code, output } = await runEvent("merge");
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
        const { code, output, artifacts, folder } = await runEvent("schedule");
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
        const { code, output, artifacts, summary, folder } = await runEvent("schedule");
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
        const { code, output } = await runEvent("schedule");
        assert.equal(code, 1, output);
        assert.match(output, /ECONNREFUSED/);
      });
    });
  }

  describe("for a program in Python", () => {
    const release = useRelease(machine);

    before(async () => {
      runner = release;
      await prepare(async () => {
        await mkdir(project);
        const python = "{ name: python, options: { toolchain: pip, virtualenv: venv } }";
        await writeFile(join(project, "Pulumi.yaml"), `name: ops-manager\nruntime: ${python}\n`);
        await writeFile(join(project, "__main__.py"), PYTHON);
        const shown = blocksOf(readPage("docs/pipelines.md")).filter(({ mark }) => RUN_HERE.test(mark));
        assert.equal(shown.length, 2);
        await machine.succeed(project, ["set -e", ...shown.map(({ text }) => text)].join("\n"));
        // What Git ignores is not on the runner.
        await machine.succeed(
          project,
          "git init --quiet && git clean -fdXq && test ! -e opsmanager-plugin/node_modules",
        );
      });
    });
    after(async () => {
      runner = {};
      await emulator?.close();
    });

    for (const [service, jobsOf] of Object.entries(services))
      it(`preview, deploy and compare in ${service}, without a download of this package`, async () => {
        const managed = () => emulator.alertConfigs().list().length;
        const before = managed();
        const preview = await runOn(service, jobsOf("merge request"));
        assert.equal(preview.code, 0, preview.output);
        const change = service === "github" ? /\+ opsmanager:index:AlertConfig: \(create\)/ : /unchanged/;
        assert.match(comments.list[0] ?? "", change);
        const deployment = await runOn(service, jobsOf("merge"));
        assert.equal(deployment.code, 0, deployment.output);
        assert.equal(managed(), service === "github" ? before + 1 : before);
        const quiet = await runOn(service, jobsOf("schedule"));
        assert.equal(quiet.code, 0, quiet.output);
        const { id } = emulator.alertConfigs().list().at(-1)!;
        emulator.alertConfigs().update(id, { enabled: false });
        const drift = await runOn(service, jobsOf("schedule"));
        assert.equal(drift.code, 7, drift.output);
        assert.deepEqual(Object.keys(drift.artifacts).sort(), ["drift.html", "drift.md", "drift.xml"]);
        emulator.alertConfigs().update(id, { enabled: true });
      });

    it("do not install an archive of the plugin that was changed", async () => {
      const folder = join(machine.folder, "changed-archive");
      await cp(project, folder, { recursive: true });
      await machine.succeed(
        folder,
        "echo >> opsmanager-plugin/pulumi-resource-opsmanager-v*-linux-amd64.tar.gz",
      );
      const env = { ...runner, PULUMI_HOME: join(machine.folder, "home-changed") };
      const { code, output } = await machine.run(folder, "./pipeline.sh install && exit 9", env);
      assert.equal(code, 1, output);
      assert.match(output, /linux-amd64\.tar\.gz: FAILED/);
      assert.equal(existsSync(join(env.PULUMI_HOME, "plugins")), false);
    });
  });

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

  it("ask no registry for a package of the same name", async () => {
    const requests: string[] = [];
    const registry = createServer(({ url = "" }, response) => {
      requests.push(url);
      response.writeHead(404).end();
    });
    const address = await listen(registry);
    try {
      const folder = join(machine.folder, "not-installed");
      await emptyFolder(folder);
      const env = { STACK: "production", npm_config_registry: `http://${address}/` };
      const { code, output } = await machine.run(folder, `${SCRIPT} drift`, env);
      assert.equal(code, 1, output);
      assert.match(
        output,
        /pulumi-opsmanager is not installed here: run .*pipeline\.sh install, or set OPSMANAGER_COMMAND/,
      );
      assert.deepEqual(requests, []);
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
      assert.match(output, /install \| preview \| deploy \| drift/);
    }
    const { code, output } = await machine.run(machine.folder, `${SCRIPT} preview`);
    assert.equal(code, 1);
    assert.match(output, /STACK: is not set/);
  });
});

/** The mark of the commands in the page that are run here. */
const RUN_HERE = /^not run: test\/docs\/pipelines\.test\.ts runs it$/;

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
