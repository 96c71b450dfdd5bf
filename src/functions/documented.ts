/**
 * The documented fields of what functions return, and nothing else: an unknown field of another version of the service
 * may be a secret.
 */

import type { AlertConfig, Notification } from "../api/alert-configs";
import type { AccessListEntry } from "../api/access-list";
import type { Cluster } from "../api/clusters";
import type { Link } from "../api/common";
import type { OplogS3Config } from "../api/oplog-s3-configs";
import { withoutUndefined } from "../json";
import { publicPartOf, withoutUserInfo } from "../secrets";

export function documentedAlertConfig(config: AlertConfig): AlertConfig {
  return {
    ...fields(config, ["id", "groupId", "eventTypeName", "enabled", "created", "updated"]),
    matchers: config.matchers?.map((each) => fields(each, ["fieldName", "operator", "value"])),
    metricThreshold:
      config.metricThreshold &&
      fields(config.metricThreshold, ["metricName", "mode", "operator", "threshold", "units"]),
    threshold: config.threshold && fields(config.threshold, ["operator", "threshold", "units"]),
    notifications: (config.notifications ?? []).map(documentedNotification),
    links: config.links?.map(documentedLink),
  };
}

/** Without its secret fields. */
function documentedNotification(notification: Notification): Notification {
  return fields(notification, [
    "typeName",
    "id",
    "channelName",
    "datadogRegion",
    "delayMin",
    "emailAddress",
    "emailEnabled",
    "intervalMin",
    "mobileNumber",
    "opsGenieRegion",
    "role",
    "roles",
    "roomName",
    "smsEnabled",
    "teamId",
    "teamName",
    "username",
    "victorOpsRoutingKey",
  ]);
}

/** Without its keys; of `uri` only scheme, hosts and database. */
export function documentedStore(store: OplogS3Config): OplogS3Config {
  return {
    ...fields(store, [
      "id",
      "acceptedTos",
      "assignmentEnabled",
      "disableProxyS3",
      "encryptedCredentials",
      "labels",
      "pathStyleAccessEnabled",
      "s3AuthMethod",
      "s3BucketName",
      "s3MaxConnections",
      "s3RegionOverride",
      "sseEnabled",
      "ssl",
      "writeConcern",
    ]),
    customCertificates: store.customCertificates?.map((each) => fields(each, ["filename", "certString"])),
    oidc:
      store.oidc &&
      fields(store.oidc, ["enabled", "method", "tokenUri", "clientId", "scope", "tokenResource"]),
    s3BucketEndpoint: store.s3BucketEndpoint && withoutUserInfo(store.s3BucketEndpoint),
    uri: store.uri === undefined ? undefined : publicPartOf(store.uri),
    links: store.links?.map(documentedLink),
  };
}

export function documentedCluster(cluster: Cluster): Cluster {
  return {
    ...fields(cluster, [
      "id",
      "clusterName",
      "groupId",
      "lastHeartbeat",
      "replicaSetName",
      "shardName",
      "typeName",
    ]),
    links: cluster.links?.map(documentedLink),
  };
}

export function documentedEntry(entry: AccessListEntry): AccessListEntry {
  return {
    ...fields(entry, ["cidrBlock", "ipAddress", "count", "created", "lastUsed", "lastUsedAddress"]),
    links: entry.links?.map(documentedLink),
  };
}

function documentedLink(link: Link): Link {
  return fields(link, ["href", "rel"]);
}

/** The object with the named fields only; absent ones stay absent. */
function fields<T extends object, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> {
  const named = names.map((name) => [name, object[name]]);
  return withoutUndefined(Object.fromEntries(named)) as Pick<T, Name>;
}
