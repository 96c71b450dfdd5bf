/** Feature control: what users of a project cannot do in the user interface, since another system manages it. */

import type { PlainObject } from "../json";
import { isUnknown } from "../unknowns";
import type { Documented, Fields } from "./table";

export type * from "../types/feature-control";

/** The name as the service returns it. The documentation also has another spelling: `ExternallyManagedLock`. */
export function policyName(policy: string): string {
  return /[a-z]/.test(policy) ? policy.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase() : policy;
}

function spelled(item: PlainObject): PlainObject {
  const { policy } = item;
  return typeof policy === "string" && !isUnknown(policy) ? { ...item, policy: policyName(policy) } : item;
}

export const EXTERNAL_SYSTEM = {
  name: {
    type: "string",
    required: true,
    always: true,
    doc: "The name of the system that manages the project, which the user interface shows: `pulumi` for example.",
  },
  systemId: { type: "string", doc: "An id of the system.", otherwise: "none" },
  version: {
    type: "string",
    doc: "The version of the system. One that changes with every release is a change in every release.",
    otherwise: "none",
  },
} as const satisfies Fields;

export const POLICY = {
  policy: {
    type: "string",
    required: true,
    always: true,
    open: "KnownPolicy",
    doc: "The policy, such as `EXTERNALLY_MANAGED_LOCK` or `DISABLE_SET_MONGOD_VERSION`; `ExternallyManagedLock` and so on mean the same. Another name, of a newer version of the service, is a warning.",
  },
  disabledParams: {
    type: "strings",
    sent: [],
    doc: "With `DISABLE_SET_MONGOD_CONFIG`: the settings of mongod that cannot be changed, as dotted paths such as `net.port`, in any order.",
    otherwise: "none",
  },
} as const satisfies Fields;

export const FEATURE_CONTROL = {
  externalManagementSystem: {
    type: { object: EXTERNAL_SYSTEM },
    required: true,
    doc: "The system that manages the project.",
  },
  policies: {
    type: { list: POLICY, spelled },
    doc: "What users cannot do, in any order. An empty list allows everything.",
    otherwise: "the policies that the service has",
    keptIfRemoved: true,
  },
  created: { type: "string", readOnly: true, doc: "When feature control was first set, ISO 8601 in UTC." },
  updated: { type: "string", readOnly: true, doc: "When it was last set, ISO 8601 in UTC." },
} as const satisfies Fields;

const UPDATE =
  "[Update feature control policies for one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/controlled-features/update-controlled-features-for-one-project/)";

export const FEATURE_CONTROL_INTERFACES: readonly Documented[] = [
  {
    name: "ExternalManagementSystem",
    doc: "The system that manages a project.",
    see: UPDATE,
    table: EXTERNAL_SYSTEM,
    use: "arguments",
  },
  {
    name: "FeatureControlPolicy",
    doc: "Something that users of a project cannot do.",
    see: UPDATE,
    table: POLICY,
    use: "arguments",
  },
  {
    name: "FeatureControl",
    doc: "The feature control of a project as the service returns it.",
    see: UPDATE,
    table: FEATURE_CONTROL,
    use: "response",
  },
];
