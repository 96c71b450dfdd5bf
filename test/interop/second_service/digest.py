"""HTTP Digest (RFC 7616): SHA-256, or MD5 for older clients. Each nonce serves 25 requests within 20 seconds."""

import base64
import hashlib
import hmac
import re
import secrets
import time

REALM, OPAQUE = "MMS Public API", secrets.token_hex(8)
PUBLIC_KEY, PRIVATE_KEY = "qmzvhkwb", secrets.token_hex(16)
HASHES = {"SHA-256": hashlib.sha256, "MD5": hashlib.md5}
MAX_COUNT, MAX_AGE_SECONDS = 25, 20
nonces = {}  # the time of birth and the counts of each

def challenges(stale):
    nonce = base64.b64encode(secrets.token_bytes(24)).decode()
    nonces[nonce] = (time.monotonic(), set())
    shared = f'realm="{REALM}", domain="", nonce="{nonce}", qop="auth", opaque="{OPAQUE}", stale={str(stale).lower()}'
    return [f"Digest {shared}, algorithm={algorithm}" for algorithm in HASHES]

def verdict_on(method, target, authorization):
    """Returns "valid", "stale" if only the nonce is refused, or "wrong"."""
    scheme, _, rest = (authorization or "").partition(" ")
    pairs = re.findall(r'(\w+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))', rest)
    given = {name.lower(): quoted or token for name, quoted, token in pairs}
    algorithm = given.get("algorithm", "MD5")
    if scheme.lower() != "digest" or algorithm not in HASHES:
        return "wrong"

    def digest(*parts):
        return HASHES[algorithm](":".join(parts).encode()).hexdigest()

    nonce, nc, cnonce, qop = (given.get(name, "") for name in ("nonce", "nc", "cnonce", "qop"))
    signed = digest(digest(PUBLIC_KEY, REALM, PRIVATE_KEY), nonce, nc, cnonce, qop, digest(method, target))
    expected = {"username": PUBLIC_KEY, "realm": REALM, "uri": target, "qop": "auth", "opaque": OPAQUE}
    is_whole = all(given.get(name) == value for name, value in expected.items())
    is_counted = re.fullmatch(r"[0-9a-f]{8}", nc) and cnonce != ""
    if not (is_whole and is_counted and hmac.compare_digest(given.get("response", ""), signed)):
        return "wrong"
    born, counts = nonces.get(nonce, (0, None))
    count = int(nc, 16)
    if counts is None or time.monotonic() - born > MAX_AGE_SECONDS or count > MAX_COUNT or count in counts:
        return "stale"
    counts.add(count)
    return "valid"
