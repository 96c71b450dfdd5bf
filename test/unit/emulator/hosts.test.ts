import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import { authorize } from "./signed-fetch";

// fetch() does not allow a custom Host header.
function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; challenge: string; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const challenge = received["www-authenticate"] ?? "";
      text(response).then((body) => resolve({ status, challenge, body }), reject);
    });
    outgoing.on("error", reject).end();
  });
}

describe("the Host header of the API", () => {
  const started: Emulator[] = [];
  afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));
  const start = async (options: EmulatorOptions = {}): Promise<Emulator> => {
    const emulator = await startEmulator(options);
    started.push(emulator);
    return emulator;
  };

  const API = "/api/public/v1.0";

  async function signed(emulator: Emulator, method: string, path: string, host: string) {
    const target = API + path;
    const { challenge } = await ask(emulator.baseUrl + target, "GET", {});
    const nonce = /nonce="([^"]*)"/.exec(challenge)?.[1] ?? "";
    const authorization = authorize({ ...emulator, method, target, nonce });
    return ask(emulator.baseUrl + target, method, { host, authorization });
  }

  const foreign = ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"];
  for (const host of foreign) {
    it(`is refused if it names ${host}, as in a DNS rebinding request`, async () => {
      const emulator = await start();
      const path = `/groups/${emulator.projectId}/clusters`;
      const { status, body, challenge } = await signed(emulator, "GET", path, host);
      assert.deepEqual([status, challenge], [403, ""]);
      assert.match(
        JSON.parse(body).detail,
        /^The Host header must name localhost, 127\.0\.0\.1, \[::1\] or /,
      );
      const unsigned = await ask(`${emulator.baseUrl}${API}/unauth/versionManifest`, "GET", { host });
      assert.equal(unsigned.status, 403);
    });
  }

  it("is refused if it is missing", async () => {
    const { port } = new URL((await start()).baseUrl);
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`GET ${API}/unauth/versionManifest HTTP/1.0\r\n\r\n`);
    assert.match(await text(socket), /^HTTP\/1\.1 403 /);
  });

  it("of another host lets no write through, also not before an injected response", async () => {
    const emulator = await start({ faults: [{ action: { status: 500, afterWork: true } }] });
    const [alert] = emulator.alertConfigs().list();
    const path = `/groups/${emulator.projectId}/alertConfigs/${alert?.id}`;
    await signed(emulator, "DELETE", path, "evil.example");
    assert.equal((await signed(emulator, "DELETE", path, "evil.example")).status, 403);
    assert.deepEqual(emulator.alertConfigs().get(alert?.id ?? ""), alert);
  });

  for (const host of ["127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:8080", "[::1]", "[::1]:8080"]) {
    it(`may name ${host}`, async () =>
      assert.equal((await signed(await start(), "GET", "/groups", host)).status, 200));
  }

  it("may name the host of publicUrl", async () => {
    const emulator = await start({ publicUrl: "https://OpsManager.example.com:8443" });
    for (const host of ["opsmanager.example.com", "opsmanager.example.com:8443", "localhost"])
      assert.equal((await signed(emulator, "GET", "/groups", host)).status, 200);
    assert.equal((await signed(emulator, "GET", "/groups", "example.com")).status, 403);
    const control = await ask(emulator.controlUrl, "GET", { host: "opsmanager.example.com" });
    assert.equal(control.status, 403);
  });
});
