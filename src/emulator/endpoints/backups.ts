import { readBackupChange, type BackupChange } from "../backup-validation";
import { backupOf, CHANGES, findCluster, requireMonitored, requireWhole, statusOf } from "../cluster-backup";
import { REL_NAMESPACE, selfLink, type Context, type Route } from "../context";
import type { BackupConfig, Cluster, SnapshotSchedule } from "../entities";
import { serviceError } from "../errors";
import { buildListBody, type Link } from "../paging";
import { requireProjectRole, requireReadableProject } from "../permissions";
import { list, one } from "../reply";
import { DEFAULT_SCHEDULE, readScheduleChange } from "../snapshot-schedule-validation";

const COLLECTION = "/groups/{projectId}/backupConfigs";
const ITEM = `${COLLECTION}/{clusterId}`;
const SCHEDULE = `${ITEM}/snapshotSchedule`;

/**
 * `/groups/{projectId}/backupConfigs` and the snapshot schedule below each (Ops Manager documentation, "Backup
 * Configurations", "Snapshot Schedule").
 */
export function backupRoutes(context: Context): Route[] {
  const { backupConfigs, clusters, snapshotSchedules } = context.store.tables;
  const { settings } = context;

  const groupUrl = (groupId: string): string => `${context.apiUrl()}/groups/${groupId}`;
  const url = ({ groupId, id }: Cluster): string => `${groupUrl(groupId)}/backupConfigs/${id}`;
  const link = (href: string, relation: string): Link => ({ href, rel: `${REL_NAMESPACE}/${relation}` });
  const clusterLink = ({ groupId, id }: Cluster): Link =>
    link(`${groupUrl(groupId)}/clusters/${id}`, "cluster");

  const view = (cluster: Cluster, config: BackupConfig, statusName: string): object => {
    const { transition: _, ...fields } = config;
    return { ...fields, clusterId: cluster.id, statusName };
  };

  const links = (cluster: Cluster): Link[] => [
    selfLink(url(cluster)),
    clusterLink(cluster),
    link(groupUrl(cluster.groupId), "group"),
    link(`${url(cluster)}/snapshotSchedule`, "snapshotSchedule"),
  ];

  /** Whether the backup has to be synchronized first. @throws ServiceError if the state cannot become this one */
  const checkStatus = (config: BackupConfig, statusName: string, syncSource: string | undefined): boolean => {
    const current = statusOf(config);
    const { from, error } = CHANGES[statusName] ?? { from: [], error: "UNSUPPORTED_SET_BACKUP_STATE" };
    if (!from.includes(current)) throw serviceError(error, current);
    const isInitial = statusName === "STARTED" && current !== "STOPPED";
    if (isInitial && syncSource === undefined && config.storageEngineName === "WIRED_TIGER")
      throw serviceError("MISSING_SYNC_SOURCE");
    return isInitial;
  };

  /** Returns the state for the response. */
  const applyChange = (current: BackupConfig, { fields, statusName, syncSource }: BackupChange): string => {
    const config = { ...current, ...fields };
    if (statusName === undefined) {
      backupConfigs.set(config);
      return statusOf(config);
    }
    const isInitial = checkStatus(config, statusName, syncSource);
    const { transition: _, ...settled } = config;
    const { groupId, clusterId } = config;
    const readsLeft = settings.backupTransitionReads;
    const during = (name: string): Pick<BackupConfig, "transition"> =>
      readsLeft > 0 ? { transition: { statusName: name, readsLeft } } : {};
    if (statusName === "TERMINATING") {
      snapshotSchedules.delete(groupId, clusterId);
      backupConfigs.set({ ...settled, statusName: "INACTIVE", ...during(statusName) });
      return statusName;
    }
    if (isInitial) snapshotSchedules.set({ groupId, clusterId, ...DEFAULT_SCHEDULE });
    const next = { ...settled, statusName, ...(isInitial ? during("PROVISIONING") : {}) };
    backupConfigs.set(next);
    return statusOf(next);
  };

  /** @throws ServiceError if there is none: the cluster is not backed up */
  const findSchedule = (cluster: Cluster): SnapshotSchedule => {
    requireMonitored(cluster);
    const { groupId, id: clusterId, parentId } = cluster;
    const statusName = statusOf(backupOf(context, cluster));
    if (parentId !== undefined || statusName === "INACTIVE" || statusName === "TERMINATING")
      throw serviceError("BACKUP_CONFIG_NOT_FOUND", clusterId);
    return snapshotSchedules.get(groupId, clusterId) ?? { groupId, clusterId, ...DEFAULT_SCHEDULE };
  };

  const viewSchedule = (cluster: Cluster, schedule: SnapshotSchedule): object => ({
    ...schedule,
    links: [
      selfLink(`${url(cluster)}/snapshotSchedule`),
      clusterLink(cluster),
      link(url(cluster), "backupConfig"),
    ],
  });

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(request) {
        const { id } = requireReadableProject(context, request);
        const rows = clusters.rows(id);
        rows.forEach(requireMonitored);
        const row = (cluster: Cluster): object => {
          const config = backupOf(context, cluster);
          const statusName = statusOf(config, cluster.parentId === undefined);
          return { ...view(cluster, config, statusName), links: [selfLink(url(cluster))] };
        };
        return list(buildListBody(rows, row, `${groupUrl(id)}/backupConfigs`, request.query));
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(request) {
        requireReadableProject(context, request);
        const cluster = findCluster(context, request);
        requireMonitored(cluster);
        const config = backupOf(context, cluster);
        return one({ ...view(cluster, config, statusOf(config, true)), links: links(cluster) });
      },
    },
    {
      method: "PATCH",
      path: ITEM,
      body: "json",
      handle(request) {
        requireProjectRole(context, request, "GROUP_OWNER", "GROUP_BACKUP_ADMIN");
        const cluster = findCluster(context, request);
        requireMonitored(cluster);
        requireWhole(cluster);
        const config = backupOf(context, cluster);
        const statusName = applyChange(config, readBackupChange(request.body, config));
        return one({ ...view(cluster, backupOf(context, cluster), statusName), links: links(cluster) });
      },
    },
    {
      method: "GET",
      path: SCHEDULE,
      handle(request) {
        requireReadableProject(context, request);
        const cluster = findCluster(context, request);
        return one(viewSchedule(cluster, findSchedule(cluster)));
      },
    },
    {
      method: "PATCH",
      path: SCHEDULE,
      body: "json",
      handle(request) {
        requireProjectRole(context, request, "GROUP_OWNER", "GROUP_BACKUP_ADMIN");
        const cluster = findCluster(context, request);
        requireWhole(cluster);
        const current = findSchedule(cluster);
        const change = readScheduleChange(request.body, current, {
          typeName: cluster.typeName,
          wide: settings.wideRetention,
          newer: settings.newerFields,
        });
        const schedule = { ...current, ...change };
        snapshotSchedules.set(schedule);
        return one(viewSchedule(cluster, schedule));
      },
    },
  ];
}
