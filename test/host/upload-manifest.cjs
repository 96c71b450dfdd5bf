/** Checks and uploads a manifest with the built provider, as the engine would, and prints its peak memory in bytes. */

const { readFileSync } = require("node:fs");

const { config, manifest } = JSON.parse(process.argv[2]);

/** The peak of this process alone: on Linux, `maxRSS` starts with the value of the parent at the time of the fork. */
function peak() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}

async function upload() {
  const { configure, of } = require("../../dist/runtime");
  configure({ config: { get: (key) => config[key] } });
  const resource = of("VersionManifest");
  const { inputs, failures } = await resource.check({}, { manifest });
  if (failures.length > 0) throw new Error(failures[0].reason);
  await resource.create(inputs);
  process.send({ peak: peak() });
}

upload().then(
  () => process.disconnect(),
  (error) => {
    console.error(error);
    process.exitCode = 1;
    process.disconnect();
  },
);
