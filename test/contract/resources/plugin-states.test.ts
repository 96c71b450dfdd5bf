import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/repository";
import type { RecordedPlugin } from "../../states/plugin";
import type { Emulator } from "../../../src/emulator";
import { defaultsOf } from "../../../src/core/description";
import { startEmulator } from "../../../src/emulator";
import { omit } from "../../../src/json";
import { INPUTS } from "./inputs";
import { definitionOf, writesTo } from "./managed";
import { native } from "./native";

const folder = join(repository, "test/fixtures/plugin-states");

const read = (version: string, file: string): RecordedPlugin =>
  JSON.parse(readFileSync(join(folder, version, file), "utf8")) as RecordedPlugin;

describe("the recorded states of the plugin", () => {
  it("have each kind, except a version manifest, which is a file of the program", () => {
    const kinds = Object.keys(INPUTS).filter((kind) => kind !== "VersionManifest");
    const recorded = readdirSync(folder).flatMap((version) =>
      readdirSync(join(folder, version)).flatMap((file) => read(version, file).resources),
    );
    assert.deepEqual([...new Set(recorded.map(({ kind }) => kind))].sort(), kinds.sort());
  });
});

/** What releases of the plugin have left behind in the states of users (`npm run generate states`). */
for (const version of readdirSync(folder))
  for (const file of readdirSync(join(folder, version))) {
    const recorded = read(version, file);

    describe(`a state of the plugin ${version}, ${file.replace(".json", "")}`, () => {
      let emulator: Emulator;
      beforeEach(async () => void (emulator = await startEmulator({ seed: recorded.service })));
      afterEach(async () => emulator.close());

      for (const [at, { kind, args, isDrifted }] of recorded.resources.entries()) {
        const stored = () => {
          const text = JSON.stringify(recorded.resources[at]).replaceAll(recorded.baseUrl, emulator.baseUrl);
          const resource = native(kind, emulator);
          resource.put(JSON.parse(text) as RecordedPlugin["resources"][number]);
          return resource;
        };

        it(`has what later comparisons need in encrypted outputs: ${kind}`, () => {
          const { encrypted = [] } = definitionOf(kind);
          const { __written: written } = recorded.resources[at]?.outputs ?? {};
          assert.ok(written === undefined || encrypted.includes("__written"));
        });

        it(`is read without a change: ${kind}`, async () => {
          assert.equal(await stored().refresh(), "same");
          assert.deepEqual(writesTo(emulator), []);
        });

        if (!isDrifted)
          it(`is as declared without the options of later versions: ${kind}`, async () => {
            const all = Object.keys(defaultsOf(definitionOf(kind)));
            const options = all.filter((name) => args[name] === undefined);
            const resource = stored();
            const { id = "", inputs = {}, outputs = {} } = resource.state ?? {};
            resource.put({ id, inputs: omit(inputs, options), outputs: omit(outputs, options) });
            assert.equal(await resource.up(args), "same");
          });

        it(`${isDrifted ? "becomes as declared" : "is as declared"}: ${kind}`, async () => {
          const resource = stored();
          assert.equal(await resource.up(args), isDrifted ? "update" : "same");
          assert.equal(writesTo(emulator).length > 0, isDrifted);
          assert.equal(await resource.up(args), "same");
        });
      }
    });
  }
