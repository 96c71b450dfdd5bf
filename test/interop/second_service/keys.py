"""API keys of the organization, their roles in groups, and the keys of agents."""

import secrets
import string
import time

import digest
from api import API_KEY, ORG, Refusal, checked, group_of, groups_of, issue, link, page, state, turned, typed

ORG_ROLES = {"ORG_OWNER", "ORG_MEMBER", "ORG_GROUP_CREATOR", "ORG_READ_ONLY"}
GROUP_ROLES = {f"GROUP_{name}" for name in (
    "AUTOMATION_ADMIN", "BACKUP_ADMIN", "DATA_ACCESS_ADMIN", "DATA_ACCESS_READ_ONLY", "DATA_ACCESS_READ_WRITE",
    "MONITORING_ADMIN", "OWNER", "READ_ONLY", "USER_ADMIN",
)}
KEY = typed(str="desc", list="roles")

# The key of the checks.
state["keys"][API_KEY] = {
    "id": API_KEY, "desc": "the first", "publicKey": digest.PUBLIC_KEY, "privateKey": digest.PRIVATE_KEY,
    "roles": [{"orgId": ORG, "roleName": "ORG_OWNER"}],
}

# --- Keys of the organization ---

def key_of(org, key):
    groups_of(org)
    if key not in state["keys"]:
        raise Refusal(400, "API_KEY_NOT_FOUND", key)
    return state["keys"][key]

def roles_from(body, place, names, code):
    if not body.get("roles"):
        raise Refusal(400, "MISSING_API_KEY_ROLES")
    for role in body["roles"]:
        if role not in names:
            raise Refusal(400, code, role)
    return [{**place, "roleName": role} for role in body["roles"]]

def org_roles(body):
    return roles_from(body, {"orgId": ORG}, ORG_ROLES, "INVALID_ROLE_FOR_ORG")

def group_roles(body, group):
    return roles_from(body, {"groupId": group}, GROUP_ROLES, "INVALID_ROLE_FOR_GROUP")

def check_desc(body):
    if not 1 <= len(body["desc"]) <= 250:
        raise Refusal(400, "INVALID_API_KEY_DESC", body["desc"])

def show_key(request, key, is_new=False):
    """Roles in groups are between those in the organization. Only a new key has links."""
    private = key["privateKey"] if is_new else f"********-****-****-{key['privateKey'][-12:]}"
    roles = sorted(turned(request, key["roles"]), key=lambda role: role["roleName"][-1])
    links = {"links": [link(request, f"/orgs/{ORG}/apiKeys/{key['id']}")]} if is_new else {}
    return {**key, "privateKey": private, "roles": roles, "isServiceAccount": False, **links}

def add_key(request, roles):
    body = checked(request.json, KEY)
    if "desc" not in body:
        raise Refusal(400, "API_KEY_REQUIRES_DESCRIPTION")
    check_desc(body)
    id, private = secrets.token_hex(12), "-".join(secrets.token_hex(size) for size in (4, 2, 2, 6))
    public = "".join(secrets.choice(string.ascii_lowercase) for _ in range(8))
    state["keys"][id] = {"id": id, "desc": body["desc"], "publicKey": public, "privateKey": issue(private), "roles": roles(body)}
    return show_key(request, state["keys"][id], is_new=True)

def list_keys(request, org):
    """The oldest first."""
    groups_of(org)
    return page(request, list(state["keys"].values())[::-1], show_key, is_counted=False)

def create_key(request, org):
    groups_of(org)
    return add_key(request, org_roles)

def change_key(request, *ids):
    key, body = key_of(*ids), checked(request.json, KEY)
    if "desc" in body:
        check_desc(body)
    if "roles" in body:
        key["roles"] = [role for role in key["roles"] if "orgId" not in role] + org_roles(body)
    key.update({name: value for name, value in body.items() if name == "desc"})
    return show_key(request, key)

def delete_key(_, *ids):
    del state["keys"][key_of(*ids)["id"]]

# --- Their roles in groups ---

def has_role(key, group):
    return any(role.get("groupId") == group for role in key["roles"])

def list_group_keys(request, group):
    group_of(group)
    return page(request, [key for key in state["keys"].values() if has_role(key, group)], show_key, is_counted=False)

def create_group_key(request, group):
    """A key of the organization, which gets a role in it as well."""
    group_of(group)
    return add_key(request, lambda body: [*group_roles(body, group), {"orgId": ORG, "roleName": "ORG_MEMBER"}])

def set_group_roles(key, group, roles):
    key["roles"] = [role for role in key["roles"] if role.get("groupId") != group] + roles

def assign_key(request, group, id):
    group_of(group)
    key = key_of(ORG, id)
    set_group_roles(key, group, group_roles(checked(request.json, typed(list="roles")), group))
    return show_key(request, key)

def unassign_key(_, group, id):
    group_of(group)
    key = key_of(ORG, id)
    if not has_role(key, group):
        raise Refusal(400, "API_KEY_NOT_FOUND", id)
    set_group_roles(key, group, [])

# --- Keys of agents: the id has both names, the time is a text, and masks do not show the length ---

def show_agent_key(key, is_new=False):
    shown = {name: value for name, value in key.items() if name != "groupId"}
    return {**shown, "_id": key["id"], "key": key["key"] if is_new else f"{'*' * 8}{key['key'][-4:]}"}

def list_agent_keys(_, group):
    """The key that came with the group is the first."""
    key = group_of(group)["agentApiKey"]
    born = {"id": f"{group[:-1]}0", "desc": "of the project", "createdBy": "PROVISIONING", "createdTime": "1767225600000", "key": key}
    return [show_agent_key(each) for each in (born, *state["agentKeys"].values()) if each.get("groupId", group) == group]

def create_agent_key(request, group):
    group_of(group)
    body = checked(request.json, typed(str="desc"), "desc")
    if len(body["desc"]) > 1000:
        raise Refusal(400, "INVALID_ATTRIBUTE", "desc")
    made = {"createdBy": "PUBLIC_API", "createdUserId": API_KEY, "createdIpAddr": "127.0.0.1"}
    time_text = str(time.time_ns() // 1_000_000)
    id = secrets.token_hex(12)
    key = {**body, **made, "id": id, "groupId": group, "createdTime": time_text, "key": issue(secrets.token_hex(24))}
    state["agentKeys"][id] = key
    return show_agent_key(key, is_new=True)

def delete_agent_key(_, group, id):
    group_of(group)
    if state["agentKeys"].get(id, {}).get("groupId") != group:
        raise Refusal(404, "INVALID_KEY_ID", id)
    del state["agentKeys"][id]

ROUTES = {
    "/orgs/{}/apiKeys": {"GET": list_keys, "POST": create_key},
    "/orgs/{}/apiKeys/{}": {
        "GET": lambda request, *ids: show_key(request, key_of(*ids)), "PATCH": change_key, "DELETE": delete_key,
    },
    "/groups/{}/apiKeys": {"GET": list_group_keys, "POST": create_group_key},
    "/groups/{}/apiKeys/{}": {"PATCH": assign_key, "DELETE": unassign_key},
    "/groups/{}/agentapikeys": {"GET": list_agent_keys, "POST": create_agent_key},
    "/groups/{}/agentapikeys/{}": {"DELETE": delete_agent_key},
}
STATUSES = {
    "POST /orgs/{}/apiKeys": 200, "DELETE /orgs/{}/apiKeys/{}": 204, "DELETE /groups/{}/apiKeys/{}": 204,
    "POST /groups/{}/agentapikeys": 200,
}
