/** TLS material of a connection. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
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
  const { pem, at } = readPem(name, value);
  const blocks = pem.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  if (blocks === null) throw new ConfigError(`${at} holds no PEM certificate (-----BEGIN CERTIFICATE-----).`);
  for (const block of blocks) {
    try {
      void new X509Certificate(block);
    } catch (cause) {
      throw new ConfigError(`${at} holds a certificate that cannot be read.`, { cause });
    }
  }
  return pem;
}

function privateKey(name: string, value: string): string {
  const { pem, at } = readPem(name, value);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new ConfigError(`${at} holds no PEM private key (-----BEGIN PRIVATE KEY-----).`);
  }
  return pem;
}

/** The PEM text of a setting; `at` is where it stands, for messages. */
function readPem(name: string, value: string): { pem: string; at: string } {
  if (value.includes("-----BEGIN")) return { pem: value, at: name };
  const path = resolve(value);
  try {
    return { pem: readFileSync(value, "utf8"), at: `${name}: the file ${path}` };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "error";
    if (!isSurelyPath(name, value)) {
      // The value may be mangled PEM text, so it is not repeated.
      throw new ConfigError(`${name} is neither PEM text nor the path of a readable file (${code}).`);
    }
    const from = isAbsolute(value)
      ? ""
      : ` ${JSON.stringify(value)} was resolved from the folder ${process.cwd()}.`;
    throw new ConfigError(
      `${name}: the file ${path} cannot be read (${code}).${from} Allowed is PEM text or the path of a file.`,
    );
  }
}

const LONGEST_PATH = 255;
/** Base64 has no dots. */
const FILE_NAME = /\.(?:pem|crt|cer|cert|key|der|ca|bundle|txt|p12|pfx)$/i;
const FOLDER = /^(?:\.{1,2}|~|[a-z]:)?[\\/]/i;

/** Whether a value cannot be a part of a PEM text or a pass phrase, so that it may be shown. */
function isSurelyPath(name: string, value: string): boolean {
  if (value.length > LONGEST_PATH || /[\s\p{Cc}]|BEGIN/u.test(value)) return false;
  // A line of a private key may begin with a slash; one of a certificate is not secret.
  return FILE_NAME.test(value) || (name !== "clientKey" && FOLDER.test(value));
}
