"""A second server of the public API v1.0, which shares nothing with the emulator: `python3 test/interop/second_service`.

It listens on 127.0.0.1, prints its port, keys and ids as one line of JSON, and ends when standard input is closed.

/control needs no key. GET returns the state, the writes that were carried out, the faults that are left and all keys that were
issued. PATCH merges into the
state (RFC 7396), as somebody does who changes objects by hand. POST adds faults: each applies to the next request that matches it,
and loses the response after the request was carried out, or refuses the request.
"""

import json
import platform
import re
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import api
import backup
import digest
import keys
import policies

for part in (keys, backup, policies):
    api.ROUTES.update(part.ROUTES)
api.STATUSES.update(keys.STATUSES)

lock = threading.Lock()
writes, faults = [], []

def merged(target, patch):
    if not isinstance(patch, dict):
        return patch
    whole = {**(target if isinstance(target, dict) else {})}
    whole.update({name: merged(whole.get(name), value) for name, value in patch.items()})
    return {name: value for name, value in whole.items() if value is not None}

def control(method, body):
    if method == "PATCH":
        api.state.update(merged(api.state, body))
        api.sweep()
    if method == "POST":
        faults.extend(body)
    return {"state": api.state, "writes": writes, "faults": faults, "issued": api.issued}

def take_fault(request):
    for fault in faults:
        texts = ((fault["path"], request.path), (fault.get("body", ""), request.text))
        if fault["method"] == request.method and all(re.search(pattern, text) for pattern, text in texts):
            faults.remove(fault)
            return fault
    return {}

def carry_out(request):
    """Returns the status and the body of the response; without a status it is lost."""
    fault = take_fault(request)
    refusal = "errorCode" in fault and api.Refusal(fault.get("status", 409), fault["errorCode"], "as asked")
    try:
        if refusal and not fault.get("afterWork"):
            raise refusal
        status, body = api.respond(request)
        if request.method != "GET":
            writes.append(f"{request.method} {request.path}")
        if refusal:
            raise refusal
        return (None, None) if fault.get("lose") else (status, body)
    except api.Refusal as refused:
        return refused.status, refused.body

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def send(self, status, body, *headers, kind="application/json"):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        number = "7.0.12.500" if api.state["switches"]["isOld"] else "8.0.27.500"
        version = ("X-MongoDB-Service-Version", f"gitHash=0f0e0d0c; versionString={number}.20261101T0000Z")
        length = (("Content-Type", kind), ("Content-Length", str(len(content)))) if status != 204 else ()
        for name, value in (*length, version, *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def handle_request(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        target = urlsplit(self.path)
        with lock:
            if self.path == "/control":
                return self.send(200, control(self.command, json.loads(text or "null")))
            verdict = digest.verdict_on(self.command, self.path, self.headers.get("Authorization"))
            if verdict != "valid":
                offers = [("WWW-Authenticate", each) for each in digest.challenges(verdict == "stale")]
                body = {"reason": "Unauthorized", "error": 401, "detail": "You are not authorized for this resource."}
                return self.send(401, body, *offers, kind="application/json;charset=ISO-8859-1")
            status, body = carry_out(SimpleNamespace(
                method=self.command, host=self.headers["Host"], text=text, json=json.loads(text or "null"),
                path=target.path.removeprefix(api.BASE) or "/", query=dict(parse_qsl(target.query)),
            ))
        if status is None:
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        return self.send(status, body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
about = {"port": server.server_port, "name": f"Python {platform.python_version()}", "orgId": api.ORG, "apiKeyId": api.API_KEY}
print(json.dumps({**about, "publicKey": digest.PUBLIC_KEY, "privateKey": digest.PRIVATE_KEY}), flush=True)
sys.stdin.read()
