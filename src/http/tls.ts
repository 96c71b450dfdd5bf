/** TLS material of a connection. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { ConfigError } from "../errors";

export interface TlsOptions {
  /** PEM certificates that are trusted beside the usual ones. */
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
  /** Set always, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off. */
  readonly rejectUnauthorized: true;
}

export interface TlsMaterial {
  /** PEM text or the path of a file. */
  readonly caCert?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
}

/** @throws ConfigError for a file that cannot be read, text that is no PEM, half of a client certificate. */
export function tlsOptions(material: TlsMaterial, env: NodeJS.ProcessEnv): TlsOptions {
  const { caCert, clientCert, clientKey } = material;
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    throw new ConfigError("clientCert and clientKey go together: for mutual TLS give both, else neither.");
  }
  return {
    rejectUnauthorized: true,
    ...(caCert !== undefined && { ca: [...usualCertificates(env), certificates("caCert", caCert)] }),
    ...(clientCert !== undefined && { cert: certificates("clientCert", clientCert) }),
    ...(clientKey !== undefined && { key: privateKey("clientKey", clientKey) }),
  };
}

// Node drops NODE_EXTRA_CA_CERTS as soon as `ca` is given.
function usualCertificates(env: NodeJS.ProcessEnv): string[] {
  const extra = env["NODE_EXTRA_CA_CERTS"];
  return extra === undefined || extra === ""
    ? [...rootCertificates]
    : [...rootCertificates, ...readIfThere(extra)];
}

function readIfThere(path: string): string[] {
  try {
    return [readFileSync(path, "utf8")];
  } catch {
    return [];
  }
}

function certificates(name: string, value: string): string {
  const pem = pemOf(name, value);
  const blocks = pem.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  if (blocks === null)
    throw new ConfigError(`${name} holds no PEM certificate (-----BEGIN CERTIFICATE-----).`);
  for (const block of blocks) {
    try {
      void new X509Certificate(block);
    } catch (cause) {
      throw new ConfigError(`${name} holds a certificate that cannot be read.`, { cause });
    }
  }
  return pem;
}

function privateKey(name: string, value: string): string {
  const pem = pemOf(name, value);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new ConfigError(`${name} holds no PEM private key (-----BEGIN PRIVATE KEY-----).`);
  }
  return pem;
}

function pemOf(name: string, value: string): string {
  if (value.includes("-----BEGIN")) return value;
  try {
    return readFileSync(value, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "error";
    // The value may be mangled PEM text, so it is not repeated.
    throw new ConfigError(`${name} is neither PEM text nor the path of a readable file (${code}).`);
  }
}
