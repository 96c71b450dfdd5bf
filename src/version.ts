/** The version of this package. */
// eslint-disable-next-line typescript/no-require-imports -- package.json lies outside of what TypeScript compiles
export const VERSION: string = (require("../package.json") as { version: string }).version;

/** Whether the public registry has a release. */
const IS_RELEASED = false;

/** What `npm install` gets in all pages and programs. Before the first release it is the archive that `npm pack` makes in a clone. */
export const INSTALLED = IS_RELEASED ? "pulumi-opsmanager@latest" : `~/pulumi-opsmanager-${VERSION}.tgz`;

/** The command that installs the plugin, and the SDK for Node.js: the folder is a release of the plugin. */
export const INSTALLED_PLUGIN = {
  plugin:
    `pulumi plugin install resource opsmanager ${VERSION} ` +
    `--file ~/opsmanager-plugin/pulumi-resource-opsmanager-v${VERSION}-linux-amd64.tar.gz`,
  sdk: `~/opsmanager-plugin/pulumi-opsmanager-opsmanager-${VERSION}.tgz`,
} as const;
