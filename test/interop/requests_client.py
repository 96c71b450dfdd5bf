"""Python requests as a Digest client; arguments: base URL, user, password, project. Prints one line of JSON."""

import json
import sys

import requests
from requests.auth import HTTPDigestAuth

base, user, password, project = sys.argv[1:5]
session = requests.Session()
session.auth = HTTPDigestAuth(user, password)
api = base + "/api/public/v1.0"
configs = api + "/groups/" + project + "/alertConfigs"
body = {
    "eventTypeName": "NO_PRIMARY",
    "enabled": True,
    "notifications": [{"typeName": "SLACK", "channelName": "#ops", "apiToken": "xoxb-1", "intervalMin": 60}],
}

statuses = {}


def note(name, response):
    statuses.setdefault(name, {}).setdefault(response.status_code, 0)
    statuses[name][response.status_code] += 1
    return response


for _ in range(1100):
    note("get", session.get(api + "/alertConfigs/matchers/fieldNames?pretty=true"))
created = note("post", session.post(configs, json=body)).json()
one = configs + "/" + created["id"]
note("put", session.put(one, json=body))
note("patch", session.patch(one, json={"enabled": False}))
note("delete", session.delete(one))
note("wrong", requests.get(configs, auth=HTTPDigestAuth(user, "wrong")))
print(json.dumps({"version": requests.__version__, "statuses": statuses}))
