/** Reads the TLS options of a connection. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { rootCertificates } from "node:tls";
import { ConfigError } from "../errors";
import type { ConnectionOptions } from "./options";

export type TlsOptions = ReturnType<typeof readTlsOptions>;

/** @throws ConfigError for an unreadable file, text that is not PEM, or a client certificate without its key */
export function readTlsOptions(
  { caCert, clientCert, clientKey }: Pick<ConnectionOptions, "caCert" | "clientCert" | "clientKey">,
  env: NodeJS.ProcessEnv,
) {
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    throw new ConfigError(
      "clientCert and clientKey must be set together: for mutual TLS set both, else neither.",
    );
  }
  return {
    /** Always set, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable verification. */
    rejectUnauthorized: true as const,
    ...(caCert !== undefined && {
      /** All trusted CAs, in PEM. */
      ca: [...rootCertificates, ...extraCertificates(env), readCertificates("caCert", caCert)],
    }),
    ...(clientCert !== undefined && { cert: readCertificates("clientCert", clientCert) }),
    ...(clientKey !== undefined && { key: readPrivateKey(clientKey) }),
  };
}

// Node.js ignores NODE_EXTRA_CA_CERTS if `ca` is set.
function extraCertificates(env: NodeJS.ProcessEnv): string[] {
  try {
    return [readFileSync(env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8")];
  } catch {
    return [];
  }
}

function readCertificates(name: string, value: string): string {
  const { pem, at } = readPem(name, value);
  const blocks = pem.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  if (blocks === null)
    throw new ConfigError(`${at} does not contain a PEM certificate (-----BEGIN CERTIFICATE-----).`);
  for (const block of blocks) {
    try {
      void new X509Certificate(block);
    } catch (cause) {
      throw new ConfigError(`${at} contains a certificate that cannot be parsed.`, { cause });
    }
  }
  return pem;
}

function readPrivateKey(clientKey: string): string {
  const { pem, at } = readPem("clientKey", clientKey);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new ConfigError(`${at} does not contain a PEM private key (-----BEGIN PRIVATE KEY-----).`);
  }
  return pem;
}

/** Reads the PEM text of a setting; `at` names its place in messages. */
function readPem(name: string, value: string): { pem: string; at: string } {
  if (value.includes("-----BEGIN")) return { pem: value, at: name };
  try {
    return { pem: readFileSync(value, "utf8"), at: `${name}: the file ${resolve(value)}` };
  } catch (cause) {
    // What is not a path may be a damaged private key.
    const given = name === "clientKey" || value.length > LONGEST_PATH ? "" : ` ${JSON.stringify(value)}`;
    const code = (cause as NodeJS.ErrnoException).code ?? "error";
    throw new ConfigError(
      `${name}${given} is neither PEM text nor the path of a readable file (${code}). A relative path starts at ${process.cwd()}.`,
    );
  }
}

const LONGEST_PATH = 255;
