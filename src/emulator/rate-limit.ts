import { ServiceError, serviceError } from "./errors";
import type { Settings } from "./settings";

/** Counts the requests of each key in fixed windows and refuses those above the limit, if there is one. */
export function createRateLimit(settings: Readonly<Settings>, now: () => number): (keyId: string) => void {
  const windows = new Map<string, { start: number; used: number }>();
  return (keyId) => {
    if (settings.rateLimit === null) return;
    const { requests, minutes } = settings.rateLimit;
    const length = minutes * 60_000;
    const start = Math.floor(now() / length) * length;
    const window = windows.get(keyId);
    const used = window?.start === start ? window.used + 1 : 1;
    windows.set(keyId, { start, used });
    if (used <= requests) return;
    const error = serviceError("RATE_LIMITED", String(requests), String(minutes));
    const wait = Math.max(1, Math.ceil((start + length - now()) / 1000));
    throw new ServiceError(error.status, error.errorCode, error.message, error.parameters, {
      "Retry-After": String(wait),
    });
  };
}
