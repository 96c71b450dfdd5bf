import assert from "node:assert/strict";
import { messagesAt, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, EMAIL } from "./support/resources";

const body = (threshold: number) => ({
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold, units: "RAW" },
  notifications: [EMAIL],
});
const declared = (n: number, args = ""): string => alert(`a${n}`, `...${JSON.stringify(body(n))}, ${args}`);

/** So many are as on the service. The next one is not there, and the last one is adopted. */
const EQUAL = 13;
const NUMBERS = [...Array(EQUAL + 1).keys()];

describe("a preview of what exists already, without an import", function () {
  const playground = usePlayground(this, { program: "" });

  it("warns at ten resources with the id of what they equal, and sums up the rest, with one list", async () => {
    const alerts = playground.emulator.alertConfigs();
    const add = (n: number): string => alerts.add({ ...body(n), matchers: [] } as never).id;
    const ids = NUMBERS.slice(0, EQUAL).map(add);
    const adopted = declared(99, `adoptId: "${add(99)}",`);
    await playground.rewrite(NUMBERS.map((n) => declared(n)).join("") + adopted);
    const preview = await playground.run("preview");
    succeeded(preview);
    const texts = NUMBERS.map((n) => messagesAt(preview, `a${n}`));
    const isListed = (text: string, n: number) => text.includes(`an equal alert configuration, ${ids[n]},`);
    assert.equal(texts.filter(isListed).length, 10, preview.output);
    const makes = "makes a second one, unless another resource of this program has it";
    for (const [n, text] of texts.entries())
      if (isListed(text, n))
        for (const part of [`${makes}. To take it over, run \`pulumi import\``, `set adoptId: "${ids[n]}"`])
          assert.ok(text.includes(part), text);
    assert.equal(texts.filter((text) => text.includes("further new resources equal existing")).length, 1);
    assert.equal(texts[EQUAL], "", "it is not on the service");
    assert.doesNotMatch(messagesAt(preview, "a99"), /an equal alert configuration/);
    const list = "GET /groups/{projectId}/alertConfigs";
    const { byEndpoint } = playground.emulator.counters;
    assert.deepEqual(byEndpoint, { [list]: 1, [`${list}/{alertConfigId}`]: 1 });
  });
});
