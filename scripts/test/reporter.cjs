// Mocha's spec reporter with a machine-readable last line, `N passed, N failed`. With TEST_TIMES it also writes the seconds that
// each file took, as JSON, to that path.
"use strict";
const { writeFileSync } = require("node:fs");
const path = require("node:path");
const { reporters } = require("mocha");

module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const seconds = {};
    const add = ({ file, duration = 0 }) => {
      const name = path.relative(process.cwd(), file ?? "");
      seconds[name] = (seconds[name] ?? 0) + duration / 1000;
    };
    runner.on("test end", add);
    runner.on("hook end", add);
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      if (process.env.TEST_TIMES !== undefined)
        writeFileSync(process.env.TEST_TIMES, JSON.stringify(seconds));
      console.log(`${passes} passed, ${failures + pending} failed\n`);
    });
  }
};
