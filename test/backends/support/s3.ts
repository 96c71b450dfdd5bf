/** A real S3-compatible server, built from the Go module proxy. It listens on a Unix socket, to which a free port leads. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../support/repository";
import { run } from "../../support/run";
import { listen } from "../../support/listen";
import { type BackendServer, untilListening } from "./server";

const BUCKET = "pulumi-state";
const KEYS = { access: "backends", secret: "only-for-this-test" };

export async function startS3(): Promise<BackendServer> {
  const program = await build();
  const folder = await mkdtemp(join(tmpdir(), "s3-"));
  const [data, socket] = [join(folder, "data"), join(folder, "socket")];
  await mkdir(join(data, BUCKET), { recursive: true });
  const keys = { ROOT_ACCESS_KEY: KEYS.access, ROOT_SECRET_KEY: KEYS.secret };
  const server = spawn(program, ["--quiet", "--port", socket, "posix", "--nometa", data], {
    env: { ...process.env, ...keys },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  await untilListening(server, socket);
  const door = createServer((client) => {
    const inside = connect(socket);
    for (const [from, to] of [[client, inside] as const, [inside, client] as const]) {
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  const endpoint = await listen(door);
  return {
    env: {
      PULUMI_BACKEND_URL: `s3://${BUCKET}?endpoint=${endpoint}&disableSSL=true&s3ForcePathStyle=true`,
      AWS_ACCESS_KEY_ID: KEYS.access,
      AWS_SECRET_ACCESS_KEY: KEYS.secret,
      AWS_REGION: "us-east-1",
    },
    async close() {
      door.close();
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Builds the server of `test/backends/go/go.mod`, once. */
async function build(): Promise<string> {
  const program = join(repository, ".build/backends/versitygw");
  if (existsSync(program)) return program;
  const args = ["build", "-trimpath", "-o", program, "github.com/versity/versitygw/cmd/versitygw"];
  const { code, output } = await run("go", args, {
    cwd: join(repository, "test/backends/go"),
    env: process.env,
  });
  if (code !== 0) throw new Error(`the S3 server cannot be built: install Go 1.25 or later\n${output}`);
  return program;
}
