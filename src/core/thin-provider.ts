/** The provider that goes into the state: as little text as possible, the same for ever. */

import type { dynamic } from "@pulumi/pulumi";
import type { Kind } from "./behaviour";

/** One object a kind: the SDK serializes a provider once and remembers it by identity. */
const providers = new Map<Kind, dynamic.ResourceProvider>();

/**
 * The provider of a kind. Its text captures one string, the kind, and loads the installed package when it is called:
 * what is in the state stays valid, and a new release of this package takes effect without a change of state.
 */
export function thinProvider(kind: Kind): dynamic.ResourceProvider {
  let provider = providers.get(kind);
  if (provider === undefined) {
    provider = serializable(kind);
    providers.set(kind, provider);
  }
  return provider;
}

/**
 * The text of this function's result stands in state and in a golden file: do not touch it, comments inside included.
 * `as string` keeps TypeScript from looking for our own name before it is built. Node.js looks for the package from the
 * program's folder, so under pnpm a dependency of a dependency is not found; the host would print the error's stack.
 */
function serializable(kind: Kind): dynamic.ResourceProvider {
  // The host calls `configure` in the tick in which it caches the provider, so the methods are there in time.
  const configure = function (this: Record<string, unknown>, request: unknown): unknown {
    const runtime = import("pulumi-opsmanager/runtime" as string).catch((e) => {
      if (e.code === "ERR_MODULE_NOT_FOUND") {
        e.message += ". The program must depend on it: npm install pulumi-opsmanager";
        e.stack = "";
      }
      throw e;
    });
    for (const name of ["check", "diff", "create", "read", "update", "delete"])
      this[name] = async (...a: unknown[]) => (await runtime).of(kind)[name](...a);
    return runtime.then((it: { configure(request: unknown): void }) => it.configure(request));
  };
  return { configure } as unknown as dynamic.ResourceProvider;
}
