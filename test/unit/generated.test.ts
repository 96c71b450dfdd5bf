import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository";
import { generatedFiles } from "../../scripts/generate/code";

/** Without what the formatter decides. */
const plain = (code: string): string => code.replace(/\s*\n\s*\*?\s*/g, " ").replace(/[\s,;()|]+/g, "");

describe("a generated file is current, so that `npm run generate` changes nothing:", () => {
  for (const [path, code] of Object.entries(generatedFiles()))
    it(path, () => {
      const committed = readFileSync(join(repository, path), "utf8");
      assert.ok(plain(committed) === plain(code), "run `npm run generate`");
    });
});
