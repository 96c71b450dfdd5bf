import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import { isConfigError } from "../../../src/errors";
import type { ConnectionOptions } from "../../../src/http/options";
import { readTlsOptions } from "../../../src/http/tls";

describe("readTlsOptions", () => {
  const { cert, key } = selfSignedCertificate(Date.now());
  const other = selfSignedCertificate(Date.now()).cert;
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-tls-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it("adds a CA, a file or several certificates in one text to the default ones", () => {
    for (const caCert of [cert, file("ca.pem", cert), cert + other])
      assert.deepEqual(readTlsOptions({ caCert }, {}).ca, [
        ...rootCertificates,
        caCert.includes("ca.pem") ? cert : caCert,
      ]);
  });

  const extras: [given: string, read: string[]][] = [
    [file("extra.pem", other), [other]],
    ["", []],
    ["/nowhere/extra.pem", []],
  ];
  for (const [given, read] of extras)
    it(`reads ${read.length} certificates of NODE_EXTRA_CA_CERTS=${given}, which Node.js ignores if a CA is set`, () => {
      const { ca } = readTlsOptions({ caCert: cert }, { NODE_EXTRA_CA_CERTS: given });
      assert.deepEqual(ca, [...rootCertificates, ...read, cert]);
    });

  it("passes a client certificate and its key, and leaves the CAs to Node.js if none is added", () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_EXTRA_CA_CERTS: "/nowhere" };
    const given = readTlsOptions({ clientCert: cert, clientKey: file("client.key", key) }, env);
    assert.deepEqual(given, { rejectUnauthorized: true, cert, key });
  });

  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const neither = (given: string, code = "ENOENT"): string =>
    `${given} is neither PEM text nor the path of a readable file (${code}). A relative path starts at ${process.cwd()}.`;
  const NO_CERT = "does not contain a PEM certificate (-----BEGIN CERTIFICATE-----).";
  const NO_KEY = "does not contain a PEM private key";
  const INVALID = "contains a certificate that cannot be parsed.";
  const TOGETHER = "clientCert and clientKey must be set together";
  const noKey = "/nowhere/client.key";
  const empty = file("empty.pem", "nothing");
  const invalid = file("broken.pem", broken);
  const swapped = file("swapped.pem", cert);
  const refuses = (material: Partial<ConnectionOptions>, isTold: (message: string) => boolean): void =>
    assert.throws(
      () => readTlsOptions(material, {}),
      (error) => isConfigError(error) && isTold(error.message),
    );
  /** The start of the message, and its end. */
  const refused: [what: string, material: Partial<ConnectionOptions>, start: string, end?: string][] = [
    ["a missing file", { caCert: "/nowhere/ca.pem" }, neither('caCert "/nowhere/ca.pem"')],
    ["a missing client key", { clientCert: cert, clientKey: noKey }, neither("clientKey")],
    ["a folder", { caCert: folder }, neither(`caCert "${folder}"`, "EISDIR")],
    ["a file without PEM", { caCert: empty }, `caCert: the file ${empty} `, NO_CERT],
    ["a file with an invalid certificate", { caCert: invalid }, `caCert: the file ${invalid} ${INVALID}`],
    ["PEM with no key", { clientCert: cert, clientKey: swapped }, `clientKey: the file ${swapped} ${NO_KEY}`],
    ["a key instead of a certificate", { caCert: key }, `caCert ${NO_CERT}`],
    ["an invalid certificate after a valid one", { caCert: cert + broken }, `caCert ${INVALID}`],
    ["a client certificate without its key", { clientCert: cert }, TOGETHER],
    ["a key without its certificate", { clientKey: key }, TOGETHER],
  ];
  for (const [what, material, begin, end = ""] of refused)
    it(`refuses ${what}`, () =>
      refuses(material, (message) => message.startsWith(begin) && message.endsWith(end)));

  const NEITHER_KEY = "clientKey is neither PEM text nor the path of a readable file (";
  const body = key.split("\n")[1] ?? "";
  const mangled: [what: string, value: string][] = [
    ["the text without its first line", key.split("\n").slice(1).join("\n")],
    ["the text on one line, without its dashes", key.replaceAll("\n", " ").replaceAll("-----", "")],
    ["the text with escaped line ends", key.replaceAll("\n", "\\n").replaceAll("-----", "")],
    ["a line of the text", body],
    ["a part that starts like a path", `/${body}`],
    ["a part that looks like folders", `/${body.slice(0, 10)}/${body.slice(10, 20)}`],
    ["the text as base64", Buffer.from(key).toString("base64")],
    ["a short part", "MIGHAgEAMBMGByqGSM49"],
    ["a pass phrase", "Tr0ub4dor.3"],
    ["a long text that ends like a path", `${body.repeat(10)}.pem`],
    ["a text with spaces that ends like a path", `BEGIN ${body}.pem`],
  ];
  for (const [what, value] of mangled)
    it(`never shows a damaged private key: ${what}`, () =>
      refuses(
        { clientCert: cert, clientKey: value },
        (message) => message.startsWith(NEITHER_KEY) && !message.includes(value.slice(0, 10)),
      ));
});
