// Mocha's spec reporter with a machine-readable last line: `N passed, N failed`.
"use strict";
const { reporters } = require("mocha");

module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      console.log(`${passes} passed, ${failures + pending} failed\n`);
    });
  }
};
