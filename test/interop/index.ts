/**
 * `npm run interop`: checks the emulator with other clients, our client with other servers, and the newer kinds of resources on the
 * real engine with a second server of the API. `npm run interop second` runs the checks whose names contain the word.
 *
 * Downloads Python requests from PyPI, Jetty and Apache httpd from Debian, and the engine if necessary. Requires curl, Go, python3 (3.9 or
 * later) with pip, a JDK, apt-get and dpkg-deb. A missing program is a failure; nothing is skipped.
 */

import { apacheChecks } from "./apache";
import { curlChecks, requestsChecks } from "./clients";
import { goChecks } from "./go/run";
import { jettyChecks } from "./jetty";
import { createReporter } from "./report";
import { secondServiceChecks } from "./second-service-checks";

async function main(word = ""): Promise<void> {
  const report = createReporter(console.log);
  const all = [
    ["curl", curlChecks],
    ["Python requests", requestsChecks],
    ["Jetty", jettyChecks],
    ["Apache httpd", apacheChecks],
    ["Go", goChecks],
    ["a second server of the API", secondServiceChecks],
  ] as const;
  for (const [name, checks] of all.filter(([each]) => each.includes(word))) {
    try {
      await checks(report.check);
    } catch (error) {
      await report.check(`${name} is available`, () => Promise.reject(error));
    }
  }
  process.exitCode = report.end() === 0 ? 0 : 1;
}

void main(process.argv[2]);
