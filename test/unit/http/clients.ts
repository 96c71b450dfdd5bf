import { adviseOnRefusal } from "../../../src/api/advice";
import type { ApiClient } from "../../../src/http/api-client";
import { createApiClient } from "../../../src/http/api-client";
import type { ConnectionOptions } from "../../../src/http/options";

/** What the environment of a client records, and the secrets that it knows of. */
interface Around {
  /** Receives the lines of the log, which is off without it. */
  readonly lines?: string[] | undefined;
  readonly furtherSecrets?: () => string[];
}

type Open = (options: ConnectionOptions, around?: Around) => ApiClient;

/** Creates clients, which are closed after each test of the suite. */
export function clients(): Open & { readonly close: () => Promise<unknown> } {
  const open: ApiClient[] = [];
  const close = () => Promise.all(open.splice(0).map((each) => each.close()));
  afterEach(close);
  const create: Open = (options, { lines, ...rest } = {}) => {
    const level = lines === undefined ? "off" : "trace";
    const log = { level, write: (line: string) => lines?.push(line) } as const;
    const made = createApiClient(options, { env: {}, log, ...rest }, adviseOnRefusal);
    open.push(made);
    return made;
  };
  return Object.assign(create, { close });
}
