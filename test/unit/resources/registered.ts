/** What the classes hand to the engine, which is mocked: no process and no service. */

import * as pulumi from "@pulumi/pulumi";
import type { PlainObject } from "../../../src/json";

const arrivals = new Map<string, PlainObject>();

/** Puts mocks in the place of the engine; the outputs are what was handed over. */
export async function mockEngine(): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ name, id, inputs: { __provider: _, __secrets, __run, ...inputs } }) => {
      const marked: unknown = __secrets?.value ?? null;
      // A secret in it makes all of it secret.
      const { conflict } = (__run?.value ?? __run ?? {}) as { conflict?: string };
      arrivals.set(name, {
        ...inputs,
        ...(id !== undefined && id !== "" && { id }),
        ...(marked !== null && { marked }),
        ...(typeof conflict === "string" && { conflict }),
      });
      return { id: `${name}-id`, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
}

/** Ends the mocks of other tests of this process: functions would call them. */
export function endMocks(): void {
  pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, "");
}

/** What arrived of a resource: `id` of a look-up, `marked` texts of the program's own secrets (see {@link secret}), `conflict` with another one. */
export async function arrived(resource: pulumi.Resource): Promise<PlainObject> {
  const urn = String(await valueOf(resource.urn));
  const found = arrivals.get(urn.split("::").at(-1) ?? "");
  if (found === undefined) throw new Error(`${urn} did not arrive`);
  return found;
}

/** A secret as the engine's protocol writes it. */
export function secret(value: unknown): PlainObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}

/** What an output resolves to. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<unknown> {
  return new Promise((known) => {
    output.apply(known);
  });
}
