/** Assertions on a run of Pulumi, and what they compare. */

import assert from "node:assert/strict";
import { type Change, changesIn } from "../../support/events";
import type { Deployment, PulumiRun, Stack } from "../../support/sandbox";
import type { Finished } from "../../support/run";
import type { State } from "../../../src/emulator";

/** Asserts that the run succeeded. */
export function succeeded(run: Finished & { readonly command?: string }): void {
  assert.equal(run.code, 0, `${run.command ?? "the command"} failed:\n${run.output}`);
}

/** Asserts that the run succeeded and made exactly these changes. */
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

/** Asserts that the run failed and printed these texts, with no duplicate errors and no stack trace. */
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

/** What the engine printed: the severity, the resource and the text of each message. */
function diagnosticsIn({ events }: PulumiRun): { severity: string; urn: string; text: string }[] {
  const found = events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  return found.map(({ severity, urn = "", message }) => {
    return { severity, urn, text: message.replaceAll(/<\{%.*?%\}>/g, "").trim() };
  });
}

/** Returns the errors of a run, except the one that only reports the failure itself. */
export function errorsIn(run: PulumiRun): string[] {
  return diagnosticsIn(run)
    .filter(({ severity }) => severity === "error")
    .map(({ urn, text }) => `${urn} ${text}`)
    .filter((message) => !/ (preview|update|refresh|destroy) failed$/.test(message));
}

/** Returns the warnings of a run, each after the name of its resource. */
export function warningsIn(run: PulumiRun): string[] {
  return diagnosticsIn(run)
    .filter(({ severity }) => severity === "warning")
    .map(({ urn, text }) => `${urn === "" ? "the stack" : urn.slice(urn.lastIndexOf("::") + 2)}: ${text}`)
    .sort((a, b) => a.localeCompare(b));
}

/** Returns what Pulumi printed at a resource. */
export function messagesAt(run: PulumiRun, resource: string): string {
  const found = diagnosticsIn(run).filter(({ urn }) => urn.endsWith(`::${resource}`));
  return found.map(({ text }) => text).join("\n");
}

/** Returns the names of the resources that the run replaced. */
export function replacedBy({ events }: PulumiRun): string[] {
  return changesIn(events).flatMap(({ op, resource }) => (op === "replace" ? [resource] : []));
}

/** A resource in the state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly custom: boolean;
  readonly protect?: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** Returns the resources of this package in the state, by name. Secrets stay encrypted without `--show-secrets`. */
export async function stateOf(
  stack: Stack,
  ...flags: "--show-secrets"[]
): Promise<Record<string, StateResource>> {
  const deployment = flags.length === 0 ? await stack.stored() : await shown(stack);
  const ours = ((deployment.resources ?? []) as StateResource[]).filter(({ type }) =>
    /^(pulumi-nodejs:dynamic\/opsmanager|opsmanager:index):/.test(type),
  );
  return Object.fromEntries(
    ours.map((resource) => [resource.urn.slice(resource.urn.lastIndexOf("::") + 2), resource]),
  );
}

async function shown(stack: Stack): Promise<Deployment> {
  const { code, stdout, output } = await stack.stack("export", "--show-secrets");
  assert.equal(code, 0, output);
  return (JSON.parse(stdout) as { deployment: Deployment }).deployment;
}

/** Returns the outputs of the stack. */
export async function outputsOf(stack: Stack): Promise<Record<string, unknown>> {
  const { code, stdout, output } = await stack.stack("output", "--json");
  assert.equal(code, 0, output);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Returns the emulator's state without generated fields, and without the manifest, which a destroy leaves in place. */
export function withoutNoise(state: State) {
  const { versionManifest: _, clusters, accessList: __, automationConfig: ___, ...rest } = state;
  return { ...rest, clusters: clusters.map(({ lastHeartbeat: ____, ...cluster }) => cluster) };
}
