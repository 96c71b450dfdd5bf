import assert from "node:assert/strict";
import { messagesAt, succeeded } from "./support/assertions";
import { connectionToOther, type OtherService, PROJECT, startOtherService } from "./support/other-service";
import { usePlayground } from "./support/playground";

const body = (threshold: number) => ({
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold, units: "RAW" },
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }],
});

/** So many are as on the service. */
const EQUAL = 13;
const PROGRAM = Array.from(
  { length: EQUAL + 1 },
  (_, n) =>
    `new opsmanager.AlertConfig("a${n}", { projectId: "${PROJECT}", ...${JSON.stringify(body(n))} });`,
).join("\n");

describe("a preview of what exists already, without an import", function () {
  let other: OtherService;
  let ids: string[];
  before(async () => {
    other = await startOtherService();
    ids = Array.from({ length: EQUAL }, (_, n) => other.add(body(n)));
  });
  after(async () => other.close());
  const playground = usePlayground(this, { program: PROGRAM, config: () => connectionToOther(other) });

  it("warns at ten resources with the id of what they equal, and sums up the rest, with one list", async () => {
    const preview = await playground.run("preview");
    succeeded(preview);
    const texts = Array.from({ length: EQUAL + 1 }, (_, n) => messagesAt(preview, `a${n}`));
    const listed = texts.flatMap((text, n) =>
      text.includes(`an equal alert configuration, ${ids[n]},`) ? [n] : [],
    );
    assert.equal(listed.length, 10, preview.output);
    for (const n of listed) {
      assert.match(
        texts[n] ?? "",
        /makes a second one, unless another resource of this program has it\. To take it over, run `pulumi import`/,
      );
      assert.ok(texts[n]?.includes(`set adoptId: "${ids[n]}"`));
    }
    assert.equal(texts.filter((text) => text.includes("further new resources equal existing")).length, 1);
    assert.equal(texts[EQUAL], "", "the last one is not on the service");
    assert.deepEqual(
      other.exchanges.map(({ path }) => path.split("?")[0]),
      [`/groups/${PROJECT}/alertConfigs`],
    );
  });

  it("does not warn of what a resource adopts", async () => {
    const [first = "", second = ""] = ids;
    await playground.rewrite(
      [0, 1]
        .map(
          (n) =>
            `new opsmanager.AlertConfig("a${n}", { projectId: "${PROJECT}", adoptId: "${[first, second][n]}", ...${JSON.stringify(body(n))} });`,
        )
        .join("\n"),
    );
    const preview = await playground.run("preview");
    assert.doesNotMatch(preview.output, /an equal alert configuration/);
  });
});
