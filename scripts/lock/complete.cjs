// Completes package-lock.json with the packages for other platforms that the registry in use does not serve (a mirror may
// hold those of its own platform only); without them `npm ci` calls the lock file out of date. Run it after npm install.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const isKnown = (path, name) =>
  [`node_modules/${name}`, `${path}/node_modules/${name}`].some((at) => at in lock.packages);

/** What a name such as `@oxfmt/binding-linux-arm64-musl` says of its platform. */
function platformOf(name) {
  const [, system, arch, libc = ""] =
    /(android|darwin|freebsd|linux|win32|openharmony)-([^-]+)-?(.*)$/.exec(name) ?? [];
  if (system === undefined) throw new Error(`${name} does not tell its platform`);
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
    lock.packages[`node_modules/${name}`] = { version, ...platformOf(name) };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${added} packages for other platforms added to package-lock.json`);
