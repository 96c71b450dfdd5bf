import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/repository";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../../../src/fields/alert-config";
import { LOG_ROTATION } from "../../../src/fields/log-rotation";
import { NOTIFICATION } from "../../../src/fields/notification";
import { PROJECT } from "../../../src/fields/project";
import { S3_SNAPSHOT_STORE } from "../../../src/fields/store";
import { allSecretNames } from "../../../src/fields/table";

/** The files with the documented fields, and the tables of these. */
const FILES = {
  "alert-config": [ALERT_CONFIG, GLOBAL_ALERT_CONFIG],
  "log-rotation": [LOG_ROTATION],
  notification: [NOTIFICATION],
  project: [PROJECT],
  store: [S3_SNAPSHOT_STORE],
};

describe("the fields that are documented as secret", () => {
  for (const [file, tables] of Object.entries(FILES))
    it(`are the secret ones of the tables: ${file}`, () => {
      const text = readFileSync(join(repository, `src/types/${file}.ts`), "utf8");
      const documented = [...text.matchAll(/\/\*\*[*\s]*Secret\.(?:(?!\*\/)[^])*\*\/\s*(\w+)\??:/g)];
      const own = tables.flatMap((table) => allSecretNames(table));
      const others = file === "notification" ? [] : allSecretNames(NOTIFICATION);
      assert.deepEqual(
        [...new Set(documented.map(([, name = ""]) => name))].sort(),
        [...new Set(own)].filter((name) => !others.includes(name)).sort(),
      );
    });
});
