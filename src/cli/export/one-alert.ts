/** Prints one alert configuration as code, with what takes it over. */

import type { Connection } from "../../core/connections";
import { joinId } from "../../core/resource-id";
import { UsageError } from "../usage";
import type { Program } from "./declarations";
import { resourcesOf, secretsOf, single } from "./declarations";
import { readInventory, withoutRefused } from "./inventory";
import { declared, moduleText } from "./modules";
import { importFile } from "./program";

/**
 * @param alert `<project>/<id>`, with the id or the name of the project
 * @param print writes to standard output
 */
export async function printAlert(
  alert: string,
  connection: Connection,
  print: (text: string) => void,
): Promise<number> {
  const [, project, id] = /^(.+)\/([^/]+)$/.exec(alert) ?? [];
  if (project === undefined || id === undefined)
    throw new UsageError(`--alert must be <project>/<id of the alert configuration>, not "${alert}"`);
  const inventory = await readInventory(connection.api, [project], () => undefined);
  const { skipped, ...accepted } = await withoutRefused(inventory, connection);
  const [{ id: projectId } = { id: project }] = inventory.projects;
  const program = single(accepted, joinId(projectId, id));
  if (resourcesOf(program).length === 0) {
    const reason = skipped.find(({ what }) => what.includes(id))?.reason;
    throw new Error(`The alert configuration ${id} of the project ${project} ${reason ?? "does not exist"}.`);
  }
  print(textOf(program));
  return 0;
}

function textOf(program: Program): string {
  const { statements } = declared(resourcesOf(program), new Map(), ".");
  const keys = secretsOf(program).map(({ key }) => `// pulumi config set --secret ${key}\n`);
  return `${moduleText({ comment: "To be taken over by the file below.", statements })}
${keys.length === 0 ? "" : `// The service does not show its secrets. Set them:\n${keys.join("")}\n`}// import.json, for \`pulumi import --file import.json --generate-code=false --yes\`:
${importFile(program)}`;
}
