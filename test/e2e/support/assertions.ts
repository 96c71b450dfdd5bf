/** What tests say of a run of Pulumi. */

import assert from "node:assert/strict";
import type { Change } from "../../../scripts/demo/events";
import { changesIn } from "../../../scripts/demo/events";
import type { PulumiRun, Stack } from "../../../scripts/demo/sandbox";

/** The run succeeded. */
export function succeeded(run: PulumiRun): void {
  assert.equal(run.code, 0, `${run.command} failed:\n${run.output}`);
}

/** The run succeeded and did exactly this. */
export function did(run: PulumiRun, changes: readonly Change[]): void {
  succeeded(run);
  const sorted = [...changes].sort(
    (a, b) => a.resource.localeCompare(b.resource) || a.op.localeCompare(b.op),
  );
  assert.deepEqual(changesIn(run.events), sorted, run.output);
}

export function created(resource: string): Change {
  return { resource, op: "create", fields: [] };
}

export function deleted(resource: string): Change {
  return { resource, op: "delete", fields: [] };
}

export function updated(resource: string, ...fields: string[]): Change {
  return { resource, op: "update", fields: fields.sort() };
}

/** The run failed; its errors say all of this, none of them twice, and none with a stack trace. */
export function failedWith(run: PulumiRun, ...texts: (string | RegExp)[]): void {
  assert.notEqual(run.code, 0, `${run.command} should have failed:\n${run.output}`);
  for (const text of texts) {
    const found = typeof text === "string" ? run.output.includes(text) : text.test(run.output);
    assert.ok(found, `${run.command} does not say ${String(text)}:\n${run.output}`);
  }
  assert.doesNotMatch(run.output, /^\s+at .+[:(]/m, `a stack trace:\n${run.output}`);
  assert.doesNotMatch(run.output, /\bundefined\b|\[object Object\]/, run.output);
  const errors = errorsIn(run);
  assert.deepEqual(errors, [...new Set(errors)], `something is said twice:\n${run.output}`);
}

/** The errors of a run, but for the one that only says that it failed. */
export function errorsIn({ events }: PulumiRun): string[] {
  return events
    .map(({ diagnosticEvent }) => diagnosticEvent)
    .filter((diagnostic) => diagnostic?.severity === "error")
    .map(
      (diagnostic) =>
        `${diagnostic?.urn ?? ""} ${diagnostic?.message.replaceAll(/<\{%.*?%\}>/g, "").trim() ?? ""}`,
    )
    .filter((message) => !/ (preview|update|refresh|destroy) failed$/.test(message));
}

/** A resource as it is in the state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly custom: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** The resources of this package in the state of the stack, by name; secrets stay encrypted unless they are asked for. */
export async function stateOf(
  stack: Stack,
  ...flags: "--show-secrets"[]
): Promise<Record<string, StateResource>> {
  const { code, stdout, output } = await stack.stack("export", ...flags);
  assert.equal(code, 0, output);
  const { deployment } = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
  const ours = (deployment.resources ?? []).filter(({ type }) =>
    type.startsWith("pulumi-nodejs:dynamic/opsmanager:"),
  );
  return Object.fromEntries(
    ours.map((resource) => [resource.urn.slice(resource.urn.lastIndexOf("::") + 2), resource]),
  );
}

/** What the state says of the resources, secrets in clear, without what the engine notes for itself. */
export async function contentOf(stack: Stack): Promise<object> {
  const entries = Object.entries(await stateOf(stack, "--show-secrets"));
  return Object.fromEntries(
    entries.map(([name, { id, inputs, outputs }]) => [name, { id, inputs, outputs }]),
  );
}

/** The outputs of the stack. */
export async function outputsOf(stack: Stack): Promise<Record<string, unknown>> {
  const { code, stdout, output } = await stack.stack("output", "--json");
  assert.equal(code, 0, output);
  return JSON.parse(stdout) as Record<string, unknown>;
}
