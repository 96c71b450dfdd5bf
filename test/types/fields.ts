/**
 * The documented interfaces and the tables of fields say the same. Nothing here runs: it fails to compile if an interface
 * and its table differ in a name, in whether a field is optional, or in a type.
 */

import type { Unwrap } from "@pulumi/pulumi";
import type { AdditionalFields } from "../../src/fields/additional";
import type { ACCESS_LIST_ENTRY } from "../../src/fields/access-list-entry";
import type { AccessListEntry } from "../../src/api/access-list";
import type { CLUSTER } from "../../src/fields/cluster";
import type { Cluster } from "../../src/api/clusters";
import type { LogRotation, LogRotationBody, LOG_ROTATION } from "../../src/fields/log-rotation";
import type {
  AlertConfig,
  AlertConfigBody,
  AlertMatcher,
  AlertMetricThreshold,
  AlertThreshold,
  ALERT_CONFIG,
  GlobalAlertConfig,
  GlobalAlertConfigBody,
  GLOBAL_ALERT_CONFIG,
  MATCHER,
  METRIC_THRESHOLD,
  THRESHOLD,
} from "../../src/fields/alert-config";
import type { AlertNotification, Notification, NOTIFICATION } from "../../src/fields/notification";
import type { API_KEY, ApiKey } from "../../src/fields/api-key";
import type { FEATURE_CONTROL, FeatureControl } from "../../src/fields/feature-control";
import type { INTEGRATION, Integration } from "../../src/fields/integration";
import type { PROJECT_BACKUP, ProjectBackup } from "../../src/fields/project-backup";
import type { SNAPSHOT_SCHEDULE, SnapshotScheduleBody } from "../../src/fields/snapshot-schedule";
import type { OplogS3Config, OplogS3ConfigBody, OPLOG_S3_CONFIG } from "../../src/fields/store";
import type { S3SnapshotStore, S3SnapshotStoreBody, S3_SNAPSHOT_STORE } from "../../src/fields/store";
import type { MongoOplogStore, MongoOplogStoreBody, MONGO_OPLOG_STORE } from "../../src/fields/store";
import type {
  MongoSnapshotStore,
  MongoSnapshotStoreBody,
  MONGO_SNAPSHOT_STORE,
} from "../../src/fields/store";
import type {
  FileSystemSnapshotStore,
  FileSystemSnapshotStoreBody,
  FILE_SYSTEM_SNAPSHOT_STORE,
} from "../../src/fields/store";
import type { HOST_COUNTS, HostCounts, Project, PROJECT } from "../../src/fields/project";
import type { ArgumentFieldOf, Field, Fields, Link, LINK } from "../../src/fields/table";
import type { AlertConfigArgs } from "../../src/classes/alert-config";
import type { GlobalAlertConfigArgs } from "../../src/classes/alert-config";
import type { AuditLogRotationArgs } from "../../src/classes/log-rotation";
import type { OplogS3ConfigArgs, S3SnapshotStoreArgs } from "../../src/classes/store";

type Flatten<T> = { [Name in keyof T]: T[Name] };

/** The type of a field. @typeParam Mark the field of the table that says whether a value is always there */
type ValueOf<F extends Field, Mark extends "required" | "always"> = F["type"] extends "string"
  ? string
  : F["type"] extends "number"
    ? number
    : F["type"] extends "boolean"
      ? boolean
      : F["type"] extends "strings"
        ? string[]
        : F["type"] extends { readonly list: infer Item extends Fields }
          ? ObjectOf<Item, Mark>[]
          : F["type"] extends { readonly object: infer Item extends Fields }
            ? ObjectOf<Item, Mark>
            : F["type"] extends "additional"
              ? AdditionalFields
              : never;

/** The object that a table describes: as arguments (`required`) or as a response (`always`). */
type ObjectOf<T extends Fields, Mark extends "required" | "always"> = Flatten<
  {
    [Name in NamesOf<T, Mark> as T[Name] extends { readonly [M in Mark]: true } ? Name : never]: ValueOf<
      T[Name],
      Mark
    >;
  } & {
    [Name in NamesOf<T, Mark> as T[Name] extends { readonly [M in Mark]: true } ? never : Name]?:
      | ValueOf<T[Name], Mark>
      | undefined;
  }
>;

/** A response has additional fields beside the others. */
type NamesOf<T extends Fields, Mark extends "required" | "always"> = Mark extends "required"
  ? ArgumentFieldOf<T>
  : { [Name in keyof T & string]: T[Name]["type"] extends "additional" ? never : Name }[keyof T & string];

/** A documented type in which every union of strings, such as `Open<...>`, is `string`. */
type Plain<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? Flatten<{ [Name in keyof T]: Plain<T[Name]> }>
      : T;

/** A type in which optional fields differ from missing ones. */
type Spec<T> = T extends readonly (infer Item)[]
  ? { items: Spec<Item> }
  : T extends object
    ? {
        [Name in keyof T]-?: object extends Pick<T, Name>
          ? { optional: Spec<T[Name]> }
          : { required: Spec<T[Name]> };
      }
    : T;

/** Whether both types have the same fields: the same names, as optional, with the same types. */
type Same<A, B> = [Spec<Plain<A>>] extends [Spec<Plain<B>>]
  ? [Spec<Plain<B>>] extends [Spec<Plain<A>>]
    ? true
    : false
  : false;

/** Compiles only for `true`. */
type Expect<T extends true> = T;

type Arguments<T extends Fields> = ObjectOf<T, "required">;
type Response<T extends Fields> = ObjectOf<T, "always">;

export type Tables = [
  Expect<Same<AlertMatcher, Arguments<typeof MATCHER>>>,
  Expect<Same<AlertMatcher, Response<typeof MATCHER>>>,
  Expect<Same<AlertMetricThreshold, Arguments<typeof METRIC_THRESHOLD>>>,
  Expect<Same<AlertMetricThreshold, Response<typeof METRIC_THRESHOLD>>>,
  Expect<Same<AlertThreshold, Arguments<typeof THRESHOLD>>>,
  Expect<Same<AlertThreshold, Response<typeof THRESHOLD>>>,
  Expect<Same<AlertNotification, Arguments<typeof NOTIFICATION>>>,
  Expect<Same<Notification, Response<typeof NOTIFICATION>>>,
  Expect<Same<AlertConfigBody, Arguments<typeof ALERT_CONFIG>>>,
  Expect<Same<AlertConfig, Response<typeof ALERT_CONFIG>>>,
  Expect<Same<GlobalAlertConfigBody, Arguments<typeof GLOBAL_ALERT_CONFIG>>>,
  Expect<Same<GlobalAlertConfig, Response<typeof GLOBAL_ALERT_CONFIG>>>,
  Expect<Same<OplogS3ConfigBody, Arguments<typeof OPLOG_S3_CONFIG>>>,
  Expect<Same<OplogS3Config, Response<typeof OPLOG_S3_CONFIG>>>,
  Expect<Same<S3SnapshotStoreBody, Arguments<typeof S3_SNAPSHOT_STORE>>>,
  Expect<Same<S3SnapshotStore, Response<typeof S3_SNAPSHOT_STORE>>>,
  Expect<Same<MongoOplogStoreBody, Arguments<typeof MONGO_OPLOG_STORE>>>,
  Expect<Same<MongoOplogStore, Response<typeof MONGO_OPLOG_STORE>>>,
  Expect<Same<MongoSnapshotStoreBody, Arguments<typeof MONGO_SNAPSHOT_STORE>>>,
  Expect<Same<MongoSnapshotStore, Response<typeof MONGO_SNAPSHOT_STORE>>>,
  Expect<Same<FileSystemSnapshotStoreBody, Arguments<typeof FILE_SYSTEM_SNAPSHOT_STORE>>>,
  Expect<Same<FileSystemSnapshotStore, Response<typeof FILE_SYSTEM_SNAPSHOT_STORE>>>,
  Expect<Same<ProjectBackup, Response<typeof PROJECT_BACKUP>>>,
  Expect<Same<SnapshotScheduleBody, Arguments<typeof SNAPSHOT_SCHEDULE>>>,
  Expect<Same<Integration, Response<typeof INTEGRATION>>>,
  Expect<Same<FeatureControl, Response<typeof FEATURE_CONTROL>>>,
  Expect<Same<ApiKey, Response<typeof API_KEY>>>,
  Expect<Same<Cluster, Response<typeof CLUSTER>>>,
  Expect<Same<HostCounts, Response<typeof HOST_COUNTS>>>,
  Expect<Same<Project, Response<typeof PROJECT>>>,
  Expect<Same<AccessListEntry, Response<typeof ACCESS_LIST_ENTRY>>>,
  Expect<Same<LogRotationBody, Arguments<typeof LOG_ROTATION>>>,
  Expect<Same<LogRotation, Response<typeof LOG_ROTATION>>>,
  Expect<Same<Link, Response<typeof LINK>>>,
];

/** The arguments of a class without their inputs, promises and outputs. */
type Unwrapped<T> = { [Name in keyof T]: Unwrap<T[Name]> };

interface LogRotationOptions {
  projectId: string;
  disableOnDestroy?: boolean | undefined;
  connection?: string | undefined;
}

interface CommonArgs {
  secretsVersion?: string | number | undefined;
  connection?: string | undefined;
}

interface StoreOptions extends CommonArgs {
  storeId?: string | undefined;
  adopt?: boolean | undefined;
}

interface GlobalAlertConfigOptions extends CommonArgs {
  adoptId?: string | undefined;
}

interface AlertConfigOptions extends GlobalAlertConfigOptions {
  projectId: string;
}

export type Classes = [
  Expect<Same<Unwrapped<OplogS3ConfigArgs>, OplogS3ConfigBody & StoreOptions>>,
  Expect<Same<Unwrapped<S3SnapshotStoreArgs>, S3SnapshotStoreBody & StoreOptions>>,
  Expect<Same<Unwrapped<AuditLogRotationArgs>, LogRotationBody & LogRotationOptions>>,
  Expect<Same<Unwrapped<AlertConfigArgs>, AlertConfigBody & AlertConfigOptions>>,
  Expect<Same<Unwrapped<GlobalAlertConfigArgs>, GlobalAlertConfigBody & GlobalAlertConfigOptions>>,
];
