import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Pins, sha256 } from "../../support/engine/sha256";
import { downloadRelease, platform } from "../../support/engine/download";
import { pinnedVersion } from "../../support/engine/pinned";
import { checkPinnedEngine } from "../../support/engine/verify";
import { fakeContext, temporaryFolders, writeEngine } from "./fakes";

const archiveName = `pulumi-v${pinnedVersion}-${platform}.tar.gz`;
const checksumsName = `pulumi-${pinnedVersion}-checksums.txt`;

describe("engine: download", () => {
  const temporaryFolder = temporaryFolders();
  const { context, messages } = fakeContext({ path: "/usr/bin:/bin" });
  const proxy = process.env["no_proxy"];
  let server: Server;
  let url: string;
  let served: Map<string, string | Buffer>;
  let archiveSum: string;
  let folders: { binDir: string; scratch: string };

  beforeEach(async () => {
    process.env["no_proxy"] = "127.0.0.1";
    const folder = await temporaryFolder();
    folders = { binDir: join(folder, "bin"), scratch: join(folder, "scratch") };
    await mkdir(folders.binDir);
    await mkdir(folders.scratch);
    const archive = join(folder, archiveName);
    await writeEngine(join(folder, "pulumi"));
    execFileSync("tar", ["-czf", archive, "-C", folder, "pulumi"]);
    await rm(join(folder, "pulumi"), { recursive: true });
    archiveSum = await sha256(archive);

    served = new Map<string, string | Buffer>([[`/${archiveName}`, await readFile(archive)]]);
    server = createServer((request, response) => {
      const body = served.get(request.url ?? "");
      response.writeHead(body === undefined ? 404 : 200, { connection: "close" }).end(body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.close();
    if (proxy === undefined) delete process.env["no_proxy"];
    else process.env["no_proxy"] = proxy;
    messages.length = 0;
  });

  const download = async (pinned?: string) => {
    const pins: Pins =
      pinned === undefined
        ? {}
        : { [pinnedVersion]: { origin: "this test", sha256: { [platform]: pinned } } };
    await downloadRelease({ url, pins }, folders, context);
    await checkPinnedEngine(folders.binDir, context);
  };
  it("unpacks an archive with the pinned SHA-256", async () => {
    await download(archiveSum);
    assert.equal(messages[0], `downloading ${url}/${archiveName}`);
  });

  it("does not unpack an archive with another SHA-256 than the pinned or the published one", async () => {
    const wanted = "0".repeat(64);
    const message = `${url}/${archiveName} has SHA-256 ${archiveSum}, expected ${wanted}`;
    await assert.rejects(download(wanted), { message });
    served.set(`/${checksumsName}`, `${wanted}  ${archiveName}\n`);
    await assert.rejects(download(), { message });
    assert.deepEqual(await readdir(folders.binDir), []);
  });

  it("uses the published checksums if none is pinned, and reports that", async () => {
    served.set(`/${checksumsName}`, `${"1".repeat(64)}  other.tar.gz\n${archiveSum} *./${archiveName}\r\n`);
    await download();
    assert.match(messages[0] ?? "", /^no SHA-256 is pinned for .+; using the one in /);
  });

  it("does not download an archive without a checksum", async () => {
    served.set(`/${checksumsName}`, `${archiveSum}  other.tar.gz\n`);
    await assert.rejects(download(), /has no line for/);
    served.delete(`/${checksumsName}`);
    await assert.rejects(download(), /returned 404/);
    assert.deepEqual(await readdir(folders.scratch), []);
  });
});
