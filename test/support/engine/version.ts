/** Versions as `pulumi version` and `go env GOVERSION` print them. */

/** A parsed version. */
export interface Version {
  /** Without the leading `v` or `go`. */
  readonly text: string;
  /** Major, minor and patch; a missing patch is 0. */
  readonly numbers: readonly [number, number, number];
  /** Whether it precedes the release with the same numbers (`-alpha.1`, `rc1`). */
  readonly prerelease: boolean;
}

const FORM = /^(?:v|go)?((\d+)\.(\d+)(?:\.(\d+))?((?:-|rc|beta)[\w.-]+)?)/;

/** Parses the version at the start of a string; `undefined` if there is none. */
export function parseVersion(text: string): Version | undefined {
  const match = FORM.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = "", major, minor, patch = "0", suffix] = match;
  return {
    text: whole,
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: suffix !== undefined,
  };
}

/** Whether a version is the release `oldest` or later. */
export function isAtLeast(version: Version, oldest: string): boolean {
  const limit = oldest.split(".").map(Number);
  for (const [index, number] of version.numbers.entries()) {
    const least = limit[index] ?? 0;
    if (number !== least) return number > least;
  }
  return !version.prerelease;
}
