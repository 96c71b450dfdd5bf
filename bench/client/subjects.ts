/** The compared clients. All request the same small object and return it. */

import axios from "axios";
import { Pool } from "undici";
import { PASSWORD, USER } from "./digest-check";
import type { Caller, Door } from "./exchange";
import { PATH, PROJECT } from "./exchange";

export interface Subject {
  readonly name: string;
  readonly door: Door;
  /** Creates a client for this concurrency as its documentation shows. */
  open(origin: string, concurrency: number): Promise<Caller>;
}

const nothing = async (): Promise<void> => {};

export const FLOOR = "undici without Digest (the floor)";
export const OURS = "pulumi-opsmanager/client";
export const OURS_SHA256 = `${OURS}, SHA-256`;

export const SUBJECTS: readonly Subject[] = [
  {
    name: FLOOR,
    door: "open",
    async open(origin, concurrency) {
      const pool = new Pool(origin, { connections: concurrency });
      return {
        get: async () => {
          const { statusCode, body } = await pool.request({
            method: "GET",
            path: PATH,
            headers: { accept: "application/json" },
          });
          if (statusCode !== 200) throw new Error(`status ${statusCode}`);
          return body.json();
        },
        close: () => pool.destroy(),
      };
    },
  },
  { name: OURS, door: "MD5", open: ours },
  { name: OURS_SHA256, door: "SHA-256", open: ours },
  {
    name: "digest-fetch",
    door: "MD5",
    async open(origin, concurrency) {
      const { DigestClient } = await import("digest-fetch");
      // A shared client sends a count twice if two requests overlap.
      const clients = Array.from({ length: concurrency }, () => new DigestClient(USER, PASSWORD));
      return {
        get: async (worker) => {
          const response = (await clients[worker]!.fetch(`${origin}${PATH}`)) as Response;
          if (response.status !== 200) throw new Error(`status ${response.status}`);
          return response.json();
        },
        close: nothing,
      };
    },
  },
  {
    name: "urllib",
    door: "MD5",
    async open(origin) {
      const { request } = await import("urllib");
      const digestAuth = `${USER}:${PASSWORD}`;
      return {
        get: async () => {
          const { status, data } = await request<unknown>(`${origin}${PATH}`, {
            digestAuth,
            dataType: "json",
          });
          if (status !== 200) throw new Error(`status ${status}`);
          return data;
        },
        close: nothing,
      };
    },
  },
  {
    name: "axios with @mhoc/axios-digest-auth",
    door: "MD5",
    async open(origin) {
      const { default: AxiosDigestAuth } = (await import("@mhoc/axios-digest-auth")).default;
      const client = new AxiosDigestAuth({ axios, username: USER, password: PASSWORD });
      return {
        get: async () => (await client.request({ method: "GET", url: `${origin}${PATH}` })).data as unknown,
        close: nothing,
      };
    },
  },
];

async function ours(origin: string, concurrency: number): Promise<Caller> {
  const { OpsManagerClient } = await import("pulumi-opsmanager/client");
  const client = new OpsManagerClient({
    baseUrl: origin,
    publicKey: USER,
    privateKey: PASSWORD,
    maxConcurrency: concurrency,
  });
  return {
    get: () => client.auditLogRotation.get(PROJECT),
    close: () => client.close(),
  };
}
