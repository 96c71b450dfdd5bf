import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, servers } from "../unit/http/servers";
import { created, did } from "./support/assertions";
import { usePlayground } from "./support/playground";

const MANIFEST =
  '{"updated": 1793491200000, "versions": [\r\n{"name": "7.0.31"}, {"name": "8.0.17"}, {"name": "8.0.17-ent"}]}\n';
const TOKEN = "t0ken-in-a-query";

describe("a version manifest from an https URL", function () {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-remote-"));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, CERTIFICATE.cert);
  after(() => rmSync(folder, { recursive: true }));

  const start = servers();
  const playground = usePlayground(this, {
    program: "",
    // The first variable is for the provider, the second for the engine.
    env: { NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: ca },
  });
  const held = (): string | undefined => playground.emulator.versionManifest.get("current")?.text;
  const program = (origin: string): string => `new opsmanager.VersionManifest("versions", {
    manifest: new pulumi.asset.RemoteAsset("${origin}/8.0.json?sig=${TOKEN}"),
  });`;

  it("is downloaded without our credentials, and shows no diff while its bytes are the same", async () => {
    const requested = new Set<string>();
    const server = await start.https((request, response) => {
      requested.add(`${request.url} with ${request.headers.authorization}`);
      response.end(MANIFEST);
    }, CERTIFICATE);
    await playground.rewrite(program(server.origin));
    did(await playground.run("up"), [created("versions")]);
    assert.equal(held(), MANIFEST);
    assert.deepEqual([...requested], [`/8.0.json?sig=${TOKEN} with undefined`]);

    await playground.rewrite(program(server.origin).replace(TOKEN, "another-token"));
    playground.emulator.clearRequests();
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
  });
});
