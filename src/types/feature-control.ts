/** Generated from `src/fields/feature-control.ts` by `npm run generate`: change that. */

import type { Open } from "../fields/alert-catalogue";
import type { KnownPolicy } from "../fields/feature-control-catalogue";

/**
 * The system that manages a project.
 * @see [Update feature control policies for one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/controlled-features/update-controlled-features-for-one-project/)
 */
export interface ExternalManagementSystem {
  /** The name of the system that manages the project, which the user interface shows: `pulumi` for example. */
  name: string;
  /**
   * An id of the system.
   * @default none
   */
  systemId?: string | undefined;
  /**
   * The version of the system. One that changes with every release is a change in every release.
   * @default none
   */
  version?: string | undefined;
}

/**
 * Something that users of a project cannot do.
 * @see [Update feature control policies for one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/controlled-features/update-controlled-features-for-one-project/)
 */
export interface FeatureControlPolicy {
  /**
   * The policy, such as `EXTERNALLY_MANAGED_LOCK` or `DISABLE_SET_MONGOD_VERSION`; `ExternallyManagedLock` and so on mean the
   * same. Another name, of a newer version of the service, is a warning.
   */
  policy: Open<KnownPolicy>;
  /**
   * With `DISABLE_SET_MONGOD_CONFIG`: the settings of mongod that cannot be changed, as dotted paths such as `net.port`, in any
   * order.
   * @default none
   */
  disabledParams?: string[] | undefined;
}

/**
 * The feature control of a project as the service returns it.
 * @see [Update feature control policies for one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/controlled-features/update-controlled-features-for-one-project/)
 */
export interface FeatureControl {
  /** The system that manages the project. */
  externalManagementSystem?: ExternalManagementSystem | undefined;
  /** What users cannot do, in any order. An empty list allows everything. */
  policies?: FeatureControlPolicy[] | undefined;
  /** When feature control was first set, ISO 8601 in UTC. */
  created?: string | undefined;
  /** When it was last set, ISO 8601 in UTC. */
  updated?: string | undefined;
}
