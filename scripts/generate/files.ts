/** All generated files, by their paths in the repository, before they are formatted. */

import { classFiles } from "./classes";
import { functionFiles } from "./functions";
import { interfaceFiles } from "./interfaces";

export function generatedFiles(): Readonly<Record<string, string>> {
  return { ...interfaceFiles(), ...classFiles(), ...functionFiles() };
}
