/** Checks the emulator with independent clients. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { output, fetchPythonPackages } from "./fetch";
import type { Check } from "./report";

const FORMS: readonly EmulatorOptions[] = [
  { algorithm: "MD5", challenge: "qop" },
  { algorithm: "SHA-256", challenge: "qop" },
  { algorithm: "MD5", challenge: "op" },
  { algorithm: "MD5", challenge: "none" },
];

export async function curlChecks(check: Check): Promise<void> {
  const version = (await output("curl", ["--version"])).split(" ").slice(0, 2).join(" ");
  for (const form of FORMS) {
    await check(`${version}, ${form.algorithm} with ${form.challenge}, against the emulator`, async () => {
      const emulator = await startEmulator(form);
      try {
        const configs = `${emulator.baseUrl}/api/public/v1.0/groups/${emulator.projectId}/alertConfigs`;
        const curl = async (
          method: string,
          url: string,
          body?: object,
          password = emulator.privateKey,
        ): Promise<{ status: string; text: string }> => {
          const sent =
            body === undefined ? [] : ["-H", "content-type: application/json", "-d", JSON.stringify(body)];
          const credentials = ["--digest", "-u", `${emulator.publicKey}:${password}`];
          const text = await output("curl", [
            "-sS",
            "-X",
            method,
            ...credentials,
            ...sent,
            "-w",
            "\n%{http_code}",
            url,
          ]);
          const end = text.lastIndexOf("\n");
          return { status: text.slice(end + 1), text: text.slice(0, end) };
        };
        const body = {
          eventTypeName: "NO_PRIMARY",
          notifications: [{ typeName: "SLACK", channelName: "#ops", apiToken: "xoxb-1", intervalMin: 60 }],
        };
        const created = await curl("POST", configs, body);
        assert.equal(created.status, "200", created.text);
        const one = `${configs}/${(JSON.parse(created.text) as { id: string }).id}`;
        assert.equal((await curl("GET", `${one}?pretty=true`)).status, "200");
        assert.equal((await curl("PUT", one, body)).status, "200");
        assert.equal((await curl("PATCH", one, { enabled: false })).status, "200");
        assert.equal((await curl("DELETE", one)).status, "204");
        assert.equal((await curl("GET", configs, undefined, "wrong")).status, "401");
      } finally {
        await emulator.close();
      }
    });
  }
}

export async function requestsChecks(check: Check): Promise<void> {
  const folder = await fetchPythonPackages("python-requests", ["requests"]);
  for (const form of FORMS) {
    await check(
      `Python requests, ${form.algorithm} with ${form.challenge}, against the emulator`,
      async () => {
        const emulator = await startEmulator(form);
        try {
          const { baseUrl, publicKey, privateKey, projectId } = emulator;
          const args = [join(__dirname, "requests_client.py"), baseUrl, publicKey, privateKey, projectId];
          const { stdout } = await promisify(execFile)("python3", args, {
            env: { ...process.env, PYTHONPATH: folder },
          });
          const { version, statuses } = JSON.parse(stdout) as { version: string; statuses: object };
          assert.deepEqual(statuses, {
            get: { 200: 1100 },
            post: { 200: 1 },
            put: { 200: 1 },
            patch: { 200: 1 },
            delete: { 204: 1 },
            wrong: { 401: 1 },
          });
          return `requests ${version}`;
        } finally {
          await emulator.close();
        }
      },
    );
  }
}
