// Protects the resources of this program: Pulumi refuses to delete or replace them.
// Members of a set are not resources: one that is removed from its set is deleted.
// To switch it on, run `pulumi config set protect true`. The next `pulumi up` records that.

import * as pulumi from "@pulumi/pulumi";

const isProtected = new pulumi.Config().getBoolean("protect") ?? false;

// Unit tests with mocks have no stack.
if (isProtected && pulumi.runtime.getStackResource() !== undefined) {
  // The option of a resource takes precedence. Only resources that are created after this line are affected.
  pulumi.runtime.registerStackTransformation(({ props, opts }) => ({
    props,
    opts: { ...opts, protect: opts.protect ?? true },
  }));
}
