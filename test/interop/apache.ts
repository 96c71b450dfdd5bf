/** Checks our client with Apache httpd, which compares the `uri` and sends `nextnonce`. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAuthError } from "../../src/errors";
import { fetchDebianPackages, output } from "./fetch";
import { RESPONSE, createCountingClient } from "./our-client";
import type { Check } from "./report";
import { startProgram } from "./server";

const USER = { publicKey: "abcdefgh", privateKey: "4f1d7a52-90c3" };
const REALM = "MMS Public API";
const READ = { method: "GET", path: "/things", schema: RESPONSE } as const;
const MODULES = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_digest", "alias"];

export async function apacheChecks(check: Check): Promise<void> {
  const root = await fetchDebianPackages("apache", ["apache2-bin", "libapr1", "libaprutil1"]);
  const lifetimeSeconds = 2;
  const folder = mkdtempSync(join(tmpdir(), "interop-apache-"));
  const architecture = (
    await output("dpkg-architecture", ["-qDEB_HOST_MULTIARCH"]).catch(() => "x86_64-linux-gnu")
  ).trim();
  const port = await findFreePort();
  writeConfiguration(folder, join(root, "usr/lib/apache2/modules"), port, lifetimeSeconds);
  const server = await startProgram(
    join(root, "usr/sbin/apache2"),
    ["-DFOREGROUND", "-d", folder, "-f", join(folder, "httpd.conf")],
    { LD_LIBRARY_PATH: join(root, "usr/lib", architecture) },
    () => {
      const log = existsSync(join(folder, "error.log"))
        ? readFileSync(join(folder, "error.log"), "utf8")
        : "";
      const name = /(Apache\/[\d.]+).*resuming normal operations/.exec(log)?.[1];
      return name === undefined ? undefined : { name, port };
    },
  );
  try {
    await check(
      "our client against Apache httpd: 1,000 requests, 32 concurrent, with nextnonce",
      async () => {
        const client = createCountingClient({ baseUrl: server.origin, ...USER, maxConcurrency: 32 });
        const until = Date.now() + 2.5 * lifetimeSeconds * 1000;
        let requests = 0;
        while (requests < 1000 || Date.now() < until) {
          await Promise.all(Array.from({ length: 32 }, () => client.request(READ)));
          requests += 32;
        }
        await client.close();
        // The first challenge, and requests in progress when a nonce expires; later ones use nextnonce.
        assert.ok(client.refusals() <= 1 + 2 * 32, String(client.refusals()));
        return `${server.name}, ${requests} requests, ${client.refusals()} challenged`;
      },
    );

    await check("our client against Apache httpd: special characters in targets", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER });
      for (const path of ["/a%2Fb", "/10.0.0.0%2F8", "/%C3%A9%20x", "/a;b=c"]) {
        await client.request({ method: "GET", path, query: { q: "x y&z", empty: "" }, schema: RESPONSE });
      }
      await client.close();
      assert.equal(client.exchanges.filter(({ status }) => status === 400).length, 0);
    });

    await check("our client against Apache httpd: a wrong key is reported", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER, privateKey: "wrong" });
      const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => client.request(READ)));
      await client.close();
      assert.ok(outcomes.every((outcome) => outcome.status === "rejected" && isAuthError(outcome.reason)));
      assert.ok(client.exchanges.length <= 4, String(client.exchanges.length));
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function writeConfiguration(folder: string, modules: string, port: number, lifetimeSeconds: number): void {
  // Started as root, it changes to another user, who must be able to read.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "htdocs"));
  writeFileSync(join(folder, "htdocs/response.json"), '{"method":"GET","target":"","bytes":0}');
  const ha1 = createHash("md5").update(`${USER.publicKey}:${REALM}:${USER.privateKey}`).digest("hex");
  writeFileSync(join(folder, "users"), `${USER.publicKey}:${REALM}:${ha1}\n`);
  writeFileSync(
    join(folder, "httpd.conf"),
    [
      ...MODULES.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
      `Listen 127.0.0.1:${port}`,
      "ServerName 127.0.0.1",
      "User www-data",
      "Group www-data",
      "PidFile httpd.pid",
      "ErrorLog error.log",
      "DocumentRoot htdocs",
      "AllowEncodedSlashes NoDecode",
      `AliasMatch "^/.*" "${folder}/htdocs/response.json"`,
      "MaxKeepAliveRequests 0",
      "<Directory />",
      "  AllowOverride None",
      "</Directory>",
      "<Location />",
      "  AuthType Digest",
      `  AuthName "${REALM}"`,
      "  AuthDigestProvider file",
      `  AuthUserFile ${folder}/users`,
      `  AuthDigestNonceLifetime ${lifetimeSeconds}`,
      "  Require valid-user",
      "</Location>",
      "",
    ].join("\n"),
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
