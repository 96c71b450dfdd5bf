import assert from "node:assert/strict";
import { problemText } from "../../../../src/core/problems";
import { UNKNOWN } from "../../../../src/unknowns";
import { selfSignedCertificate } from "../../../../src/emulator/tls-certificate";
import type { PlainObject } from "../../../../src/json";
import { fieldProblems } from "../../../../src/core/field-problems";
import { S3_SNAPSHOT_STORE } from "../../../../src/fields/store";
import { validateS3 } from "../../../../src/resources/store/validation";

const STORE = {
  storeId: "s",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "s3cret",
  s3BucketEndpoint: "https://s3.example.com",
  uri: "mongodb://u:p@h",
};
/** Errors and warnings as lines, the latter with a question mark. */
const problemsOf = (rest: PlainObject): string[] =>
  [{ ...STORE, ...rest }]
    .flatMap((args) => [...validateS3(args), ...fieldProblems(S3_SNAPSHOT_STORE, args, false)])
    .map((problem) => (problem.severity === "warning" ? "? " : "") + problemText(problem));

describe("validateS3", () => {
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
    { awsAccessKey: UNKNOWN, awsSecretKey: UNKNOWN, uri: UNKNOWN },
    { s3BucketEndpoint: UNKNOWN, writeConcern: UNKNOWN },
    { s3BucketEndpoint: UNKNOWN, s3RegionOverride: "eu-1" },
    { s3BucketEndpoint: "https://s3.eu-west-1.amazonaws.com", s3RegionOverride: UNKNOWN },
    { s3BucketEndpoint: "https://s3.eu-west-1.amazonaws.com", s3RegionOverride: "" },
    { s3BucketEndpoint: "https://s3.amazonaws.com", s3RegionOverride: "" },
    { customCertificates: UNKNOWN },
    { customCertificates: [UNKNOWN, { filename: "f", certString: UNKNOWN }] },
    { oidc: { clientSecret: UNKNOWN } },
  ];
  for (const rest of good) {
    it(`accepts ${JSON.stringify(rest).slice(0, 100)}`, () => assert.deepEqual(problemsOf(rest), []));
  }

  const missing = "is missing; it is required unless s3AuthMethod is IAM_ROLE";
  const mask = "looks like the masked form that the service shows; give the real value";
  const ignored = "is ignored by the service when s3AuthMethod is IAM_ROLE";
  const concern =
    "is not a documented write concern, such as ACKNOWLEDGED, W2, JOURNALED, MAJORITY (did you mean MAJORITY?)";
  const CERTIFICATE = "customCertificates[0].certString";
  const noPem = "must be PEM text with at least one certificate (-----BEGIN CERTIFICATE-----)";
  const noUri =
    "must be a connection string (mongodb://...) or a list of host:port; the value is secret and not shown";
  const noHost = (text: string): string => `s3BucketEndpoint: must be a URL or a host name, not "${text}"`;
  const bad: [rest: PlainObject, ...expected: string[]][] = [
    [{ awsAccessKey: undefined, awsSecretKey: "" }, `awsAccessKey: ${missing}`, `awsSecretKey: ${missing}`],
    [{ s3AuthMethod: "KEYS", awsSecretKey: undefined }, `awsSecretKey: ${missing}`],
    [{ s3AuthMethod: "IAM_ROLE" }, `? awsAccessKey: ${ignored}`, `? awsSecretKey: ${ignored}`],
    [{ s3BucketEndpoint: "not a host" }, noHost("not a host")],
    [{ s3BucketEndpoint: "ftp://s3.example.com" }, noHost("ftp://s3.example.com")],
    [{ customCertificates: [{ filename: "f", certString: "MIIB" }] }, `${CERTIFICATE}: ${noPem}`],
    [{ writeConcern: "MAJORTY" }, `? writeConcern: "MAJORTY" ${concern}`],
    [
      { s3AuthMethod: "PASSWORD" },
      '? s3AuthMethod: "PASSWORD" is not a documented method, such as KEYS, IAM_ROLE',
    ],
    [{ awsAccessKey: "AKIA********MPLE" }, `awsAccessKey: ${mask}`],
    [{ awsSecretKey: "****************" }, `awsSecretKey: ${mask}`],
    [{ uri: "mongodb://REDACTED:REDACTED@h" }, `uri: ${mask}`],
    [{ uri: "not a uri" }, `uri: ${noUri}`],
    [{ oidc: { clientSecret: "********" } }, `oidc.clientSecret: ${mask}`],
  ];
  for (const [rest, ...lines] of bad) {
    it(`reports ${JSON.stringify(rest)}`, () => assert.deepEqual(problemsOf(rest), lines));
  }

  describe("with an endpoint of AWS", () => {
    const endpoints: [endpoint: string, region: string][] = [
      ["https://s3.eu-west-1.amazonaws.com", "eu-west-1"],
      ["s3.eu-west-1.amazonaws.com:443", "eu-west-1"],
      ["https://S3.EU-WEST-1.AMAZONAWS.COM/", "eu-west-1"],
      ["https://s3.eu-west-1.amazonaws.com./", "eu-west-1"],
      ["https://s3-eu-west-1.amazonaws.com", "eu-west-1"],
      ["https://s3.dualstack.ap-southeast-2.amazonaws.com", "ap-southeast-2"],
      ["https://s3-fips.us-gov-west-1.amazonaws.com", "us-gov-west-1"],
      ["https://s3-fips-us-gov-west-1.amazonaws.com", "us-gov-west-1"],
      ["https://s3-fips.dualstack.us-east-2.amazonaws.com", "us-east-2"],
      ["https://s3-website.eu-central-1.amazonaws.com", "eu-central-1"],
      ["https://s3-website-us-east-1.amazonaws.com", "us-east-1"],
      ["https://s3.cn-north-1.amazonaws.com.cn", "cn-north-1"],
      ["https://bucket.s3.eu-west-1.amazonaws.com", "eu-west-1"],
      ["https://my.dotted.bucket.s3.eu-west-1.amazonaws.com/prefix", "eu-west-1"],
      ["https://bucket.s3-eu-west-1.amazonaws.com", "eu-west-1"],
      ["https://s3-us-west-2.s3.eu-west-1.amazonaws.com", "eu-west-1"],
      ["https://eu-west-1.s3.us-west-2.amazonaws.com", "us-west-2"],
      ["https://bucket.vpce-1a2b3c4d-5e6f.s3.us-east-1.vpce.amazonaws.com", "us-east-1"],
    ];
    for (const [endpoint, region] of endpoints) {
      it(`finds the region of ${endpoint}`, () => {
        const host = new URL(endpoint.includes("://") ? endpoint : `https://${endpoint}`).hostname;
        const rest = { s3BucketEndpoint: endpoint };
        assert.deepEqual(problemsOf(rest), []);
        assert.deepEqual(problemsOf({ ...rest, s3RegionOverride: region }), [
          `? s3RegionOverride: is not needed: the endpoint ${host} is in ${region}`,
        ]);
        assert.deepEqual(problemsOf({ ...rest, s3RegionOverride: "sa-east-1" }), [
          `s3RegionOverride: must not be "sa-east-1": the endpoint ${host} is in ${region}; leave it out, or name the region in the endpoint`,
        ]);
      });
    }

    for (const endpoint of ["https://s3.amazonaws.com", "https://eu-west-1.s3.amazonaws.com"]) {
      const host = new URL(endpoint).hostname;
      it(`puts ${host}, which names no region, in us-east-1`, () => {
        assert.deepEqual(problemsOf({ s3BucketEndpoint: endpoint, s3RegionOverride: "us-east-1" }), [
          `? s3RegionOverride: is not needed: the endpoint ${host} names no region, which means us-east-1`,
        ]);
        assert.deepEqual(problemsOf({ s3BucketEndpoint: endpoint, s3RegionOverride: "eu-west-1" }), [
          `s3RegionOverride: must not be "eu-west-1": the endpoint ${host} names no region, which means us-east-1; leave it out, or name the region in the endpoint`,
        ]);
      });
    }

    for (const host of ["s3-accelerate.amazonaws.com", "gateway.amazonaws.com"]) {
      it(`does not guess the region of ${host}`, () =>
        assert.deepEqual(problemsOf({ s3BucketEndpoint: `https://${host}`, s3RegionOverride: "eu-west-1" }), [
          `? s3RegionOverride: is not meant for endpoints of AWS (${host}); the service may refuse it`,
        ]));
    }
  });

  describe("with certificates", () => {
    const inCertificate = (certString: string): string[] =>
      problemsOf({ customCertificates: [{ filename: "ca.pem", certString }] });
    const valid = selfSignedCertificate(Date.now()).cert;
    // Valid for 825 days.
    const expired = selfSignedCertificate(Date.parse("2010-01-01T00:00:00Z")).cert;

    const PAST = "expired on 2012-04-05T00:00:00.000Z";
    const cases: [what: string, certString: string, ...found: string[]][] = [
      ["warns about an expired one", expired, `? ${CERTIFICATE}: the certificate ${PAST}`],
      ["accepts several in one text", `${valid}${valid}`],
      [
        "names the wrong one of several",
        `${valid}${expired}`,
        `? ${CERTIFICATE}: certificate 2 of 2 ${PAST}`,
      ],
    ];
    for (const [what, certString, ...found] of cases)
      it(what, () => assert.deepEqual(inCertificate(certString), found));

    it("refuses one that cannot be read", () =>
      assert.match(
        inCertificate("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----").join(),
        /^customCertificates\[0\]\.certString: the certificate cannot be read/,
      ));
  });
});
