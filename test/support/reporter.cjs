// Mocha's spec reporter with the slowest files, and a machine-readable last line, `N passed, N failed`.
"use strict";
const path = require("node:path");
const { reporters } = require("mocha");

module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const times = new Map();
    const add = ({ file, duration = 0 }) => {
      const name = path.relative(process.cwd(), file ?? "");
      times.set(name, (times.get(name) ?? 0) + duration);
    };
    runner.on("test end", add);
    runner.on("hook end", add);
    runner.once("end", () => {
      const slowest = [...times].sort(([, a], [, b]) => b - a).slice(0, 10);
      for (const [file, ms] of slowest)
        if (ms >= 1000) console.log(`  ${Math.round(ms / 1000)} s in ${file}`);
      const { passes, failures, pending } = this.stats;
      console.log(`${passes} passed, ${failures + pending} failed\n`);
    });
  }
};
