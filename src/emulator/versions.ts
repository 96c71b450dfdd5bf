/** Whether the version in a service-version header is at least `wanted`; one that cannot be read counts as the newest. */
export function isAtLeast(serviceVersion: string, wanted: string): boolean {
  const text = /versionString=([\d.]+)/.exec(serviceVersion)?.[1];
  if (text === undefined) return true;
  const parts = text.split(".").map(Number);
  for (const [index, part] of wanted.split(".").map(Number).entries()) {
    const given = parts[index] ?? 0;
    if (given !== part) return given > part;
  }
  return true;
}
