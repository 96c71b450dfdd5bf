/**
 * How the pages install the package. They have `<!-- installation -->` and `<!-- end -->`, between which is what a reader does before the
 * first release, and commands that begin with `npm install` or `npx --yes --package`.
 */

import { INSTALLED } from "../../src/version";

const MARKED = /(<!-- installation -->\n)[\s\S]*?(<!-- end -->)/g;
const COMMANDS =
  /^(npm install (?:--prefix \S+ )?|npx --yes --package )(?:pulumi-opsmanager(?:@latest)?|~\/pulumi-opsmanager-\S+\.tgz)(?= |$)/gm;

/** The mark of the commands that make the archive. */
export const IN_THE_CLONE = "in the clone";

const ARCHIVE = `
The package is not on a public registry yet. In a clone of this repository, create its archive:

<!-- ${IN_THE_CLONE} -->
\`\`\`sh
npm ci
npm pack --pack-destination ~
\`\`\`

`;

/** Returns a page with the way to install the package that works today. */
export function withInstallation(page: string): string {
  const isArchive = INSTALLED.endsWith(".tgz");
  return page
    .replace(MARKED, (_whole, start: string, end: string) => start + (isArchive ? ARCHIVE : "") + end)
    .replace(COMMANDS, (_whole, command: string) => command + INSTALLED);
}
