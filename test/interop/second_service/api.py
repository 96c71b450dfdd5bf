"""The public API v1.0 as far as the newer kinds of resources and an export need it, written from its documentation alone.

Where the documentation leaves several forms open, this has the one that is less expected, or that the emulator does not have.
`keys.py`, `backup.py` and `policies.py` add to its paths.
"""

import ipaddress
import itertools
import re
import secrets
import time
from http.client import responses
from urllib.parse import quote, unquote

BASE = "/api/public/v1.0"
ORG, API_KEY = secrets.token_hex(12), secrets.token_hex(12)
AUDIT, SYSTEM = "auditLogRotateConfig", "systemLogRotateConfig"
STORES = "/admin/backup/snapshot/s3Configs"

# By id; what a group has once by group, entries of the first key by block.
state = {"groups": {}, "automation": {}, "entries": {}, "stores": {}, "alertConfigs": {}, "globalAlerts": {}}
state |= {"keys": {}, "agentKeys": {}, "projectBackups": {}, "clusters": {}, "schedules": {}, "features": {}, "integrations": {}}
# Whether this is a version before 8.0.26, and the status of a group without a backup configuration: 404 or, as in 6.0, 401.
# And whether the key has global roles.
state["switches"] = {"isOld": False, "unset": 404, "isGlobal": True}
deleted_groups = set()
issued = []  # all keys that were ever shown in clear
counter = itertools.count(1)  # for what the service counts: another number in each response

class Refusal(Exception):
    def __init__(self, status, code, *parameters):
        self.status = status
        self.body = {"reason": responses[status], "error": status, "detail": ", ".join(parameters)}
        if code:
            self.body["errorCode"] = code

# --- Bodies: of each field the name of its type ---

def typed(**names):
    return {name: kind for kind, text in names.items() for name in text.split()}

GROUP = typed(str="name", list="tags ldapGroupMappings idpGroupMappings")
NEW_GROUP = {**GROUP, **typed(str="orgId", bool="withDefaultAlertsSettings")}
ENTRY = typed(str="ipAddress cidrBlock")
ALERT = typed(str="eventTypeName", bool="enabled", list="matchers notifications", dict="metricThreshold threshold")
GLOBAL_ALERT = {**ALERT, **typed(bool="forAllGroups", list="groupIds tags")}
ROTATION = typed(
    float="sizeThresholdMB percentOfDiskspace", int="timeThresholdHrs numUncompressed numTotal",
    bool="includeAuditLogsWithMongoDBLogs",
)
STORE = typed(
    str="awsAccessKey awsSecretKey s3AuthMethod s3BucketEndpoint s3BucketName s3RegionOverride uri writeConcern",
    bool="acceptedTos assignmentEnabled disableProxyS3 encryptedCredentials objectLockEnabled pathStyleAccessEnabled sseEnabled ssl",
    int="loadFactor s3MaxConnections", list="customCertificates labels", dict="oidc",
)
# One revision of the documentation requires disableProxyS3.
STORE_NEEDS = "acceptedTos disableProxyS3 pathStyleAccessEnabled s3BucketEndpoint s3BucketName s3MaxConnections sseEnabled uri"

def checked(body, fields, required=""):
    """The fields that have a value. Others than the listed ones, and masks, are refused by name."""
    given = {name: value for name, value in body.items() if value is not None}
    for name, value in given.items():
        kinds = {type(value).__name__, "float" if type(value) is int else ""}
        if fields.get(name) not in kinds or re.search(r"\*\*|REDACTED", str(value)):
            raise Refusal(400, "INVALID_ATTRIBUTE", name)
    for name in required.split():
        if name not in given:
            raise Refusal(400, "MISSING_ATTRIBUTE", name)
    return given

def one(collection, key, code):
    if key not in state[collection]:
        raise Refusal(404, code, key)
    return state[collection][key]

def now():
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())

def link(request, path, rel="self"):
    return {"href": f"http://{request.host}{BASE}{path}", "rel": rel}

def page(request, items, show, is_counted=True):
    """The newest first."""
    number, size = int(request.query.get("pageNum", 1)), min(int(request.query.get("itemsPerPage", 100)), 500)
    found = list(items)[::-1]
    numbers = {"self": number, "previous": number - 1, "next": number + 1 if number * size < len(found) else 0}
    links = [link(request, f"{request.path}?pageNum={at}&itemsPerPage={size}", rel) for rel, at in numbers.items() if at]
    results = [show(request, each) for each in found[(number - 1) * size:number * size]]
    return {**({"totalCount": len(found)} if is_counted else {}), "results": results, "links": links}

def turned(request, items):
    """Reads show lists in another order than writes."""
    return items[::-1] if request.method == "GET" else items

def issue(secret):
    issued.append(secret)
    return secret

# --- Projects ---

def group_of(group):
    # The role in a group goes with it.
    if group in deleted_groups:
        raise Refusal(401, "NOT_IN_GROUP", group)
    return one("groups", group, "GROUP_NOT_FOUND")

def groups_of(org, prefix=""):
    if org != ORG:
        raise Refusal(404, "ORG_NOT_FOUND", org)
    return [group for group in state["groups"].values() if group["name"].lower().startswith(prefix.lower())]

def check_mappings(body):
    """Each role has one entry, and there is one for the owner."""
    for name in ("ldapGroupMappings", "idpGroupMappings"):
        roles = [each["roleName"] for each in body.get(name, [])]
        if len(set(roles)) < len(roles):
            raise Refusal(400, "DUPLICATE_ROLE_ENTRY_IN_LDAP_MAPPING", *roles)
        if name in body and "GROUP_OWNER" not in roles:
            raise Refusal(400, "MISSING_ROLE_ENTRY_IN_LDAP_MAPPING", "GROUP_OWNER")
    return body

def show_mappings(request, group):
    """Those of LDAP are an empty list if they were never set."""
    def shown(mapping):
        return {name: turned(request, value) if isinstance(value, list) else value for name, value in mapping.items()}
    names = ("ldapGroupMappings", *(("idpGroupMappings",) if "idpGroupMappings" in group else ()))
    return {name: [shown(each) for each in turned(request, group.get(name, []))] for name in names}

def show_group(request, group, hidden=("agentApiKey",)):
    count = next(counter)
    links = [link(request, f"/groups/{group['id']}"), link(request, f"/orgs/{ORG}", "https://cloud.mongodb.com/orgs")]
    counts = {"activeAgentCount": count, "hostCounts": {"primary": count}, "replicaSetCount": count, "lastActiveAgent": now()}
    shown = {name: value for name, value in group.items() if name not in hidden}
    lists = {**show_mappings(request, group), "tags": sorted(group["tags"], reverse=True)}
    return {**shown, **counts, **lists, "publicApiEnabled": True, "links": links}

def group_named(request, name):
    found = [group for group in state["groups"].values() if group["name"] == name]
    if not found:
        raise Refusal(404, "GROUP_NAME_NOT_FOUND", name)
    return show_group(request, found[0], hidden=())

def create_group(request):
    body = check_mappings(checked(request.json, NEW_GROUP, "name orgId"))
    if any(group["name"] == body["name"] for group in groups_of(body["orgId"])):
        raise Refusal(409, "GROUP_ALREADY_EXISTS", body["name"])
    # There is no billing on premises.
    if body.pop("withDefaultAlertsSettings", True):
        raise Refusal(401, "BILLING_UNSUPPORTED")
    group = secrets.token_hex(12)
    state["groups"][group] = {"tags": [], **body, "id": group, "agentApiKey": issue(secrets.token_hex(20))}
    return show_group(request, state["groups"][group], hidden=())

def change_group(request, group):
    group_of(group).update(check_mappings(checked(request.json, GROUP)))
    return show_group(request, group_of(group))

def delete_group(_, group):
    del state["groups"][group_of(group)["id"]]
    deleted_groups.add(group)
    sweep()
    return {}

def sweep():
    """Removes what belonged to groups that are gone."""
    groups = state["groups"]
    for name in ("automation", "projectBackups", "features", "integrations"):
        state[name] = {group: value for group, value in state[name].items() if group in groups}
    for name in ("agentKeys", "alertConfigs", "clusters"):
        state[name] = {id: value for id, value in state[name].items() if value["groupId"] in groups}
    for key in state["keys"].values():
        key["roles"] = [role for role in key["roles"] if role.get("groupId") in (None, *groups)]

# --- Log rotations: that of the audit log has what is configured, that of the system log all settings ---

def get_rotation(_, group, log):
    group_of(group)
    settings = one("automation", group, "AUTOMATION_CONFIG_NOT_FOUND").get(log)
    if settings is None:
        return {name: 0 for name, kind in ROTATION.items() if kind != "bool"}
    defaults = {"numUncompressed": 5, "percentOfDiskspace": 0.02, "numTotal": 0, "includeAuditLogsWithMongoDBLogs": False}
    return settings if log == AUDIT else {**defaults, **settings}

def set_rotation(request, group, log):
    group_of(group)
    body = checked(request.json, ROTATION, "sizeThresholdMB timeThresholdHrs" if request.json else "")
    config = state["automation"].setdefault(group, {"version": 1})
    config.update({log: body or None, "version": config["version"] + 1})
    return body if log == AUDIT else {}

# --- Access lists ---

def block_of(text):
    try:
        return ipaddress.ip_interface(text).with_prefixlen
    except ValueError:
        raise Refusal(400, "INVALID_IP_ADDRESS_OR_CIDR_NOTATION", text) from None

def check_key(org, key):
    groups_of(org)
    if key != API_KEY:
        raise Refusal(400, "API_KEY_NOT_FOUND", key)

def show_entry(request, entry, in_list=True):
    """An address of a list has no ipAddress, and IPv6 is not shortened, as in Java."""
    ip, bits = (interface := ipaddress.ip_interface(entry["block"])).ip, interface.network.prefixlen
    address = str(ip) if ip.version == 4 else ":".join(f"{int(part, 16):x}" for part in ip.exploded.split(":"))
    is_one = bits == ip.max_prefixlen
    path = f"/orgs/{ORG}/apiKeys/{API_KEY}/accessList/{quote(address if is_one else f'{address}/{bits}', safe='')}"
    used = {"count": next(counter), "lastUsed": now(), "lastUsedAddress": address}
    alone = {"ipAddress": address} if is_one and not in_list else {}
    return {"cidrBlock": f"{address}/{bits}", "created": entry["created"], **used, **alone, "links": [link(request, path)]}

def list_entries(request, *ids):
    check_key(*ids)
    return page(request, state["entries"].values(), show_entry)

def add_entries(request, *ids):
    check_key(*ids)
    bodies = [checked(each, ENTRY) for each in request.json]
    if any(len(body) != 1 for body in bodies):
        raise Refusal(400, "BAD_ACCESS_LIST_ADD_REQUEST")
    blocks = [block_of(*body.values()) for body in bodies]
    if not state["entries"].keys().isdisjoint(blocks):
        raise Refusal(409, "ADDRESS_ALREADY_IN_ACCESS_LIST", *blocks)
    state["entries"].update({block: {"block": block, "created": now()} for block in blocks})
    return list_entries(request, *ids)

def entry_of(org, key, text):
    check_key(org, key)
    return one("entries", block_of(text), "API_KEY_ACCESS_LIST_NOT_FOUND")

def delete_entry(_, *ids):
    del state["entries"][entry_of(*ids)["block"]]
    return {}

# --- Stores, without defaults and empty lists ---

STORE_DEFAULTS = {"ssl": True, "writeConcern": "MAJORITY"}

def store_of(store):
    # Some responses have no code.
    return one("stores", store, None)

def show_store(request, store, path=STORES):
    key = store["awsAccessKey"]
    masked = {"awsAccessKey": f"{key[:4]}********{key[-4:]}", "awsSecretKey": "*" * 12}
    masked["uri"] = re.sub("//[^/@]*@", "//REDACTED:REDACTED@", store["uri"])
    shown = {name: value for name, value in store.items() if value != []}
    return {**STORE_DEFAULTS, **shown, **masked, "usedSize": next(counter), "links": [link(request, path)]}

def list_stores(request):
    is_all = request.query.get("assignableOnly") == "false"
    found = [store for store in state["stores"].values() if is_all or store.get("assignmentEnabled", True)]
    return page(request, found, lambda _, store: show_store(request, store, f"{STORES}/{store['id']}"))

def create_store(request):
    body = checked(request.json, {**STORE, "id": "str"}, f"id {STORE_NEEDS}")
    if body["id"] in state["stores"]:
        raise Refusal(409, "BACKUP_S3_CONFIG_EXISTS", body["id"])
    state["stores"][body["id"]] = body
    return show_store(request, body)

def replace_store(request, store):
    body = checked(request.json, STORE, STORE_NEEDS)
    given = {name: value for name, value in body.items() if STORE_DEFAULTS.get(name) != value}
    state["stores"][store] = {**given, "id": store_of(store)["id"]}
    return show_store(request, state["stores"][store])

def is_named(store, kind):
    """Whether the backup configuration of a group names a store."""
    filters = [each.get(name, []) for each in state["projectBackups"].values() for name in ("oplogStoreFilter", "snapshotStoreFilter")]
    return any(named["id"] == store and named["type"] == kind for each in filters for named in each)

def delete_store(_, store):
    if store_of(store).get("assignmentEnabled", True) or is_named(store, "s3blockstore"):
        raise Refusal(409, "BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG", store)
    del state["stores"][store]

# --- Alert configurations, as far as an export needs them ---

def alert_of(group, alert):
    group_of(group)
    return one("alertConfigs", alert, "ALERT_CONFIG_NOT_FOUND")

def show_alert(_, alert):
    return {"enabled": False, "matchers": [], "typeName": "HOST", "links": [], **alert}

def list_alerts(request, group):
    group_of(group)
    return page(request, [alert for alert in state["alertConfigs"].values() if alert["groupId"] == group], show_alert)

def write_alert(request, group, alert=None):
    former = alert_of(group, alert) if alert else {"id": secrets.token_hex(12), "groupId": group, "created": now()}
    body = checked(request.json, ALERT, "eventTypeName notifications")
    kept = {name: former[name] for name in ("id", "groupId", "created")}
    state["alertConfigs"][kept["id"]] = {**body, **kept, "updated": now()}
    return show_alert(request, state["alertConfigs"][kept["id"]])

def delete_alert(_, *ids):
    del state["alertConfigs"][alert_of(*ids)["id"]]

# --- Global alert configurations: lists in another order, notifications without ids, no switch ---

def global_alert_of(alert):
    return one("globalAlerts", alert, "GLOBAL_ALERT_CONFIG_NOT_FOUND")

def show_global_alert(request, alert):
    def shown(notification):
        return {name: f"{'*' * 20}{value[-4:]}" if name == "serviceKey" else value for name, value in notification.items()}
    lists = {name: alert[name][::-1] for name in ("groupIds", "tags") if name in alert}
    return show_alert(request, {**alert, **lists, "notifications": [shown(each) for each in alert["notifications"][::-1]]})

def write_global_alert(request, alert=None):
    former = global_alert_of(alert) if alert else {"id": secrets.token_hex(12), "created": now()}
    body = checked(request.json, GLOBAL_ALERT, "eventTypeName forAllGroups notifications")
    if body["forAllGroups"] == bool(body.get("groupIds")):
        raise Refusal(400, "INVALID_ATTRIBUTE", "groupIds")
    kept = {name: former[name] for name in ("id", "created")}
    state["globalAlerts"][kept["id"]] = {**body, **kept, "updated": now()}
    return show_global_alert(request, state["globalAlerts"][kept["id"]])

def delete_global_alert(_, alert):
    del state["globalAlerts"][global_alert_of(alert)["id"]]

# --- Paths ---

ROTATIONS = "/groups/{}/automationConfig/"
ENTRIES = "/orgs/{}/apiKeys/{}/accessList"
ROUTES = {
    "/": {"GET": lambda request: {"links": [link(request, "/groups", "https://cloud.mongodb.com/groups")]}},
    "/groups": {"GET": lambda request: page(request, groups_of(ORG), show_group), "POST": create_group},
    "/orgs/{}/groups": {"GET": lambda request, org: page(request, groups_of(org, request.query.get("name", "")), show_group)},
    "/groups/byName/{}": {"GET": group_named},
    "/groups/{}": {"GET": lambda request, id: show_group(request, group_of(id)), "PATCH": change_group, "DELETE": delete_group},
    ROTATIONS + AUDIT: {"GET": lambda *ids: get_rotation(*ids, AUDIT), "PUT": lambda *ids: set_rotation(*ids, AUDIT)},
    ROTATIONS + SYSTEM: {"GET": lambda *ids: get_rotation(*ids, SYSTEM), "PUT": lambda *ids: set_rotation(*ids, SYSTEM)},
    "/groups/{}/alertConfigs": {"GET": list_alerts, "POST": write_alert},
    "/groups/{}/alertConfigs/{}": {"GET": lambda _, *ids: show_alert(_, alert_of(*ids)), "PUT": write_alert, "DELETE": delete_alert},
    "/globalAlertConfigs": {
        "GET": lambda request: page(request, state["globalAlerts"].values(), show_global_alert), "POST": write_global_alert,
    },
    "/globalAlertConfigs/{}": {
        "GET": lambda request, id: show_global_alert(request, global_alert_of(id)),
        "PUT": write_global_alert, "DELETE": delete_global_alert,
    },
    ENTRIES: {"GET": list_entries, "POST": add_entries},
    ENTRIES + "/{}": {"GET": lambda request, *ids: show_entry(request, entry_of(*ids), in_list=False), "DELETE": delete_entry},
    STORES: {"GET": list_stores, "POST": create_store},
    STORES + "/{}": {"GET": lambda request, id: show_store(request, store_of(id)), "PUT": replace_store, "DELETE": delete_store},
    "/admin/backup/oplog/s3Configs": {"GET": lambda request: page(request, [], None)},
}

STATUSES = {}  # by method and pattern; otherwise 201 for POST, and 200

def respond(request):
    """Returns the status and the body of a response, which may have none."""
    parts = [unquote(part) for part in request.path.split("/")]
    if parts[1] == "admin" and not state["switches"]["isGlobal"]:
        raise Refusal(401, "USER_UNAUTHORIZED", request.path)
    for pattern, methods in sorted(ROUTES.items(), key=lambda route: route[0].count("{}")):
        own = pattern.split("/")
        if len(own) == len(parts) and all(name in ("{}", part) for name, part in zip(own, parts)):
            if request.method not in methods:
                raise Refusal(405, "METHOD_NOT_ALLOWED", request.method)
            variables = [part for name, part in zip(own, parts) if name == "{}"]
            status = STATUSES.get(f"{request.method} {pattern}", 201 if request.method == "POST" else 200)
            return status, methods[request.method](request, *variables)
    raise Refusal(404, "RESOURCE_NOT_FOUND", request.path)
