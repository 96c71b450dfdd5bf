"""Stores in MongoDB deployments and in files, the backup configuration of groups, backups of clusters and their schedules."""

import re

from api import Refusal, checked, counter, group_of, is_named, link, now, one, page, state, turned, typed

# --- Stores: what is not set is missing, numbers are floats, and one setting is newer than its readers ---

MONGO = typed(
    str="id uri writeConcern", bool="assignmentEnabled encryptedCredentials ssl", int="loadFactor compactionHours", list="labels",
)
FILES = typed(
    str="id storePath wtCompressionSetting mmapv1CompressionSetting", bool="assignmentEnabled", int="loadFactor compactionHours",
    list="labels",
)
MONGO_DEFAULTS = {"assignmentEnabled": False, "ssl": False, "encryptedCredentials": False, "loadFactor": 1, "compactionHours": 24}
FILE_DEFAULTS = {"assignmentEnabled": False, "loadFactor": 1, "compactionHours": 24}

class Stores:
    """A collection of stores: its name in the state and in filters, its fields, their defaults, a required one, and its codes."""

    def __init__(self, name, kind, fields, defaults, needs, not_found, in_use):
        self.name, self.kind, self.fields, self.defaults = name, kind, fields, defaults
        self.needs, self.not_found, self.in_use = needs, not_found, in_use
        state[name] = {}

    def one(self, id):
        return one(self.name, id, self.not_found)

    def show(self, request, store, path=None):
        whole = {**self.defaults, **store}
        shown = {name: float(value) if type(value) is int else value for name, value in whole.items() if value != []}
        if "labels" in shown:
            shown["labels"] = turned(request, shown["labels"])
        if "uri" in shown and not state["switches"]["isOld"]:
            shown["uri"] = re.sub("//[^/@]*@", "//REDACTED:REDACTED@", shown["uri"])
        links = {"links": [link(request, path)]} if path else {}
        return {**shown, "usedSize": next(counter) / 8, **links}

    def list(self, request):
        is_all = request.query.get("assignableOnly") == "false"
        found = [store for store in state[self.name].values() if is_all or store.get("assignmentEnabled", False)]
        return page(request, found, self.show)

    def create(self, request):
        body = checked(request.json, self.fields, f"id {self.needs}")
        if body["id"] in state[self.name]:
            raise Refusal(409, None, body["id"])
        state[self.name][body["id"]] = body
        return self.show(request, body, request.path)

    def replace(self, request, id):
        self.one(id)
        body = checked(request.json, self.fields, self.needs)
        if body.get("id", id) != id:
            raise Refusal(400, "ATTRIBUTE_READ_ONLY", "id")
        state[self.name][id] = {**body, "id": id}
        return self.show(request, state[self.name][id], request.path)

    def delete(self, _, id):
        if is_named(self.one(id)["id"], self.kind):
            raise Refusal(409, self.in_use, id)
        del state[self.name][id]

    def routes(self, path):
        return {
            path: {"GET": self.list, "POST": self.create},
            path + "/{}": {
                "GET": lambda request, id: self.show(request, self.one(id)), "PUT": self.replace, "DELETE": self.delete,
            },
        }

SNAPSHOTS = Stores(
    "mongoStores", "blockstore", {**MONGO, "maxCapacityGB": "int"}, MONGO_DEFAULTS, "uri",
    "MONGO_SNAPSHOT_CONFIG_NOT_FOUND", "BACKUP_CANNOT_REMOVE_DB_STORE_CONFIG",
)
OPLOGS = Stores(
    "oplogStores", "oplogStore", MONGO, MONGO_DEFAULTS, "uri",
    "MONGO_OPLOG_CONFIG_NOT_FOUND", "BACKUP_CANNOT_REMOVE_OPLOG_STORE_CONFIG",
)
FILE_STORES = Stores(
    "fileStores", "fileSystemStore", FILES, FILE_DEFAULTS, "storePath",
    "FILESYSTEM_SNAPSHOT_CONFIG_NOT_FOUND", "BACKUP_CANNOT_REMOVE_FS_STORE_CONFIG",
)

# --- The backup configuration of a group: labels may be null, a PUT clears what it leaves out ---

FILTERS = ("labelFilter", "daemonFilter", "oplogStoreFilter", "snapshotStoreFilter", "syncStoreFilter")
CONFIG = typed(str="id kmipClientCertPath kmipClientCertPassword", list=" ".join(FILTERS))
STORE_TYPES = {
    "oplogStoreFilter": {"oplogStore", "s3OplogStore", "thirdPartyOplogStore"},
    "snapshotStoreFilter": {"s3blockstore", "blockstore", "fileSystemStore"},
}

def show_config(request, group, config):
    lists = {name: config.get(name, None if name == "labelFilter" else []) for name in FILTERS}
    shown = {name: value and turned(request, value) for name, value in lists.items()}
    links = {} if request.method == "GET" else {"links": [link(request, f"/admin/backup/groups/{group}")]}
    return {**config, **shown, "id": group, **links}

def get_config(request, group):
    group_of(group)
    if group not in state["projectBackups"]:
        status = state["switches"]["unset"]
        raise Refusal(status, "BACKUP_DEPLOYMENT_NOT_FOUND" if status == 404 else "USER_UNAUTHORIZED", group)
    return show_config(request, group, state["projectBackups"][group])

def set_config(request, group):
    group_of(group)
    body = checked(request.json, CONFIG)
    if body.pop("id", group) != group:
        raise Refusal(400, "GROUP_MISMATCH", group)
    if "kmipClientCertPassword" in body and "kmipClientCertPath" not in body:
        raise Refusal(400, "BACKUP_KMIP_CERTIFICATE_PATH_REQUIRED")
    for name, types in STORE_TYPES.items():
        for store in body.get(name, []):
            if set(store) != {"id", "type"} or store["type"] not in types:
                raise Refusal(400, "INVALID_ENUM_VALUE", name)
    state["projectBackups"][group] = body
    return show_config(request, group, body)

def list_configs(request):
    return page(request, state["projectBackups"].items(), lambda _, config: show_config(request, *config))

# --- Clusters and their backups: `of` is the cluster that a shard belongs to ---

def clusters_of(group):
    return [cluster for cluster in state["clusters"].values() if cluster["groupId"] == group_of(group)["id"]]

def cluster_of(group, id):
    found = [cluster for cluster in clusters_of(group) if cluster["id"] == id]
    if not found:
        raise Refusal(404, "CLUSTER_NOT_FOUND", id)
    return found[0]

def show_cluster(_, cluster):
    return {**{name: value for name, value in cluster.items() if name not in ("of", "status")}, "lastHeartbeat": now()}

def backup_of(group, id):
    cluster = cluster_of(group, id)
    if "status" not in cluster:
        raise Refusal(409, "CANNOT_GET_BACKUP_CONFIG_INVALID_STATE", id)
    return cluster

def show_backup(_, cluster):
    """Moves on with each look."""
    status = cluster["status"]
    cluster["status"] = {"PROVISIONING": "STARTED", "TERMINATING": "INACTIVE"}.get(status, status)
    return {"groupId": cluster["groupId"], "clusterId": cluster["id"], "statusName": status, "storageEngineName": "WIRED_TIGER"}

MOVES = {
    ("INACTIVE", "STARTED"): "PROVISIONING", ("STOPPED", "STARTED"): "STARTED", ("TERMINATING", "STARTED"): "STARTED",
    ("STARTED", "STOPPED"): "STOPPED", ("STOPPED", "TERMINATING"): "TERMINATING",
}
VERBS = {"STARTED": "START", "STOPPED": "STOP", "TERMINATING": "TERMINATE"}
NEW_SCHEDULE = {
    "snapshotIntervalHours": 6, "snapshotRetentionDays": 2, "dailySnapshotRetentionDays": 7, "weeklySnapshotRetentionWeeks": 4,
    "monthlySnapshotRetentionMonths": 1, "pointInTimeWindowHours": 24, "fullIncrementalDayOfWeek": "SUNDAY",
}

def check_whole(cluster):
    if "of" in cluster:
        raise Refusal(409, "CANNOT_MODIFY_SHARD_BACKUP_CONFIG", cluster["id"], cluster["of"])

def change_backup(request, group, id):
    cluster = backup_of(group, id)
    check_whole(cluster)
    asked = checked(request.json, typed(str="statusName syncSource"), "statusName")["statusName"]
    if asked not in VERBS:
        raise Refusal(403, "UNSUPPORTED_SET_BACKUP_STATE", asked)
    if (cluster["status"], asked) not in MOVES:
        raise Refusal(409, f"CANNOT_{VERBS[asked]}_BACKUP_INVALID_STATE", cluster["status"])
    cluster["status"] = MOVES[cluster["status"], asked]
    if cluster["status"] == "TERMINATING":
        state["schedules"].pop(id, None)
    else:
        state["schedules"].setdefault(id, NEW_SCHEDULE)
    shown = {"groupId": group, "clusterId": id, "statusName": cluster["status"], "storageEngineName": "WIRED_TIGER"}
    return shown

# --- Schedules: numbers are floats, what is not set is missing, but the checkpoint interval is 0 then ---

SCHEDULE = typed(
    int="snapshotIntervalHours snapshotRetentionDays dailySnapshotRetentionDays weeklySnapshotRetentionWeeks pointInTimeWindowHours"
        " monthlySnapshotRetentionMonths clusterCheckpointIntervalMin referenceHourOfDay referenceMinuteOfHour",
    str="clusterId groupId fullIncrementalDayOfWeek referenceTimeZoneOffset",
)
MEANINGS = {
    "snapshotIntervalHours": ((6, 8, 12, 24), "INVALID_SNAPSHOT_INTERVAL"),
    "snapshotRetentionDays": (range(1, 6), "INVALID_SNAPSHOT_RETENTION_PERIOD"),
    "dailySnapshotRetentionDays": (range(366), "INVALID_DAILY_SNAPSHOT_RETENTION_PERIOD"),
    "weeklySnapshotRetentionWeeks": (range(53), "INVALID_WEEKLY_SNAPSHOT_RETENTION_PERIOD"),
    "monthlySnapshotRetentionMonths": (range(37), "INVALID_MONTHLY_SNAPSHOT_RETENTION_PERIOD"),
    "clusterCheckpointIntervalMin": ((15, 30, 60), "INVALID_CLUSTER_CHECKPOINT_INTERVAL"),
    "referenceHourOfDay": (range(24), "INVALID_REFERENCE_HOUR_OF_DAY"),
    "referenceMinuteOfHour": (range(60), "INVALID_REFERENCE_MINUTE_OF_HOUR"),
}

def schedule_of(group, id):
    cluster = backup_of(group, id)
    if cluster["status"] == "TERMINATING":
        raise Refusal(409, "CANNOT_GET_BACKUP_CONFIG_INVALID_STATE", id)
    if cluster["status"] == "INACTIVE":
        raise Refusal(404, "BACKUP_CONFIG_NOT_FOUND", id)
    return cluster, state["schedules"][id]

def show_schedule(request, cluster, schedule):
    """In an older version without the day of the full snapshot."""
    shown = {"clusterCheckpointIntervalMin": 0, **schedule}
    if state["switches"]["isOld"]:
        shown.pop("fullIncrementalDayOfWeek", None)
    numbers = {name: float(value) for name, value in shown.items() if isinstance(value, int)}
    links = [link(request, request.path), link(request, request.path.rsplit("/", 1)[0], "http://mms.mongodb.com/backupConfig")]
    return {**shown, **numbers, "clusterId": cluster["id"], "groupId": cluster["groupId"], "links": links}

def in_utc(body):
    """The hour and the minute of a body, which go together."""
    offset = body.get("referenceTimeZoneOffset", "+0000")
    found = re.fullmatch(r"([+-])(\d\d)([0-5]\d)|Z", offset)
    if not found:
        raise Refusal(400, "INVALID_REFERENCE_TIMEZONE_OFFSET", offset)
    given = [name for name in ("referenceHourOfDay", "referenceMinuteOfHour") if name in body]
    if len(given) == 1 or not given and "referenceTimeZoneOffset" in body:
        raise Refusal(400, "INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS", *given)
    if not given:
        return {}
    ahead = 0 if offset == "Z" else int(found[1] + "1") * (int(found[2]) * 60 + int(found[3]))
    minutes = (body["referenceHourOfDay"] * 60 + body["referenceMinuteOfHour"] - ahead) % (24 * 60)
    return {"referenceHourOfDay": minutes // 60, "referenceMinuteOfHour": minutes % 60, "referenceTimeZoneOffset": "+0000"}

def change_schedule(request, group, id):
    check_whole(backup_of(group, id))
    cluster, schedule = schedule_of(group, id)
    body = checked(request.json, SCHEDULE)
    for name, own in (("clusterId", id), ("groupId", group)):
        if body.pop(name, own) != own:
            raise Refusal(400, "GROUP_MISMATCH", name)
    for name, (values, code) in MEANINGS.items():
        if name in body and body[name] not in values:
            raise Refusal(400, code, str(body[name]))
    if "clusterCheckpointIntervalMin" in body and cluster["typeName"] != "SHARDED_REPLICA_SET":
        raise Refusal(400, "CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET", id)
    state["schedules"][id] = {**schedule, **body, **in_utc(body)}
    return show_schedule(request, cluster, state["schedules"][id])

BACKUPS = "/groups/{}/backupConfigs"
ROUTES = {
    **SNAPSHOTS.routes("/admin/backup/snapshot/mongoConfigs"),
    **OPLOGS.routes("/admin/backup/oplog/mongoConfigs"),
    **FILE_STORES.routes("/admin/backup/snapshot/fileSystemConfigs"),
    "/admin/backup/groups": {"GET": list_configs},
    "/admin/backup/groups/{}": {"GET": get_config, "PUT": set_config},
    "/groups/{}/clusters": {"GET": lambda request, group: page(request, clusters_of(group), show_cluster)},
    "/groups/{}/clusters/{}": {"GET": lambda request, *ids: show_cluster(request, cluster_of(*ids))},
    BACKUPS: {
        "GET": lambda request, group: page(request, [backup_of(group, each["id"]) for each in clusters_of(group)], show_backup),
    },
    BACKUPS + "/{}": {"GET": lambda request, *ids: show_backup(request, backup_of(*ids)), "PATCH": change_backup},
    BACKUPS + "/{}/snapshotSchedule": {
        "GET": lambda request, *ids: show_schedule(request, *schedule_of(*ids)), "PATCH": change_schedule,
    },
}
