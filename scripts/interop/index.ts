/**
 * `npm run interop`: clients of others against our server side, our client against servers of others.
 *
 * It gets what it needs by itself: Python requests from PyPI, Jetty and Apache httpd from Debian's packages. It needs
 * curl, python3 with pip, a JDK, apt-get and dpkg-deb. What cannot be had is a failure, and never skipped.
 */

import { apacheChecks } from "./apache";
import { curlChecks, requestsChecks } from "./clients";
import { jettyChecks } from "./jetty";
import { reporter } from "./report";

async function main(): Promise<void> {
  const report = reporter(console.log);
  for (const [name, checks] of [
    ["curl", curlChecks],
    ["Python requests", requestsChecks],
    ["Jetty", jettyChecks],
    ["Apache httpd", apacheChecks],
  ] as const) {
    try {
      await checks(report.check);
    } catch (error) {
      await report.check(`${name} can be had`, () => Promise.reject(error));
    }
  }
  process.exitCode = report.end() === 0 ? 0 : 1;
}

void main();
