import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import { isConfigError } from "../../../src/errors";
import type { TlsMaterial } from "../../../src/http/tls";
import { tlsOptions } from "../../../src/http/tls";

describe("tlsOptions", () => {
  const { cert, key } = selfSignedCertificate(Date.now());
  const other = selfSignedCertificate(Date.now()).cert;
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-tls-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it("verifies certificates, whatever NODE_TLS_REJECT_UNAUTHORIZED says", () =>
    assert.deepEqual(tlsOptions({}, { NODE_TLS_REJECT_UNAUTHORIZED: "0" }), { rejectUnauthorized: true }));

  it("leaves the usual CAs to Node.js where none is added", () =>
    assert.equal(tlsOptions({}, { NODE_EXTRA_CA_CERTS: "/nowhere" }).ca, undefined));

  it("adds a CA to the usual ones", () =>
    assert.deepEqual(tlsOptions({ caCert: cert }, {}).ca, [...rootCertificates, cert]));

  it("reads a CA from a file", () =>
    assert.deepEqual(tlsOptions({ caCert: file("ca.pem", cert) }, {}).ca?.at(-1), cert));

  it("takes several certificates in one text", () =>
    assert.deepEqual(tlsOptions({ caCert: cert + other }, {}).ca?.at(-1), cert + other));

  it("keeps NODE_EXTRA_CA_CERTS, which Node.js drops as soon as a CA is given", () => {
    const extra = file("extra.pem", other);
    assert.deepEqual(tlsOptions({ caCert: cert }, { NODE_EXTRA_CA_CERTS: extra }).ca, [
      ...rootCertificates,
      other,
      cert,
    ]);
  });

  for (const missing of ["", "/nowhere/extra.pem"]) {
    it(`does without NODE_EXTRA_CA_CERTS=${missing}, as Node.js does`, () =>
      assert.deepEqual(tlsOptions({ caCert: cert }, { NODE_EXTRA_CA_CERTS: missing }).ca, [
        ...rootCertificates,
        cert,
      ]));
  }

  it("passes a client certificate and its key", () => {
    const given = tlsOptions({ clientCert: cert, clientKey: file("client.key", key) }, {});
    assert.deepEqual(given, { rejectUnauthorized: true, cert, key });
  });

  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const refused: [what: string, material: () => TlsMaterial, message: RegExp][] = [
    [
      "a file that is not there",
      () => ({ caCert: "/nowhere/ca.pem" }),
      /^caCert is neither PEM text nor the path of a readable file \(ENOENT\)\.$/,
    ],
    ["a folder", () => ({ caCert: folder }), /caCert is neither .*\(EISDIR\)/],
    [
      "a file without PEM",
      () => ({ caCert: file("empty.pem", "nothing") }),
      /^caCert holds no PEM certificate/,
    ],
    ["a key where a certificate belongs", () => ({ caCert: key }), /^caCert holds no PEM certificate/],
    [
      "a certificate that cannot be read",
      () => ({ caCert: broken }),
      /^caCert holds a certificate that cannot be read\.$/,
    ],
    ["a broken certificate behind a good one", () => ({ caCert: cert + broken }), /cannot be read/],
    [
      "a certificate where a key belongs",
      () => ({ clientCert: cert, clientKey: cert }),
      /^clientKey holds no PEM private key/,
    ],
    [
      "a client certificate without its key",
      () => ({ clientCert: cert }),
      /clientCert and clientKey go together/,
    ],
    ["a key without its certificate", () => ({ clientKey: key }), /clientCert and clientKey go together/],
  ];
  for (const [what, material, message] of refused) {
    it(`refuses ${what}`, () =>
      assert.throws(
        () => tlsOptions(material(), {}),
        (error) => isConfigError(error) && message.test(error.message),
      ));
  }

  it("never repeats what was given", () => {
    const secret = "MIGHAgEAMBMGByqGSM49";
    assert.throws(
      () => tlsOptions({ clientCert: cert, clientKey: secret }, {}),
      (error) => isConfigError(error) && !error.message.includes(secret),
    );
  });
});
