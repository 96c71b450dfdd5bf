/** Checks our client with Jetty, whose Digest authenticator sends challenges like those of the service. */

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isAuthError } from "../../src/errors";
import { fetchDebianPackages } from "./fetch";
import { RESPONSE, createCountingClient } from "./our-client";
import type { Check } from "./report";
import type { Server } from "./server";
import { startProgram } from "./server";

const USER = { publicKey: 'ab"c\\d', privateKey: 'pä:ss "w\\ord' };
const READ = { method: "GET", path: "/things", schema: RESPONSE } as const;
const MODULES = ["server", "security", "http", "io", "util"];

export async function jettyChecks(check: Check): Promise<void> {
  const folder = join(
    await fetchDebianPackages("jetty", ["libjetty9-java", "libservlet-api-java"]),
    "usr/share/java",
  );
  const jars = [...MODULES.map((name) => `jetty9-${name}.jar`), "servlet-api.jar"].map((name) =>
    join(folder, name),
  );
  for (const jar of jars)
    assert.ok(existsSync(jar), `${jar} is not in the package: ${readdirSync(folder).join(", ")}`);
  const start = async (port = 0, nonceMs = 60_000): Promise<Server> =>
    startProgram(
      "java",
      [
        "-cp",
        jars.join(":"),
        join(__dirname, "JettyServer.java"),
        String(port),
        String(nonceMs),
        USER.publicKey,
        USER.privateKey,
      ],
      {
        LC_ALL: "C.UTF-8",
        JAVA_TOOL_OPTIONS: "-Dsun.jnu.encoding=UTF-8 -Dfile.encoding=UTF-8 -Dorg.eclipse.jetty.LEVEL=WARN",
      },
      (output) => {
        const [, name, port_] = /^(\d+\.\S+) (\d+)$/m.exec(output) ?? [];
        return name === undefined ? undefined : { name: `Jetty ${name}`, port: Number(port_) };
      },
    );

  const server = await start();
  try {
    await check(
      "our client against Jetty: 3,000 requests, 64 concurrent, one challenge for each nonce",
      async () => {
        const client = createCountingClient({ baseUrl: server.origin, ...USER, maxConcurrency: 64 });
        await Promise.all(Array.from({ length: 3000 }, () => client.request(READ)));
        await client.close();
        assert.equal(client.refusals(), 3);
        assert.equal(client.exchanges.length, 3003);
        return server.name;
      },
    );

    await check("our client against Jetty: every method, special characters in targets, bodies", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER });
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        const json = method === "GET" || method === "DELETE" ? undefined : { name: "Jäs" };
        const response = await client.request({
          method,
          path: "/a%2Fb/10.0.0.0%2F8",
          query: { q: "x y&z" },
          json,
          schema: RESPONSE,
        });
        assert.deepEqual(response, {
          method,
          target: "/api/public/v1.0/a%2Fb/10.0.0.0%2F8?q=x+y%26z",
          bytes: json === undefined ? 0 : 15,
        });
      }
      await client.close();
      assert.equal(client.refusals(), 1);
    });

    await check("our client against Jetty: 10 MB are sent once", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER });
      const bytes = Buffer.alloc(10_485_760, "x");
      const response = await client.request({ method: "PUT", path: "/manifest", bytes, schema: RESPONSE });
      await client.close();
      assert.equal(response.bytes, bytes.length);
      assert.deepEqual(
        client.exchanges.map(({ method, status }) => [method, status]),
        [
          ["GET", 401],
          ["PUT", 200],
        ],
      );
    });

    await check("our client against Jetty: a wrong key is reported after two round trips", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER, privateKey: "wrong" });
      const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => client.request(READ)));
      await client.close();
      assert.ok(outcomes.every((outcome) => outcome.status === "rejected" && isAuthError(outcome.reason)));
      assert.ok(client.exchanges.length <= 4, String(client.exchanges.length));
    });

    await check("our client against Jetty: a restart of the server", async () => {
      const client = createCountingClient({ baseUrl: server.origin, ...USER });
      await Promise.all(Array.from({ length: 100 }, () => client.request(READ)));
      await server.stop();
      const second = await start(Number(new URL(server.origin).port));
      try {
        await Promise.all(Array.from({ length: 100 }, () => client.request(READ)));
      } finally {
        await second.stop();
        await client.close();
      }
      assert.ok(client.refusals() <= 1 + 16, String(client.refusals()));
    });
  } finally {
    await server.stop();
  }

  await check("our client against Jetty: nonces with a lifetime of one second", async () => {
    const short = await start(0, 1000);
    try {
      const client = createCountingClient({ baseUrl: short.origin, ...USER, maxConcurrency: 8 });
      const until = Date.now() + 3500;
      let requests = 0;
      while (Date.now() < until) {
        await Promise.all(Array.from({ length: 8 }, () => client.request(READ)));
        requests += 8;
      }
      await client.close();
      assert.ok(client.refusals() <= 4 * 8 + 8, String(client.refusals()));
      return `${requests} requests, ${client.refusals()} challenged`;
    } finally {
      await short.stop();
    }
  });
}
