/** What the service would refuse about an oplog store, told before anything is sent. */

import { X509Certificate } from "node:crypto";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { looksMasked } from "../../core/masks";
import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import { didYouMean } from "../../core/suggest";
import { isUnknown, knownText } from "../../core/unknowns";
import { SECRET_STORE_FIELDS } from "../../secrets";

/** Known values (Ops Manager documentation); both lists are open. */
export const AUTH_METHODS = ["KEYS", "IAM_ROLE"] as const;
export const WRITE_CONCERNS = ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] as const;

/** All problems of the arguments of a store; whatever is unknown skips the rules that need it. */
export function storeProblems(args: PlainObject): Problem[] {
  return [
    ...keyProblems(args),
    ...endpointProblems(args),
    ...uriProblems(args["uri"]),
    ...certificateProblems(args["customCertificates"]),
    ...listed("s3AuthMethod", args, AUTH_METHODS),
    ...listed("writeConcern", args, WRITE_CONCERNS),
    ...maskProblems(args),
  ];
}

function keyProblems(args: PlainObject): Problem[] {
  if (isUnknown(args["s3AuthMethod"])) return [];
  const role = args["s3AuthMethod"] === "IAM_ROLE";
  return ["awsAccessKey", "awsSecretKey"].flatMap((field) => {
    const isThere = args[field] !== undefined && args[field] !== "";
    if (!role && !isThere)
      return [error([field], "is missing; it is required unless s3AuthMethod is IAM_ROLE")];
    return role && isThere
      ? [warning([field], "is ignored by the service when s3AuthMethod is IAM_ROLE")]
      : [];
  });
}

function endpointProblems(args: PlainObject): Problem[] {
  const { s3BucketEndpoint: endpoint } = args;
  if (typeof endpoint !== "string" || isUnknown(endpoint)) return [];
  const path = ["s3BucketEndpoint"];
  const host = hostOf(endpoint);
  if (host === undefined) return [error(path, `must be a URL or a host name, not ${given(endpoint, path)}`)];
  const region = knownText(args["s3RegionOverride"]) ?? "";
  return region === "" ? [] : regionProblems(region, host);
}

/** The global endpoint of AWS, which names no region. */
const GLOBAL_REGION = "us-east-1";
const AWS_SUFFIX = /\.amazonaws\.com(?:\.cn)?\.?$/;
/** The label of S3 in a host name of AWS; older endpoints have the region in it. */
const S3_LABEL = /^s3(?:-(?:fips|website|accesspoint|control|outposts))*(?:-([a-z]{2}(?:-[a-z]+)+-\d+))?$/;
const AWS_REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/;

/** A region beside an endpoint of AWS, which has a region of its own. */
function regionProblems(region: string, host: string): Problem[] {
  const path = ["s3RegionOverride"];
  if (!AWS_SUFFIX.test(host)) return [];
  const labels = host.replace(AWS_SUFFIX, "").split(".");
  // A bucket in front of it may be named like a region, or like S3.
  const at = labels.findLastIndex((label) => S3_LABEL.test(label));
  if (at < 0)
    return [warning(path, `is not meant for endpoints of AWS (${host}); the service may refuse it`)];
  const named =
    S3_LABEL.exec(labels[at] ?? "")?.[1] ?? labels.slice(at + 1).find((label) => AWS_REGION.test(label));
  const [where, advice] =
    named === undefined
      ? [
          `names no region, which means ${GLOBAL_REGION}`,
          `name the region in the endpoint (s3.${region}.amazonaws.com)`,
        ]
      : [`is in ${named}`, "change the endpoint"];
  if (region === (named ?? GLOBAL_REGION)) {
    const why = named === undefined ? where : "names this region itself";
    return [warning(path, `is not needed: the endpoint ${host} ${why}`)];
  }
  return [
    error(
      path,
      `must not be ${given(region, path)}: the endpoint ${host} ${where}; leave it out, or ${advice}`,
    ),
  ];
}

function hostOf(endpoint: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`;
  if (!URL.canParse(text) || /\s/.test(endpoint)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.hostname !== "" ? url.hostname : undefined;
}

/** A connection string, or the list of hosts that the documentation shows for updates. */
function uriProblems(uri: unknown): Problem[] {
  if (typeof uri !== "string" || uri === "" || isUnknown(uri)) return [];
  const hosts = /^[^\s,/@:]+(?::\d+)?(?:,[^\s,/@:]+(?::\d+)?)*$/;
  if (/^mongodb(?:\+srv)?:\/\/\S+$/.test(uri) || hosts.test(uri)) return [];
  return [
    error(
      ["uri"],
      "must be a connection string (mongodb://...) or a list of host:port; the value is secret and not shown",
    ),
  ];
}

function certificateProblems(value: unknown): Problem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((certificate, index) =>
    isPlainObject(certificate)
      ? pemProblems(certificate["certString"], ["customCertificates", index, "certString"])
      : [],
  );
}

function pemProblems(pem: unknown, path: Path): Problem[] {
  if (typeof pem !== "string" || isUnknown(pem)) return [];
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (blocks === null)
    return [error(path, "must be PEM text with at least one certificate (-----BEGIN CERTIFICATE-----)")];
  return blocks.flatMap((block, index) => {
    const which = blocks.length === 1 ? "the certificate" : `certificate ${index + 1} of ${blocks.length}`;
    const validTo = endOf(block);
    if (validTo === undefined) return [error(path, `${which} cannot be read`)];
    return validTo.getTime() < Date.now()
      ? [warning(path, `${which} expired on ${validTo.toISOString()}`)]
      : [];
  });
}

function endOf(block: string): Date | undefined {
  try {
    return new Date(new X509Certificate(block).validTo);
  } catch {
    return undefined;
  }
}

function listed(field: string, args: PlainObject, names: readonly string[]): Problem[] {
  const value = args[field];
  if (typeof value !== "string" || isUnknown(value) || names.includes(value)) return [];
  return [
    warning([field], `${JSON.stringify(value)} is none of ${names.join(", ")}${didYouMean(value, names)}`),
  ];
}

function maskProblems(args: PlainObject): Problem[] {
  const oidc = isPlainObject(args["oidc"]) ? args["oidc"] : {};
  const secrets: [Path, unknown][] = [
    ...[...SECRET_STORE_FIELDS].map((field): [Path, unknown] => [[field], args[field]]),
    [["oidc", "clientSecret"], oidc["clientSecret"]],
  ];
  return secrets
    .filter(([, value]) => typeof value === "string" && !isUnknown(value) && looksMasked(value))
    .map(([path]) => error(path, "looks like the masked form that the service shows; give the real value"));
}
