/** The version of this package. */
// eslint-disable-next-line typescript/no-require-imports -- package.json lies outside of what TypeScript compiles
export const VERSION: string = (require("../package.json") as { version: string }).version;
