// Performs an upload like the process of the dynamic provider. Plain JavaScript, because a compiler in the process would
// affect the measurement.
"use strict";
const { readFileSync } = require("node:fs");

/** The peak memory of this process. `maxRSS` includes the peak of the parent process, so it is only a fallback. */
function peakBytes() {
  try {
    const peak = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (peak !== null) return Number(peak[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

async function upload({ config, path, sha256 }) {
  const runtime = require("pulumi-opsmanager/runtime");
  runtime.configure({ config: { get: (key) => config[key] } });
  const provider = runtime.of("VersionManifest");
  const idleBytes = peakBytes();
  const manifest = {
    "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
    hash: sha256,
    path,
  };
  const usage = process.cpuUsage();
  const startedAt = performance.now();
  const { inputs, failures } = await provider.check({}, { manifest });
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
  await provider.create(inputs);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(usage);
  return { seconds, cpuSeconds: (user + system) / 1e6, peakBytes: peakBytes(), idleBytes };
}

process.once("message", (question) => {
  upload(question).then(
    (answer) => process.send({ answer }, () => process.disconnect()),
    (error) => process.send({ error: error.stack }, () => process.disconnect()),
  );
});
