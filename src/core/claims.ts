/** What the resources of one program manage: two of them must not manage the same thing. */

import * as pulumi from "@pulumi/pulumi";
import { endingProgram, ofThisRun } from "./program";

const claimsOfThisRun = ofThisRun(() => new Map<string, string>());

/**
 * Claims a thing for a resource. @param parts what identifies the thing, beside the connection
 * @throws Error from the constructor when another resource of the program has claimed it; for values that are known
 * later the program fails as soon as they are.
 */
export function claim(
  resource: string,
  what: string,
  parts: readonly pulumi.Input<string | undefined>[],
  connection: string | undefined,
): void {
  const claims = claimsOfThisRun();
  const take = (known: readonly unknown[]): void => {
    if (known.some((part) => typeof part !== "string")) return;
    const key = JSON.stringify([what, connection ?? null, ...known]);
    const owner = claims.get(key);
    if (owner !== undefined) {
      const thing = [what, known.join("/")].filter((part) => part !== "").join(" ");
      throw endingProgram(
        new Error(`The resources "${owner}" and "${resource}" both manage the ${thing}: keep one of them.`),
      );
    }
    claims.set(key, resource);
  };
  if (parts.every((part) => typeof part === "string")) take(parts);
  else pulumi.output([...parts]).apply(take);
}
