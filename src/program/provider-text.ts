/** The text of the serialized provider, for a state that the SDK does not write: the input of `pulumi import`. */

/** What the SDK makes of `thinProvider(kind)`; a test compares the two. It never changes. */
export function providerText(kind: string): string {
  return `exports.handler = __f0;

var __provider = {configure: __f1};

function __f1(__0) {
  return (function() {
    with({ kind: "${kind}", this: undefined, arguments: undefined }) {

return function (request) {
        const runtime = import("pulumi-opsmanager/runtime");
        for (const name of ["check", "diff", "create", "read", "update", "delete"])
            this[name] = async (...a) => (await runtime).of(kind)[name](...a);
        return runtime.then((it) => it.configure(request));
    };

    }
  }).apply(undefined, undefined).apply(this, arguments);
}

function __f0() {
  return (function() {
    with({ provider: __provider, this: undefined, arguments: undefined }) {

return () => provider;

    }
  }).apply(undefined, undefined).apply(this, arguments);
}
`;
}
