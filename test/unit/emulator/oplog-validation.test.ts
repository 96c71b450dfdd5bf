import assert from "node:assert/strict";
import { ServiceError } from "../../../src/emulator/errors";
import { readOplogConfig } from "../../../src/emulator/oplog-validation";

const STORE = {
  id: "oplog",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "wJalrXUtnFEMI/K7MDENG",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog-bucket",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://u:p@db0.example.com:27017",
};

function refusal(change: object, current?: ReturnType<typeof readOplogConfig>): string | undefined {
  try {
    readOplogConfig({ ...STORE, ...change }, current);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return [error.errorCode, ...error.parameters.slice(0, 1)].join(" ");
  }
}

describe("the validation of oplog stores", () => {
  for (const name of Object.keys(STORE))
    it(`requires ${name}`, () => assert.equal(refusal({ [name]: null }), `MISSING_ATTRIBUTE ${name}`));

  const refused: readonly [why: string, change: object, code: string][] = [
    ["terms that are not accepted", { acceptedTos: false }, "BACKUP_S3_TOS_NOT_ACCEPTED"],
    ["zero connections", { s3MaxConnections: 0 }, "ATTRIBUTE_NEGATIVE_OR_ZERO s3MaxConnections"],
    [
      "a fractional number of connections",
      { s3MaxConnections: 1.5 },
      "INVALID_JSON_ATTRIBUTE s3MaxConnections",
    ],
    ["an unknown write concern", { writeConcern: "W9" }, "INVALID_ENUM_VALUE writeConcern"],
    ["an unknown method", { s3AuthMethod: "MAGIC" }, "INVALID_ENUM_VALUE s3AuthMethod"],
    ["an unknown field", { bucket: "x" }, "INVALID_ATTRIBUTE bucket"],
    ["a read-only field", { links: [] }, "ATTRIBUTE_READ_ONLY links"],
    ["a label that is not a string", { labels: [1] }, "INVALID_JSON_ATTRIBUTE labels"],
    [
      "a certificate without its text",
      { customCertificates: [{ filename: "ca.pem" }] },
      "MISSING_ATTRIBUTE customCertificates[0].certString",
    ],
    ["a redacted key", { awsAccessKey: "AKIA********MPLE" }, "INVALID_ATTRIBUTE awsAccessKey"],
    ["a redacted uri", { uri: "mongodb://REDACTED:REDACTED@db0:1" }, "INVALID_ATTRIBUTE uri"],
    ["an empty bucket name", { s3BucketName: "" }, "INVALID_ATTRIBUTE s3BucketName"],
    ["an unknown OIDC method", { oidc: { enabled: true, method: "x" } }, "INVALID_ENUM_VALUE oidc.method"],
  ];
  for (const [why, change, code] of refused)
    it(`refuses ${why}: ${code}`, () => assert.equal(refusal(change), code));

  it("requires no keys with an IAM role, and ignores given ones", () => {
    const config = readOplogConfig({ ...STORE, s3AuthMethod: "IAM_ROLE" });
    assert.equal(config.awsAccessKey, undefined);
    assert.equal(config.awsSecretKey, undefined);
  });

  it("resets omitted fields to their defaults in a replacement", () => {
    const current = readOplogConfig({
      ...STORE,
      labels: ["a"],
      writeConcern: "W2",
      assignmentEnabled: false,
    });
    const next = readOplogConfig({ ...STORE, id: undefined }, current);
    assert.deepEqual(
      [next.id, next.labels, next.writeConcern, next.assignmentEnabled],
      ["oplog", [], undefined, true],
    );
  });

  it("accepts the same id in a replacement and refuses another", () => {
    const current = readOplogConfig(STORE);
    assert.equal(refusal({}, current), undefined);
    assert.equal(refusal({ id: "other" }, current), "ATTRIBUTE_READ_ONLY id");
  });

  it("keeps an OIDC secret that is omitted or masked, and removes omitted OIDC settings", () => {
    const oidc = { enabled: true, clientId: "c", clientSecret: "s3cret" };
    const current = readOplogConfig({ ...STORE, oidc });
    assert.deepEqual(readOplogConfig({ ...STORE, oidc: { enabled: true } }, current).oidc, {
      enabled: true,
      clientSecret: "s3cret",
    });
    const masked = { enabled: true, clientSecret: "********" };
    assert.equal(readOplogConfig({ ...STORE, oidc: masked }, current).oidc?.["clientSecret"], "s3cret");
    assert.equal(readOplogConfig(STORE, current).oidc, undefined);
    assert.equal(refusal({ oidc: masked }), "INVALID_ATTRIBUTE oidc.clientSecret");
  });
});
