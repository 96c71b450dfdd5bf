/** How the snapshot schedule of a cluster is changed and read. A destroy leaves it as it is. */

import { listClusters } from "../../api/clusters";
import { orUndefined } from "../../api/common";
import { getSnapshotSchedule, listBackupConfigs, updateSnapshotSchedule } from "../../api/snapshot-schedule";
import type { ResourceDefinition } from "../../core/definition";
import type { Problem } from "../../core/problems";
import { error, given } from "../../core/problems";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import { isApiError } from "../../errors";
import type { SnapshotSchedule, SnapshotScheduleBody } from "../../fields/snapshot-schedule";
import { SNAPSHOT_SCHEDULE } from "../../fields/snapshot-schedule";
import { CHECKPOINT_INTERVALS, SNAPSHOT_INTERVALS } from "../../fields/snapshot-schedule-catalogue";
import { argumentNames } from "../../fields/table";
import type { ApiClient } from "../../http/api-client";
import { pick } from "../../json";
import type { Unsettled } from "../../unknowns";
import { knownText, knownValue } from "../../unknowns";
import { SNAPSHOT_SCHEDULE_DESCRIPTION } from "./description";

type Args = SettingsArgs & SnapshotScheduleBody & { readonly clusterId: string };

/** The service stores the time in UTC. */
const OFFSET = /^(?:Z|([+-])(\d{2}):?([0-5]\d))$/;

/** What the service takes. */
const VALID_OFFSET = /^(?:Z|[+-](?:0\d|1[0-8])[0-5]\d)$/;

function minutesOf(offset: string | undefined): number {
  const [, sign, hours, minutes] = OFFSET.exec(offset ?? "Z") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

const DAY = 24 * 60;

/** The live schedule with its time at the offset of the program. */
function atOffsetOf({ referenceTimeZoneOffset: offset }: Args, live: SnapshotSchedule): SnapshotSchedule {
  const { referenceHourOfDay: hour, referenceMinuteOfHour: minute } = live;
  if (hour === undefined || minute === undefined) return live;
  const inUtc = hour * 60 + minute - minutesOf(live.referenceTimeZoneOffset);
  const time = (((inUtc + minutesOf(offset)) % DAY) + DAY) % DAY;
  return {
    ...live,
    referenceHourOfDay: Math.floor(time / 60),
    referenceMinuteOfHour: time % 60,
    referenceTimeZoneOffset: offset ?? live.referenceTimeZoneOffset,
  };
}

const { operations, declaring } = settingsKind<Args, SnapshotSchedule>(
  SNAPSHOT_SCHEDULE_DESCRIPTION,
  {
    read: async (api, { projectId = "", clusterId = "" }) => getSnapshotSchedule(api, projectId, clusterId),
    send: async (api, { projectId = "", clusterId = "" }, body) =>
      void (await updateSnapshotSchedule(api, projectId, clusterId, body)),
    isSet: () => true,
    shown: (live) => ({ effective: pick(live, argumentNames(SNAPSHOT_SCHEDULE)) }),
  },
  {
    keepsUndeclared: true,
    sendsDeclared: true,
    inWordsOf: atOffsetOf,
    validate: scheduleProblems,
    list: listSchedules,
    idsOf: ({ clusterId = "" }, projectId) => ({ projectId, clusterId }),
    option: {
      name: "snapshot-schedules",
      help: "export the snapshot schedules of the clusters of each project",
    },
  },
);

const definition: ResourceDefinition<Args, SettingsState<Args>> = {
  ...operations,
  delete: async () => undefined,
};

export const snapshotSchedule = { definition, declaring };

function scheduleProblems(args: Unsettled<Args>): Problem[] {
  const schedule = knownValue(args) ?? {};
  const oneOf = (
    name: "snapshotIntervalHours" | "clusterCheckpointIntervalMin",
    allowed: readonly number[],
  ) => {
    const value = schedule[name];
    const isFine = typeof value !== "number" || allowed.includes(value);
    return isFine ? [] : [error([name], `must be one of ${allowed.join(", ")}, not ${given(value, [name])}`)];
  };
  const { referenceHourOfDay: hour, referenceMinuteOfHour: minute } = schedule;
  const offset = knownText(schedule.referenceTimeZoneOffset);
  const path = ["referenceTimeZoneOffset"];
  const isHalf = (hour === undefined) !== (minute === undefined);
  const isAlone = offset !== undefined && hour === undefined && minute === undefined;
  return [
    ...oneOf("snapshotIntervalHours", SNAPSHOT_INTERVALS),
    ...oneOf("clusterCheckpointIntervalMin", CHECKPOINT_INTERVALS),
    ...(isHalf
      ? [
          error(
            [hour === undefined ? "referenceHourOfDay" : "referenceMinuteOfHour"],
            "is missing: the hour and the minute go together",
          ),
        ]
      : []),
    ...(isAlone ? [error(path, "goes with referenceHourOfDay and referenceMinuteOfHour only")] : []),
    ...(offset === undefined || VALID_OFFSET.test(offset)
      ? []
      : [error(path, `must be an offset such as +0200 or Z, not ${given(offset, path)}`)]),
  ];
}

/** The schedules of whole clusters: those of shards and config servers follow that of their cluster. */
async function listSchedules(api: ApiClient, projectId: string): Promise<SnapshotSchedule[]> {
  const isHidden = (cause: unknown): boolean => isApiError(cause) && [404, 405, 409].includes(cause.status);
  const backups = (await orUndefined(listBackupConfigs(api, projectId), isHidden)) ?? [];
  if (backups.length === 0) return [];
  const clusters = await listClusters(api, projectId);
  const isWhole = (id: string): boolean =>
    clusters.some(({ id: other, shardName, typeName }) => {
      const isPart = shardName !== undefined && typeName !== "SHARDED_REPLICA_SET";
      return other === id && !isPart && !/CONFIG_SERVER/.test(typeName ?? "");
    });
  const ids = backups.map(({ clusterId }) => clusterId).filter(isWhole);
  const found = await Promise.all(
    ids.toSorted().map(async (clusterId) => {
      const live = await orUndefined(getSnapshotSchedule(api, projectId, clusterId), isHidden);
      return live && { ...live, clusterId };
    }),
  );
  return found.filter((live) => live !== undefined);
}
