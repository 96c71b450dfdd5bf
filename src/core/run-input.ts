/** What a program tells the provider's process beside the inputs of a resource; `check` takes it out. */

import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "./behaviour";
import { conflictText } from "./ownership";
import { ofThisRun } from "./program";

/** An object that exists before its resource does, so that two resources could claim it. */
export interface ClaimedObject {
  /** What it is, for messages. */
  readonly what: string;
  /** What identifies it, beside the connection. */
  readonly parts: readonly pulumi.Input<string | undefined>[];
  readonly connection: string | undefined;
}

/** The input `__run` of a resource, which is not a look-up. */
export function runInput(
  kind: Kind,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
  claimed: ClaimedObject | undefined,
): { __run?: pulumi.Input<unknown> } {
  if (options?.id !== undefined) return {};
  const preview = pulumi.runtime.isDryRun();
  const conflict = claimed && conflictOf(name, claimed);
  return { __run: { urn: urnOf(kind, name, options), preview, ...(conflict !== undefined && { conflict }) } };
}

function urnOf(
  kind: Kind,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.Input<string> {
  const type = `pulumi-nodejs:dynamic/opsmanager:${kind}`;
  const { parent } = options ?? {};
  // Without a parent it is known now, and an output less is made.
  if (parent === undefined)
    return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  // As a promise: an output that depends on a component waits for all its children, this resource among them.
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

const claimsOfThisRun = ofThisRun(() => new Map<string, Set<string>>());

/**
 * Whether other resources of the program claim the same object. The promise settles once the program's own code has run, so
 * that all of them are refused before any is registered. Values that are known later are compared in the provider's process.
 */
function conflictOf(
  name: string,
  { what, parts, connection }: ClaimedObject,
): Promise<string | undefined> | undefined {
  if (!parts.every((part) => typeof part === "string")) return undefined;
  const claims = claimsOfThisRun();
  const key = JSON.stringify([what, connection ?? null, ...parts]);
  const names = claims.get(key) ?? new Set();
  claims.set(key, names.add(name));
  return new Promise((resolve) => {
    setImmediate(() => {
      const object = [what, parts.join("/")].filter((part) => part !== "").join(" ");
      resolve(names.size > 1 ? conflictText([...names], object) : undefined);
    });
  });
}
