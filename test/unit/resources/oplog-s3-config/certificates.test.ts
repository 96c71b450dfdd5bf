import assert from "node:assert/strict";
import { selfSignedCertificate } from "../../../../src/emulator/tls-certificate";
import { storeProblems } from "../../../../src/resources/oplog-s3-config/rules";

describe("the certificates of a store", () => {
  const told = (certString: string): [severity: string, path: string, message: string][] =>
    storeProblems({ s3AuthMethod: "IAM_ROLE", customCertificates: [{ filename: "ca.pem", certString }] }).map(
      ({ severity, path, message }) => [severity, path, message],
    );
  const good = selfSignedCertificate(Date.now()).cert;
  // Valid for 825 days.
  const expired = selfSignedCertificate(Date.parse("2010-01-01T00:00:00Z")).cert;
  const path = "customCertificates[0].certString";

  it("may have expired, which is a warning", () =>
    assert.deepEqual(told(expired), [
      ["warning", path, "the certificate expired on 2012-04-05T00:00:00.000Z"],
    ]));

  it("may be several in one text, of which the wrong one is named", () => {
    assert.deepEqual(told(`${good}${good}`), []);
    assert.deepEqual(told(`${good}${expired}`), [
      ["warning", path, "certificate 2 of 2 expired on 2012-04-05T00:00:00.000Z"],
    ]);
  });
});
