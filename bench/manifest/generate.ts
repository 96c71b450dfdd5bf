/** Version manifests of a wanted size that look like real ones: versions, each with its builds. */

import { createHash } from "node:crypto";

const FLAVORS = [
  ["amazon", "amazon2023"],
  ["debian", "debian12"],
  ["rhel", "rhel8"],
  ["rhel", "rhel93"],
  ["suse", "suse15"],
  ["ubuntu", "ubuntu2004"],
  ["ubuntu", "ubuntu2204"],
  ["ubuntu", "ubuntu2404"],
] as const;
const ARCHITECTURES = [
  ["amd64", "x86_64"],
  ["aarch64", "aarch64"],
] as const;

export interface ManifestPair {
  /** What the service holds before. */
  readonly held: Buffer;
  /** What is uploaded: of the wanted size, newer, with three versions more. */
  readonly next: Buffer;
}

export function manifestsOf(bytes: number): ManifestPair {
  const versions: object[] = [];
  for (let size = 0; size < bytes;) {
    const made = versionOf(versions.length);
    versions.push(made);
    size += JSON.stringify(made).length + 1;
  }
  return {
    held: fileOf(1_783_425_600_000, versions.slice(0, -3)),
    next: fileOf(1_784_030_400_000, versions),
  };
}

/** 20 patch releases for each series, and the series go on for as long as it takes. */
function versionOf(index: number): object {
  const series = Math.floor(index / 20);
  const name = `${4 + Math.floor(series / 4)}.${(series % 4) * 2}.${index % 20}-ent`;
  const gitVersion = createHash("sha1").update(name).digest("hex");
  return {
    name,
    builds: FLAVORS.flatMap(([flavor, release]) =>
      ARCHITECTURES.map(([architecture, machine]) => ({
        architecture,
        bits: 64,
        flavor,
        gitVersion,
        maxOsVersion: "",
        minOsVersion: "",
        modules: ["enterprise"],
        platform: "linux",
        url: `https://downloads.example.com/linux/mongodb-linux-${machine}-enterprise-${release}-${name.replace("-ent", "")}.tgz`,
      })),
    ),
  };
}

function fileOf(updated: number, versions: readonly object[]): Buffer {
  return Buffer.from(`${JSON.stringify({ updated, versions })}\n`);
}
