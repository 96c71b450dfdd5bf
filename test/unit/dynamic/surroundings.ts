import type { HostShared } from "../../../src/dynamic/provider";
import { createOwnership } from "../../../src/core/ownership";
import { createPreviewReads } from "../../../src/core/scope";
import { createMarkedSecrets } from "../../../src/secrets/marked";
import { createErrorsForHost } from "../../../src/dynamic/errors";
import { createIdentity } from "../../../src/dynamic/identity";

type Logged = [urn: string | undefined, severity: string, text: string];

/** The surroundings of a provider process, which record its messages. */
export function surroundings(rest: Partial<HostShared> = {}) {
  const said: string[] = [];
  const warned: string[] = [];
  const logged: Logged[] = [];
  const report = async (...message: Logged): Promise<void> => {
    logged.push(message);
    (message[1] === "warn" ? warned : said).push(message[2]);
  };
  return {
    said,
    warned,
    logged,
    say: (text: string) => void said.push(text),
    warn: (text: string) => void warned.push(text),
    report,
    pause: async () => {},
    ownership: createOwnership(),
    neighboursOf: () => undefined,
    isAdoptedLater: () => false,
    identity: createIdentity(),
    marked: createMarkedSecrets(),
    errorForHost: createErrorsForHost(),
    readInPreview: createPreviewReads(5_000, report),
    ...rest,
  };
}
