/** Prints one alert configuration as code, with what takes it over. */

import type { Connections } from "../../core/connections";
import { joinId } from "../../core/resource-id";
import { importCommand, stackOption } from "../stack";
import { UsageError } from "../usage";
import { resourcesOf } from "./declarations";
import { LISTINGS, readInventory, withoutRefused } from "./inventory";
import { declared, membersText, moduleText } from "./modules";
import { importFile } from "./program";
import type { Lack } from "./stack-program";
import { lackOf, NO_STACK, readStackProgram } from "./stack-program";

/**
 * @param alert `<project>/<id>`, with the id or the name of the project
 * @param stack that of the program in the current folder, if the code is for it
 * @param print writes to standard output
 */
export async function printAlert(
  alert: string,
  connections: Connections,
  stack: string | undefined,
  print: (text: string) => void,
): Promise<number> {
  const [, project, id] = /^(.+)\/([^/]+)$/.exec(alert) ?? [];
  if (project === undefined || id === undefined)
    throw new UsageError(`--alert must be <project>/<id of the alert configuration>, not "${alert}"`);
  const connection = connections(undefined);
  const program = stack === undefined ? NO_STACK : await readStackProgram({ stack }, connections);
  const inventory = await readInventory(connection.api, [project], () => undefined);
  const { skipped, ...accepted } = await withoutRefused(inventory, connection);
  const [{ id: projectId } = { id: project }] = inventory.projects;
  const wanted = joinId(projectId, id);
  if (LISTINGS.some((listing) => program.existing.has(listing, wanted)))
    throw new Error(
      `The stack ${stack} has the alert configuration ${id} of the project ${project} already.`,
    );
  const lack = lackOf(program, { ...accepted, skipped }, "resources", (_, each) => each !== wanted);
  if (resourcesOf(lack.program).length === 0 && lack.members.length === 0) {
    const reason = skipped.find(({ what }) => what.includes(id))?.reason;
    throw new Error(`The alert configuration ${id} of the project ${project} ${reason ?? "does not exist"}.`);
  }
  print(textOf(lack, stack));
  return 0;
}

function textOf({ program, members, secrets }: Lack, stack: string | undefined): string {
  const keys = secrets
    .map(({ key }) => `// pulumi config set --secret ${key}${stackOption(stack)}\n`)
    .join("");
  const setThem = keys === "" ? "" : `// The service does not show its secrets. Set them:\n${keys}\n`;
  const [member] = members;
  if (member !== undefined) return `${membersText(member.set, member.declaration)}\n${setThem}`;
  const unclear =
    stack === undefined ? " Without --stack, its name and keys may be those of others in your program." : "";
  const { statements } = declared(resourcesOf(program), new Map(), ".");
  return `${moduleText({ comment: `To be taken over by the file below.${unclear}`, statements })}
${setThem}// import.json, for \`${importCommand("import.json", stack)}\`:
${importFile(program)}`;
}
