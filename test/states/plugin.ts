/** What the plugin writes into a state, for one resource of each kind, and for alert configurations that somebody has changed. */

import { withArgumentNames } from "../../src/dynamic/form";
import type { Emulator, State } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import type { PlainObject } from "../../src/json";
import { BACKUP_CHAIN, DOWN, INPUTS } from "../contract/resources/inputs";
import type { Kind } from "../contract/resources/managed";
import { native } from "../contract/resources/native";

export interface RecordedResource {
  readonly kind: Kind;
  readonly id: string;
  /** The arguments of the program. */
  readonly args: PlainObject;
  readonly inputs: PlainObject;
  readonly outputs: PlainObject;
  /** Whether somebody has changed the object, and a refresh has found that. */
  readonly isDrifted: boolean;
}

export interface RecordedPlugin {
  readonly service: State;
  readonly baseUrl: string;
  readonly resources: readonly RecordedResource[];
}

/** A version manifest is a file on the machine of the program. */
const WITHOUT_FILE = (Object.keys(INPUTS) as Kind[]).filter((kind) => kind !== "VersionManifest");
const isOfChain = (kind: Kind): boolean => BACKUP_CHAIN.some((each) => each === kind);

/** The kinds of each file. */
export const PLUGIN_CASES: Readonly<Record<string, readonly Kind[]>> = {
  plain: WITHOUT_FILE.filter((kind) => !isOfChain(kind)),
  drifted: ["AlertConfig", "AlertConfigSet"],
  "backup-chain": BACKUP_CHAIN,
};

const SLACK = { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-recorded-0001", intervalMin: 15 };
const ALERT = { ...DOWN, notifications: [...DOWN.notifications, SLACK] };

function argumentsOf(kind: Kind, emulator: Emulator): PlainObject {
  const { resourceName: _, ...args } = withArgumentNames(INPUTS[kind](emulator));
  if (kind === "AlertConfigSet") return { ...args, alertConfigs: { down: ALERT } };
  return kind === "AlertConfig" ? { ...args, ...ALERT } : args;
}

export async function recordPlugin(kinds: readonly Kind[], isDrifted: boolean): Promise<RecordedPlugin> {
  const emulator = await startEmulator();
  try {
    const resources: RecordedResource[] = [];
    for (const kind of kinds) {
      const args = argumentsOf(kind, emulator);
      const resource = native(kind, emulator);
      const before = new Set(
        emulator
          .alertConfigs()
          .list()
          .map(({ id }) => id),
      );
      await resource.up(args);
      if (isDrifted) {
        const own = emulator
          .alertConfigs()
          .list()
          .filter(({ id }) => !before.has(id));
        for (const { id } of own) emulator.alertConfigs().update(id, { enabled: false, notifications: [] });
        await resource.refresh();
      }
      const { id = "", inputs = {}, outputs = {} } = resource.state ?? {};
      resources.push({ kind, id, args, inputs, outputs, isDrifted });
    }
    return { service: emulator.snapshot(), baseUrl: emulator.baseUrl, resources };
  } finally {
    await emulator.close();
  }
}
