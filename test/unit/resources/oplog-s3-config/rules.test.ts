import assert from "node:assert/strict";
import { problemText } from "../../../../src/core/problems";
import { UNKNOWN } from "../../../../src/core/unknowns";
import type { PlainObject } from "../../../../src/json";
import { selfSignedCertificate } from "../../../../src/emulator/tls-certificate";
import { storeProblems } from "../../../../src/resources/oplog-s3-config/rules";

const STORE = {
  storeId: "s",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "s3cret",
  s3BucketEndpoint: "https://s3.example.com",
  uri: "mongodb://u:p@h",
};
const told = (rest: PlainObject): string[] =>
  storeProblems({ ...STORE, ...rest }).map(
    (each) => (each.severity === "warning" ? "? " : "") + problemText(each),
  );

describe("storeProblems", () => {
  const good: PlainObject[] = [
    {},
    { s3AuthMethod: "KEYS", writeConcern: "MAJORITY" },
    { s3AuthMethod: "IAM_ROLE", awsAccessKey: undefined, awsSecretKey: undefined },
    { s3BucketEndpoint: "s3.example.com:9000" },
    { s3BucketEndpoint: "https://s3.example.com", s3RegionOverride: "eu-1" },
    { s3BucketEndpoint: "https://notamazonaws.com", s3RegionOverride: "eu-1" },
    { s3BucketEndpoint: "https://s3.eu-west-1.amazonaws.com" },
    { customCertificates: [{ filename: "ca.pem", certString: selfSignedCertificate(Date.now()).cert }] },
    { s3AuthMethod: UNKNOWN, awsAccessKey: undefined },
    {
      awsAccessKey: UNKNOWN,
      awsSecretKey: UNKNOWN,
      uri: UNKNOWN,
      s3BucketEndpoint: UNKNOWN,
      writeConcern: UNKNOWN,
    },
    { s3BucketEndpoint: UNKNOWN, s3RegionOverride: "eu-1" },
    { customCertificates: UNKNOWN },
    {
      customCertificates: [UNKNOWN, { filename: "f", certString: UNKNOWN }],
      oidc: { clientSecret: UNKNOWN },
    },
  ];
  for (const rest of good) {
    it(`has nothing to say about ${JSON.stringify(rest).slice(0, 100)}`, () =>
      assert.deepEqual(told(rest), []));
  }

  const missing = "is missing; it is required unless s3AuthMethod is IAM_ROLE";
  const mask = "looks like the masked form that the service shows; give the real value";
  const bad: [rest: PlainObject, told: string[]][] = [
    [{ awsAccessKey: undefined, awsSecretKey: "" }, [`awsAccessKey: ${missing}`, `awsSecretKey: ${missing}`]],
    [{ s3AuthMethod: "KEYS", awsSecretKey: undefined }, [`awsSecretKey: ${missing}`]],
    [
      { s3AuthMethod: "IAM_ROLE" },
      [
        "? awsAccessKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
        "? awsSecretKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
      ],
    ],
    [
      { s3BucketEndpoint: "not a host" },
      ['s3BucketEndpoint: must be a URL or a host name, not "not a host"'],
    ],
    [
      { s3BucketEndpoint: "ftp://s3.example.com" },
      ['s3BucketEndpoint: must be a URL or a host name, not "ftp://s3.example.com"'],
    ],
    [
      { s3BucketEndpoint: "https://s3.amazonaws.com", s3RegionOverride: "eu-1" },
      [
        "s3RegionOverride: must not be given for an endpoint of AWS (s3.amazonaws.com), which names its region itself",
      ],
    ],
    [
      { s3BucketEndpoint: "S3.cn-north-1.amazonaws.com.cn", s3RegionOverride: UNKNOWN },
      [
        "s3RegionOverride: must not be given for an endpoint of AWS (s3.cn-north-1.amazonaws.com.cn), which names its region itself",
      ],
    ],
    [
      { customCertificates: [{ filename: "f", certString: "MIIB" }] },
      [
        "customCertificates[0].certString: must be PEM text with at least one certificate (-----BEGIN CERTIFICATE-----)",
      ],
    ],
    [
      { writeConcern: "MAJORTY" },
      ['? writeConcern: "MAJORTY" is none of ACKNOWLEDGED, W2, JOURNALED, MAJORITY (did you mean MAJORITY?)'],
    ],
    [{ s3AuthMethod: "PASSWORD" }, ['? s3AuthMethod: "PASSWORD" is none of KEYS, IAM_ROLE']],
    [
      { awsAccessKey: "AKIA********MPLE", awsSecretKey: "****************" },
      [`awsAccessKey: ${mask}`, `awsSecretKey: ${mask}`],
    ],
    [{ uri: "mongodb://REDACTED:REDACTED@h" }, [`uri: ${mask}`]],
    [{ oidc: { clientSecret: "********" } }, [`oidc.clientSecret: ${mask}`]],
  ];
  for (const [rest, lines] of bad) {
    it(`tells of ${JSON.stringify(rest)}`, () => assert.deepEqual(told(rest), lines));
  }
});
