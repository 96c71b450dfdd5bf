import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { API, emulators, send, sharedEmulator, signed } from "./client";

describe("the Host header of the API", () => {
  const emulator = sharedEmulator();
  const start = emulators();

  for (const host of ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"])
    it(`is refused if it names ${host}, as in a DNS rebinding request`, async () => {
      const headers = { host };
      const refused = await signed(emulator, `GET /groups/${emulator.projectId}/clusters`, { headers });
      assert.deepEqual([refused.status, refused.headers["www-authenticate"]], [403, undefined]);
      assert.match(refused.body.detail, /^The Host header must name localhost, 127\.0\.0\.1, \[::1\] or /);
      const manifest = await send(`GET ${emulator.baseUrl}${API}/unauth/versionManifest`, { headers });
      assert.equal(manifest.status, 403);
    });

  it("is refused if it is missing", async () => {
    const { port } = new URL(emulator.baseUrl);
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`GET ${API}/unauth/versionManifest HTTP/1.0\r\n\r\n`);
    assert.match(await text(socket), /^HTTP\/1\.1 403 /);
  });

  it("of another host lets no write through, also not before an injected response", async () => {
    emulator.faults.add({ action: { status: 500, afterWork: true } });
    const [alert] = emulator.alertConfigs().list();
    const line = `DELETE /groups/${emulator.projectId}/alertConfigs/${alert?.id}`;
    const headers = { host: "evil.example" };
    await signed(emulator, line, { headers });
    assert.equal((await signed(emulator, line, { headers })).status, 403);
    assert.deepEqual(emulator.alertConfigs().get(alert?.id ?? ""), alert);
  });

  for (const host of ["127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:8080", "[::1]", "[::1]:8080"])
    it(`may name ${host}`, async () =>
      assert.equal((await signed(emulator, "GET /groups", { headers: { host } })).status, 200));

  it("may name the host of publicUrl", async () => {
    const named = await start({ publicUrl: "https://OpsManager.example.com:8443" });
    const ask = async (host: string) => (await signed(named, "GET /groups", { headers: { host } })).status;
    for (const host of ["opsmanager.example.com", "opsmanager.example.com:8443", "localhost"])
      assert.equal(await ask(host), 200);
    assert.equal(await ask("example.com"), 403);
    const headers = { host: "opsmanager.example.com" };
    assert.equal((await send(`GET ${named.controlUrl}`, { headers })).status, 403);
  });
});
