/** Validation of a store: what the service would refuse, before anything is sent. */

import { X509Certificate } from "node:crypto";
import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import type { CustomCertificate } from "../../fields/store";
import type { StoreArgs } from "./encoding";

type Store = Exclude<Unsettled<StoreArgs>, string>;

/** Validates the arguments of an S3-compatible store. Rules that need an unknown value do not apply. */
export function validateS3(args: Unsettled<StoreArgs>): Problem[] {
  const store: Store = knownValue(args) ?? {};
  return [
    ...validateKeys(store),
    ...validateEndpoint(store),
    ...validateUri(args),
    ...validateCertificates(store.customCertificates),
  ];
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

/** The hosts of backup daemons may run another system than this machine. */
export function validateFolder(args: Unsettled<StoreArgs>): Problem[] {
  const path = knownText(knownValue(args)?.storePath) ?? "";
  if (path === "" || ABSOLUTE.test(path)) return [];
  return [error(["storePath"], `must be an absolute path, such as /mnt/backup, not ${given(path, [])}`)];
}

function validateKeys(store: Store): Problem[] {
  const { s3AuthMethod } = store;
  if (isUnknown(s3AuthMethod)) return [];
  const isRole = s3AuthMethod === "IAM_ROLE";
  return (["awsAccessKey", "awsSecretKey"] as const).flatMap((field) => {
    const isSet = (store[field] ?? "") !== "";
    if (!isRole && !isSet)
      return [error([field], "is missing; it is required unless s3AuthMethod is IAM_ROLE")];
    return isRole && isSet
      ? [warning([field], "is ignored by the service when s3AuthMethod is IAM_ROLE")]
      : [];
  });
}

function validateEndpoint({ s3BucketEndpoint, s3RegionOverride }: Store): Problem[] {
  const endpoint = knownText(s3BucketEndpoint);
  if (endpoint === undefined) return [];
  const path = ["s3BucketEndpoint"];
  const host = hostOf(endpoint);
  if (host === undefined) return [error(path, `must be a URL or a host name, not ${given(endpoint, path)}`)];
  const region = knownText(s3RegionOverride) ?? "";
  return region === "" ? [] : validateRegion(region, host);
}

/** The global endpoint of AWS, which names no region. */
const GLOBAL_REGION = "us-east-1";
const AWS_SUFFIX = /\.amazonaws\.com(?:\.cn)?\.?$/;
/** The label of S3 in a host name of AWS; older endpoints have the region in it. */
const S3_LABEL = /^s3(?:-(?:fips|website|accesspoint|control|outposts))*(?:-([a-z]{2}(?:-[a-z]+)+-\d+))?$/;
const AWS_REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/;

/** An endpoint of AWS has its own region. */
function validateRegion(region: string, host: string): Problem[] {
  const path = ["s3RegionOverride"];
  if (!AWS_SUFFIX.test(host)) return [];
  const labels = host.replace(AWS_SUFFIX, "").split(".");
  // A bucket in front of it may be named like a region, or like S3.
  const at = labels.findLastIndex((label) => S3_LABEL.test(label));
  if (at < 0)
    return [warning(path, `is not meant for endpoints of AWS (${host}); the service may refuse it`)];
  const named =
    S3_LABEL.exec(labels[at] ?? "")?.[1] ?? labels.slice(at + 1).find((label) => AWS_REGION.test(label));
  const where = named === undefined ? `names no region, which means ${GLOBAL_REGION}` : `is in ${named}`;
  if (region === (named ?? GLOBAL_REGION))
    return [warning(path, `is not needed: the endpoint ${host} ${where}`)];
  const wrong = `must not be ${given(region, path)}: the endpoint ${host} ${where}`;
  return [error(path, `${wrong}; leave it out, or name the region in the endpoint`)];
}

function hostOf(endpoint: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`;
  if (!URL.canParse(text) || /\s/.test(endpoint)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.hostname !== "" ? url.hostname : undefined;
}

/** A connection string, or the list of hosts that the documentation shows for updates. */
export function validateUri(args: Unsettled<StoreArgs>): Problem[] {
  const uri = knownText(knownValue(args)?.uri);
  if (uri === undefined || uri === "") return [];
  const hosts = /^[^\s,/@:]+(?::\d+)?(?:,[^\s,/@:]+(?::\d+)?)*$/;
  if (/^mongodb(?:\+srv)?:\/\/\S+$/.test(uri) || hosts.test(uri)) return [];
  const message =
    "must be a connection string (mongodb://...) or a list of host:port; the value is secret and not shown";
  return [error(["uri"], message)];
}

function validateCertificates(certificates: Unsettled<CustomCertificate[] | undefined> = []): Problem[] {
  if (isUnknown(certificates)) return [];
  return certificates.flatMap((certificate, index) => {
    const pem = knownText(knownValue(certificate)?.certString);
    return pem === undefined ? [] : validatePem(pem, ["customCertificates", index, "certString"]);
  });
}

function validatePem(pem: string, path: Path): Problem[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (blocks === null)
    return [error(path, "must be PEM text with at least one certificate (-----BEGIN CERTIFICATE-----)")];
  return blocks.flatMap((block, index) => {
    const which = blocks.length === 1 ? "the certificate" : `certificate ${index + 1} of ${blocks.length}`;
    try {
      const end = new Date(new X509Certificate(block).validTo);
      return end.getTime() < Date.now() ? [warning(path, `${which} expired on ${end.toISOString()}`)] : [];
    } catch {
      return [error(path, `${which} cannot be read`)];
    }
  });
}
