import { join } from "node:path";

/** The root folder of this repository. */
export const repository: string = join(__dirname, "..", "..");
