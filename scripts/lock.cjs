// Adds packages for other platforms to package-lock.json. A registry mirror may serve only those of its own platform, and
// without the others `npm ci` reports an outdated lock file. Run it after npm install.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const isKnown = (path, name) =>
  [`node_modules/${name}`, `${path}/node_modules/${name}`].some((at) => at in lock.packages);

/** Reads the platform from a name such as `@oxfmt/binding-linux-arm64-musl`. */
function parsePlatform(name) {
  const [, system, arch, libc = ""] =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([^-]+)-?(.*)$/.exec(name) ??
    [];
  if (system === undefined) throw new Error(`${name} does not name a platform`);
  return {
    cpu: [arch],
    dev: true,
    ...(system === "linux" && libc !== "" && { libc: [libc.startsWith("musl") ? "musl" : "glibc"] }),
    optional: true,
    os: [system],
  };
}

let added = 0;
for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isKnown(path, name)) continue;
    lock.packages[`node_modules/${name}`] = { version, ...parsePlatform(name) };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${added} packages for other platforms added to package-lock.json`);
