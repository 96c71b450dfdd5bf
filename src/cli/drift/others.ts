/** Compares cluster names, oplog stores and version manifests with the service. */

import { getCluster, listClusters } from "../../api/clusters";
import { orUndefined } from "../../api/common";
import { getOplogS3Config, listOplogS3Configs } from "../../api/oplog-s3-configs";
import { pathText } from "../../core/problems";
import { containsUnknown, isUnknown } from "../../core/unknowns";
import { OPEN_STORE_FIELDS, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import { isPlainObject, omit } from "../../json";
import { clusterName } from "../../resources/cluster-name/definition";
import { oplogS3Config } from "../../resources/oplog-s3-config/definition";
import { driftOf } from "../../resources/oplog-s3-config/drift";
import { existingStore } from "../../resources/oplog-s3-config/existing";
import { describeDrift } from "../../resources/version-manifest/comparison";
import { versionManifest } from "../../resources/version-manifest/definition";
import { fetchOutline } from "../../resources/version-manifest/source";
import type { Compared, Found } from "./findings";
import { findings, idsOf, stateOf, withoutUnknown } from "./findings";

export async function compareCluster({ resource, connection }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const { api, once } = connection;
  const { projectId, id: clusterId } = idsOf(resource, "<projectId>/<clusterId>");
  const listed = await once(`listed clusters of ${projectId}`, async () =>
    orUndefined(listClusters(api, projectId)),
  );
  const live = listed?.find((each) => each.id === clusterId) ?? (await getCluster(api, projectId, clusterId));
  if (live === undefined) return { missing: [{ urn, id }] };
  const { args } = stateOf(clusterName, resource, () => outputs);
  const isEncrypted = isUnknown(args.clusterName);
  const isSame = isEncrypted || args.clusterName === live.clusterName;
  return findings(resource, id, [], {
    changes: isSame ? [] : [{ path: ["clusterName"], before: args.clusterName, after: live.clusterName }],
    changedSecrets: [],
    unverified: isEncrypted ? ["clusterName"] : [],
  });
}

export async function compareStore({ resource, connection, showSecrets }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const { api, once } = connection;
  const listed = await once("listed oplog stores", async () => listOplogS3Configs(api));
  const live = listed.find((each) => each.id === id) ?? (await getOplogS3Config(api, id));
  if (live === undefined) return { missing: [{ urn, id }] };
  const { args, baseline } = stateOf(oplogS3Config, resource, () => withoutUnknown(outputs, ["__written"]));
  const isOpen =
    showSecrets &&
    args.imported !== true &&
    !containsUnknown([...SECRET_STORE_FIELDS.map((name) => args[name]), args.oidc]);
  const oidc = isPlainObject(args.oidc) ? omit(args.oidc, ["clientSecret"]) : args.oidc;
  const open = { ...omit(args, SECRET_STORE_FIELDS), oidc };
  const unknown = OPEN_STORE_FIELDS.filter((name) => containsUnknown(open[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, live[name]]));
  const drift = driftOf(
    { ...(isOpen ? args : (open as typeof args)), ...known },
    unknown.length === 0 ? baseline : undefined,
    live,
  );
  return findings(resource, id, [], {
    changes: drift.changes,
    changedSecrets: isOpen ? drift.changedSecrets : [],
    unverified: [
      ...unknown,
      ...(isOpen ? drift.unverifiedSecrets : existingStore(live).secrets.map(pathText)),
    ],
  });
}

export async function compareManifest({ resource, connection }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const live = await connection.once("manifest", async () => fetchOutline(connection.api));
  if (live === undefined) return { unverifiable: [{ urn, path: "manifest" }] };
  const { args, content, baseline } = stateOf(versionManifest, resource, () =>
    withoutUnknown(outputs, ["__written"]),
  );
  const { summary } = live.outline;
  const { manifestUpdated, versionCount } = content ?? {};
  // An encrypted state still has the timestamp and the number of versions.
  const isSame = manifestUpdated === summary.manifestUpdated && versionCount === summary.versionCount;
  const known = baseline ?? { manifestUpdated, canonicalSha256: isSame ? summary.canonicalSha256 : "" };
  const text = describeDrift(known, summary, args.allowDowngrade === true, () => undefined);
  return findings(resource, id, [], {
    changes:
      text === undefined
        ? []
        : [{ path: ["manifest"], before: manifestUpdated ?? null, after: summary.manifestUpdated ?? null }],
    changedSecrets: [],
    unverified: [],
  });
}
