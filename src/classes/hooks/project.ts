/** What is odd about the class of a project. */

import type * as pulumi from "@pulumi/pulumi";
import { lazyOutput } from "../../program/arguments";

/** In a preview of an update, the engine knows the id and no other output. */
export function complete(resource: pulumi.CustomResource): void {
  lazyOutput(resource, "projectId", () => resource.id);
}
