/** The provider that is stored in the state: as little text as possible, which never changes. */

import type { dynamic } from "@pulumi/pulumi";

/** One object for each kind: the SDK serializes a provider once and caches the text by identity. */
const providers = new Map<string, dynamic.ResourceProvider>();

/**
 * Returns the provider of a kind. Its text captures one string, the kind, and loads the installed package when it is called. So
 * the text in a state stays valid, and a new release of this package takes effect without a change of state.
 */
export function thinProvider(kind: string): dynamic.ResourceProvider {
  const provider = providers.get(kind) ?? serializable(kind);
  providers.set(kind, provider);
  return provider;
}

/**
 * The text of the returned function is part of every state and of a golden file: do not change it, nor the comments in it.
 * `as string` keeps TypeScript from resolving our own name before it is built.
 */
function serializable(kind: string): dynamic.ResourceProvider {
  // The host calls `configure` in the tick in which it caches the provider, so the methods are there in time.
  const configure = function (this: Record<string, unknown>, request: unknown): unknown {
    const runtime = import("pulumi-opsmanager/runtime" as string);
    for (const name of ["check", "diff", "create", "read", "update", "delete"])
      this[name] = async (...a: unknown[]) => (await runtime).of(kind)[name](...a);
    return runtime.then((it: { configure(request: unknown): void }) => it.configure(request));
  };
  return { configure } as unknown as dynamic.ResourceProvider;
}
