/** Prints one alert configuration as code, with what takes it over. */

import type { Connections } from "../../core/connections";
import { importCommand, stackOption } from "../stack";
import { UsageError } from "../usage";
import { resourcesOf } from "./declarations";
import type { Inventory } from "./inventory";
import { LISTINGS } from "./inventory";
import { membersText, moduleText } from "./modules";
import { importFile } from "./program";
import { statementsOf } from "./projects";
import { lackOf, NO_STACK, readStackProgram } from "./stack-program";

/** The project and the id in the value of `--alert`. */
export function parseAlert(alert: string): readonly [project: string, id: string] {
  const [, project, id] = /^(.+)\/([^/]+)$/.exec(alert) ?? [];
  if (project === undefined || id === undefined)
    throw new UsageError(`--alert must be <project>/<id of the alert configuration>, not "${alert}"`);
  return [project, id];
}

/**
 * @param inventory that of its project
 * @param stack that of the program in the current folder, if the code is for it
 */
export async function alertText(
  alert: string,
  inventory: Inventory,
  connections: Connections,
  stack: string | undefined,
): Promise<string> {
  const [project, id] = parseAlert(alert);
  const what = `The alert configuration ${id} of the project ${project}`;
  const wanted = `${inventory.places[0]?.id}/${id}`;
  const known = stack === undefined ? NO_STACK : await readStackProgram({ stack }, connections);
  if (LISTINGS.some((listing) => known.has(listing, wanted)))
    throw new Error(`${what} is in the stack ${stack} already.`);
  const { program, members, secrets } = lackOf(
    { ...known, has: (_, each) => each !== wanted },
    inventory,
    "resources",
  );
  const [member] = members;
  if (resourcesOf(program).length === 0 && member === undefined) {
    const reason = inventory.skipped.find((each) => each.what.includes(id))?.reason;
    throw new Error(`${what} ${reason ?? "does not exist"}.`);
  }
  const keys = secrets.map(({ key }) => `// pulumi config set --secret ${key}${stackOption(stack)}\n`);
  const setThem =
    keys.length === 0 ? "" : `// The service does not show its secrets. Set them:\n${keys.join("")}\n`;
  if (member !== undefined) return `${membersText(member)}\n${setThem}`;
  const unclear =
    stack === undefined ? " Without --stack, its name and keys may be those of others in your program." : "";
  const statements = program.flatMap((place) => statementsOf(place, new Map()));
  return `${moduleText("index.ts", `To be taken over by the file below.${unclear}`, statements)}
${setThem}// import.json, for \`${importCommand("import.json", stack)}\`:
${importFile(program)}`;
}
