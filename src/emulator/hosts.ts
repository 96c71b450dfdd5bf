const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a `Host` header names loopback or the public host, with any port. Others are refused, so that no web page can
 * reach the emulator through DNS rebinding.
 */
export function isOwnHost(header = "", publicHost?: string): boolean {
  const name = header.replace(/:\d*$/, "").toLowerCase();
  return LOOPBACK.includes(name) || name === publicHost;
}
