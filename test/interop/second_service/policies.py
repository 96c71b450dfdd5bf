"""What another system controls in a group, and the integrations of a group with other services."""

import re
import secrets

from api import Refusal, checked, group_of, now, page, state, turned, typed

# --- Feature control: all fields of a system, each policy with parameters ---

POLICIES = {"EXTERNALLY_MANAGED_LOCK"} | {f"DISABLE_{name}" for name in (
    "USER_MANAGEMENT", "AUTHENTICATION_MECHANISMS", "SET_MONGOD_CONFIG", "SET_MONGOD_VERSION", "BACKUP_AGENT",
    "MONGOD_LOG_MANAGEMENT", "IMPORT_TO_AUTOMATION", "AGENT_API_KEY_MANAGEMENT", "MONGOD_HOST_MANAGEMENT",
)}

def get_feature_control(request, group):
    """Without any field if it was never set."""
    group_of(group)
    control = state["features"].get(group)
    if control is None:
        return {}
    policies = [{**each, "disabledParams": turned(request, each.get("disabledParams") or [])} for each in control["policies"]]
    system = {"systemId": None, "version": None, **control["externalManagementSystem"]}
    return {**control, "policies": turned(request, policies), "externalManagementSystem": system}

def set_feature_control(request, group):
    group_of(group)
    body = checked(request.json, typed(dict="externalManagementSystem", list="policies"), "externalManagementSystem policies")
    checked(body["externalManagementSystem"], typed(str="name systemId version"), "name")
    for each in body["policies"]:
        if checked(each, typed(str="policy", list="disabledParams"), "policy")["policy"] not in POLICIES:
            raise Refusal(400, "INVALID_ENUM_VALUE", each["policy"])
    former = state["features"].get(group, {"_id": secrets.token_hex(12), "created": now()})
    state["features"][group] = {"_id": former["_id"], "created": former["created"], "updated": now(), **body}
    return get_feature_control(request, group)

# --- Integrations: writes return a list, masks are short, and lists are not counted ---

HEX = "[0-9a-f]{32}"
# The fields of each type: required, optional, secret, never shown.
TYPES = {
    "PAGER_DUTY": ("serviceKey", "", "serviceKey", ""),
    "SLACK": ("apiToken teamName", "channelName", "apiToken", ""),
    "DATADOG": ("apiKey", "", "apiKey", ""),
    "OPS_GENIE": ("apiKey", "region", "apiKey", ""),
    "VICTOR_OPS": ("apiKey", "routingKey", "apiKey", ""),
    "WEBHOOK": ("url", "secret", "secret", ""),
    "MICROSOFT_TEAMS": ("microsoftTeamsWebhookUrl", "", "microsoftTeamsWebhookUrl", ""),
    "PROMETHEUS": (
        "username password listenAddress serviceDiscovery scheme enabled", "tlsPemPath tlsPemPassword", "", "password tlsPemPassword",
    ),
}
DEFAULTS = {"SLACK": {"channelName": ""}, "OPS_GENIE": {"region": "US"}}
FORMS = {"PAGER_DUTY": ("serviceKey", "INVALID_PAGER_DUTY_SERVICE_KEY"), "DATADOG": ("apiKey", "INVALID_DATADOG_API_KEY")}

def show_integration(_, integration):
    name = integration["type"]
    _, _, secret, hidden = (text.split() for text in TYPES[name])
    masked = {field: f"**{integration[field][-4:]}" for field in secret if field in integration}
    shown = {field: value for field, value in integration.items() if field not in hidden}
    return {"isLegacy": False, **DEFAULTS.get(name, {}), **shown, **masked}

def integrations_of(group):
    return state["integrations"].get(group_of(group)["id"], {})

def integration_of(group, name):
    if name not in integrations_of(group):
        raise Refusal(404, "INTEGRATION_NOT_CONFIGURED", name)
    return integrations_of(group)[name]

def list_integrations(request, group):
    return page(request, integrations_of(group).values(), show_integration, is_counted=False)

def write_integration(request, group, name):
    if name not in TYPES:
        raise Refusal(400, "INVALID_ENUM_VALUE", name)
    required, optional, *_ = TYPES[name]
    former = integrations_of(group).get(name, {})
    if former and request.method == "POST":
        raise Refusal(409, "INTEGRATION_ALREADY_CONFIGURED", name)
    fields = {**typed(str=f"type {required} {optional}"), "enabled": "bool"}
    body = {**former, **checked(request.json, fields, "type")}
    checked(body, fields, required)
    if body["type"] != name:
        raise Refusal(400, "INVALID_ATTRIBUTE", "type")
    field, code = FORMS.get(name, (None, None))
    if field and not re.fullmatch(HEX, body[field]):
        raise Refusal(400, code, field)
    state["integrations"].setdefault(group, {})[name] = body
    return list_integrations(request, group)

def delete_integration(_, group, name):
    integration_of(group, name)
    notifications = [each for alert in state["alertConfigs"].values() if alert["groupId"] == group for each in alert["notifications"]]
    if name == "WEBHOOK" and any(each["typeName"] == "WEBHOOK" for each in notifications):
        raise Refusal(400, "WEBHOOK_NOTIFICATIONS_PRESENT")
    del state["integrations"][group][name]

ROUTES = {
    "/groups/{}/controlledFeature": {"GET": get_feature_control, "PUT": set_feature_control},
    "/groups/availablePolicies": {"GET": lambda _: {"policies": [{"policy": name} for name in sorted(POLICIES)]}},
    "/groups/{}/integrations": {"GET": list_integrations},
    "/groups/{}/integrations/{}": {
        "GET": lambda request, *ids: show_integration(request, integration_of(*ids)),
        "POST": write_integration, "PUT": write_integration, "DELETE": delete_integration,
    },
}
