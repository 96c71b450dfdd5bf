import assert from "node:assert/strict";
import type { PulumiRun } from "../../support/sandbox";
import { did, succeeded } from "../../e2e/support/assertions";
import { useHeldStack } from "./held-stack";
import type { BackendServer } from "./server";

const ALERTS = 4;

/** A program that waits at its end for a file, if its name is configured: until then the update is in progress. */
const WAIT = `
import { existsSync } from "node:fs";
const file = config.get("waitFor");
export const waited = file === undefined ? true : new Promise((resolve) => {
  const timer = setInterval(() => { if (existsSync(file)) { clearInterval(timer); resolve(true); } }, 50);
});
`;
const START = `
const config = new pulumi.Config();
const projectId = config.require("projectId");
const member = (eventTypeName: string, i: number) => ({
  eventTypeName,
  enabled: true,
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db" + i }],
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }],
});
`;
const SINGLE = `
for (let i = 0; i < ${ALERTS}; i++) new opsmanager.AlertConfig("down-" + i, { projectId, ...member("HOST_DOWN", i) });
`;
const SET = `
const alertConfigs = Object.fromEntries([...Array(${ALERTS}).keys()].map((i) => ["up-" + i, member("HOST_UP", i)]));
new opsmanager.AlertConfigSet("all", { projectId, alertConfigs });
`;
const PROGRAM = START + SINGLE + WAIT;

/** Tests a stack whose state is on a server. */
export function describeSharedState(name: string, start: () => Promise<BackendServer>): void {
  describe(`a state in ${name}`, function () {
    // Known once the server runs.
    const env: NodeJS.ProcessEnv = {};
    const withoutCheckpoints: NodeJS.ProcessEnv = { PULUMI_SKIP_CHECKPOINTS: "true" };
    let server: BackendServer;
    before(async () => {
      server = await start();
      for (const each of [env, withoutCheckpoints]) Object.assign(each, server.env);
    });
    after(async () => server?.close());

    describe("of single resources", function () {
      const stack = useHeldStack(this, PROGRAM, env);

      it("is kept: a second update and a refresh change nothing", async () => {
        succeeded(await stack.run("up"));
        did(await stack.run("up", "--expect-no-changes"), []);
        did(await stack.run("refresh", "--expect-no-changes"), []);
      });

      it("is of one update at a time: a second runner is refused, and nothing is lost", async () => {
        await stack.rewrite(PROGRAM.replace("enabled: true", "enabled: false"));
        const first = await stack.startAndHold(() => stack.ours().every(({ enabled }) => enabled === false));
        refusedByLock(await stack.run("up"));
        succeeded(await first.release());
        did(await stack.run("up", "--expect-no-changes"), []);
        assert.equal(stack.ours().length, ALERTS);
      });

      it("stays locked when a runner is killed, and `pulumi cancel` releases it without a loss", async () => {
        await stack.rewrite(PROGRAM);
        const killed = await stack.startAndHold(async () =>
          (await stack.recorded()).every((one) => one.enabled === true),
        );
        await killed.kill();
        refusedByLock(await stack.run("up"));
        await stack.cancel();
        did(await stack.run("up", "--expect-no-changes"), []);
        succeeded(await stack.run("destroy"));
        assert.equal(stack.ours().length, 0);
      });
    });

    describe("without checkpoints (PULUMI_SKIP_CHECKPOINTS)", function () {
      const stack = useHeldStack(this, START + SINGLE + SET + WAIT, withoutCheckpoints);

      it("knows nothing of what a killed runner created: the next update creates single resources again, and a set adopts its own", async () => {
        const counts = (): number[] => [stack.ours().length, stack.ours("HOST_UP").length];
        const killed = await stack.startAndHold(() => counts().every((count) => count === ALERTS));
        await killed.kill();
        await stack.cancel();
        succeeded(await stack.run("up"));
        assert.deepEqual(counts(), [2 * ALERTS, ALERTS]);
      });
    });
  });
}

function refusedByLock({ code, output }: PulumiRun): void {
  assert.notEqual(code, 0, output);
  assert.match(output, /the stack is currently locked by 1 lock\(s\)/);
}
