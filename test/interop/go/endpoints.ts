import { allRoutes } from "../../../src/emulator/endpoints";
import { DEFAULT_SERVICE_VERSION } from "../../../src/emulator/options";
import { SEED } from "../../../src/emulator/seed";
import { DEFAULT_SETTINGS } from "../../../src/emulator/settings";
import { createStore } from "../../../src/emulator/store";

/** Lists every endpoint of the emulator in the notation of its counters. */
export function listEndpoints(): string[] {
  return allRoutes({
    store: createStore(SEED),
    settings: DEFAULT_SETTINGS,
    changeSettings: () => undefined,
    now: Date.now,
    apiUrl: () => "",
    serviceVersion: DEFAULT_SERVICE_VERSION,
  }).map(({ method, path }) => `${method} ${path}`);
}
