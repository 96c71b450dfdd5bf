// Any version of Node.js can run this file, and says what is missing before it loads the provider.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    "The provider opsmanager needs Node.js 20.19 or later on PATH, and found " +
      process.version +
      " (" +
      process.execPath +
      ").",
  );
  process.exit(1);
}
module.exports = require("./provider.cjs");
