import assert from "node:assert/strict";
import type { PlainObject } from "../../src/json";
import { succeeded } from "../e2e/support/assertions";
import { usePlayground } from "../e2e/support/playground";
import { useLanguages, usePlugin } from "../e2e/support/plugin";
import { EMAIL, PROJECT } from "../e2e/support/resources";

const TOKEN = "xoxb-1111-2222-of-an-output";
const SLACK = { typeName: "SLACK", channelName: "#dba", apiToken: TOKEN, delayMin: 0, intervalMin: 60 };
const LIST = [SLACK, EMAIL];

const alert = (event: string, notifications: unknown) => ({
  type: "opsmanager:AlertConfig",
  properties: { projectId: PROJECT, eventTypeName: event, enabled: true, notifications },
});

/** YAML reads JSON. */
const PROGRAM = JSON.stringify({
  open: alert("NO_PRIMARY", [{ ...SLACK, apiToken: { "fn::secret": TOKEN } }, EMAIL]),
  marked: alert("HOST_DOWN", { "fn::secret": LIST }),
});
const OUTPUTS = JSON.stringify({
  token: "${open.notifications[0].apiToken}",
  channel: "${open.notifications[0].channelName}",
  parts: [{ channel: "${open.notifications[0].channelName}", token: "${open.notifications[0].apiToken}" }],
  marked: "${marked.notifications}",
  list: "${open.notifications}",
});

describe("the outputs of a program in YAML", function () {
  const plugin = usePlugin();
  const env = useLanguages("yaml");
  const playground = usePlayground(this, {
    program: {
      folder: async (sandbox) => plugin.yaml(`resources: ${PROGRAM}\noutputs: ${OUTPUTS}\n`)(sandbox),
    },
    env,
  });

  async function read(...flags: readonly string[]): Promise<PlainObject> {
    const found = await playground.stack.stack("output", "--json", ...flags);
    succeeded(found);
    return JSON.parse(found.stdout) as PlainObject;
  }

  for (const operation of ["up", "refresh"] as const)
    it(`are complete and secret after ${operation}, as fields and of a list that the program marks`, async () => {
      succeeded(await playground.run(operation));
      const { list: _, channel, ...secret } = await read();
      assert.equal(channel, "#dba");
      assert.deepEqual(secret, { token: "[secret]", parts: "[secret]", marked: "[secret]" });
      const { token, parts, marked } = await read("--show-secrets");
      assert.deepEqual([token, parts, marked], [TOKEN, [{ channel: "#dba", token: TOKEN }], LIST]);
      const { stdout } = await playground.stack.stack("export");
      assert.ok(!stdout.includes(TOKEN));
    });

  it("lack the secrets of a list that the program does not mark, which the runtime of Pulumi loses", async () => {
    // Once this fails, the runtime keeps them: change the page about the plugin.
    const { list } = await read("--show-secrets");
    assert.deepEqual(list, [{ ...SLACK, apiToken: {} }, EMAIL]);
  });
});
