import assert from "node:assert/strict";
import type { PulumiRun } from "../../../scripts/demo/sandbox";
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
const member = (i: number) => ({
  eventTypeName: "HOST_DOWN",
  enabled: true,
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db" + i }],
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }],
});
`;
const SINGLE = `${START}
for (let i = 0; i < ${ALERTS}; i++) new opsmanager.AlertConfig("down-" + i, { projectId, ...member(i) });
${WAIT}`;
const SET = `${START}
const alertConfigs = Object.fromEntries([...Array(${ALERTS}).keys()].map((i) => ["down-" + i, member(i)]));
new opsmanager.AlertConfigSet("all", { projectId, alertConfigs });
${WAIT}`;

/** Tests a stack whose state is on a server. */
export function describeSharedState(name: string, start: () => Promise<BackendServer>): void {
  describe(`a state in ${name}`, function () {
    // Known once the server runs.
    const env: NodeJS.ProcessEnv = {};
    const withoutCheckpoints: NodeJS.ProcessEnv = { PULUMI_SKIP_CHECKPOINTS: "true" };
    let server: BackendServer;
    before(async () => {
      server = await start();
      Object.assign(env, server.env);
      Object.assign(withoutCheckpoints, server.env);
    });
    after(async () => server?.close());

    describe("of single resources", function () {
      const stack = useHeldStack(this, SINGLE, env);

      it("is kept: a second update and a refresh change nothing", async () => {
        succeeded(await stack.run("up"));
        did(await stack.run("up", "--expect-no-changes"), []);
        did(await stack.run("refresh", "--expect-no-changes"), []);
      });

      it("is of one update at a time: a second runner is refused, and nothing is lost", async () => {
        await stack.rewrite(SINGLE.replace("enabled: true", "enabled: false"));
        const first = await stack.startAndHold(() => stack.ours().every(({ enabled }) => enabled === false));
        refusedByLock(await stack.run("up"));
        succeeded(await first.release());
        did(await stack.run("up", "--expect-no-changes"), []);
        assert.equal(stack.ours().length, ALERTS);
      });

      it("stays locked when a runner is killed, and `pulumi cancel` releases it without a loss", async () => {
        await stack.rewrite(SINGLE);
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
      const single = useHeldStack(this, SINGLE, withoutCheckpoints);

      it("knows nothing of what a killed runner created as single resources: the next update creates it again", async () => {
        const killed = await single.startAndHold(() => single.ours().length === ALERTS);
        await killed.kill();
        await single.cancel();
        succeeded(await single.run("up"));
        assert.equal(single.ours().length, 2 * ALERTS);
      });
    });

    describe("of a set without checkpoints", function () {
      const set = useHeldStack(this, SET, withoutCheckpoints);

      it("finds what a killed runner created: the set adopts it, and creates nothing twice", async () => {
        const killed = await set.startAndHold(() => set.ours().length === ALERTS);
        await killed.kill();
        await set.cancel();
        succeeded(await set.run("up"));
        assert.equal(set.ours().length, ALERTS);
        succeeded(await set.run("destroy"));
        assert.equal(set.ours().length, 0);
      });
    });
  });
}

function refusedByLock({ code, output }: PulumiRun): void {
  assert.notEqual(code, 0, output);
  assert.match(output, /the stack is currently locked by 1 lock\(s\)/);
}
