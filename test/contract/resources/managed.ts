/** One resource between the provider's methods and an emulator, moved as the engine moves it; without the engine. */

import { isDeepStrictEqual } from "node:util";
import type { Behaviour, Kind, PreviewReport } from "../../../src/core/behaviour";
import type { Connections } from "../../../src/core/connections";
import { createConnections } from "../../../src/core/connections";
import type { ProviderMethods } from "../../../src/core/lifecycle";
import { lifecycle } from "../../../src/core/lifecycle";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { alertConfig } from "../../../src/resources/alert-config/behaviour";
import { clusterName } from "../../../src/resources/cluster-name/behaviour";
import { oplogS3Config } from "../../../src/resources/oplog-s3-config/behaviour";
import { versionManifest } from "../../../src/resources/version-manifest/behaviour";

const BEHAVIOURS: Readonly<Record<Kind, Behaviour>> = {
  AlertConfig: alertConfig,
  ClusterName: clusterName,
  OplogS3Config: oplogS3Config,
  VersionManifest: versionManifest,
};

/** What an `up` did. */
export type Step = "create" | "update" | "same" | "replace";

export interface Managed {
  /** Brings the resource to these inputs. @throws Error with the problems, or with what the provider threw */
  up(inputs: PlainObject): Promise<Step>;
  /** Reports what a preview of these inputs reads from the service. @throws Error with the problems of the check */
  preview(inputs: PlainObject): Promise<PreviewReport>;
  /** Tells whether something differs; a resource that is gone is forgotten. */
  refresh(): Promise<"same" | "changed" | "gone">;
  destroy(): Promise<void>;
  /** Inputs and outputs as they stand in the state. */
  readonly state: { id: string; inputs: PlainObject; outputs: PlainObject } | undefined;
  /** What the provider said beside errors. */
  readonly said: string[];
}

export interface ManagedOptions {
  /** Further settings, such as `opsmanager:onlineChecks`. */
  readonly config?: Readonly<Record<string, string>>;
  /** The connections of the process, for resources that share one. */
  readonly connections?: Connections;
}

/** The connections of a process whose default one leads to the emulator. */
export function connectionsTo(
  emulator: Emulator,
  further: Readonly<Record<string, string>> = {},
): Connections {
  const config: Readonly<Record<string, string>> = {
    "opsmanager:baseUrl": emulator.baseUrl,
    "opsmanager:publicKey": emulator.publicKey,
    "opsmanager:privateKey": emulator.privateKey,
    "opsmanager:maxRetries": "0",
    ...further,
  };
  return createConnections({ config: (key) => config[key], env: {} });
}

export function managed(kind: Kind, emulator: Emulator, options: ManagedOptions = {}): Managed {
  const connections = options.connections ?? connectionsTo(emulator, options.config);
  const said: string[] = [];
  const surroundings = { say: (text: string) => void said.push(text), pause: async () => {} };
  const methods: ProviderMethods = lifecycle(BEHAVIOURS[kind], connections, surroundings);
  let state: { id: string; inputs: PlainObject; outputs: PlainObject } | undefined;

  async function checked(inputs: PlainObject): Promise<PlainObject> {
    const { inputs: known, failures } = await methods.check(state?.inputs ?? {}, inputs);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return known;
  }

  return {
    said,
    get state() {
      return state;
    },
    async up(inputs) {
      const known = await checked(inputs);
      if (state === undefined) {
        const { id, outs } = await methods.create(known);
        state = { id, inputs: known, outputs: outs };
        return "create";
      }
      const { changes, replaces } = await methods.diff(state.id, state.outputs, known);
      if (replaces !== undefined) return "replace";
      const same = changes === false || (changes === undefined && isDeepStrictEqual(known, state.inputs));
      if (same) {
        state = { ...state, inputs: known };
        return "same";
      }
      const { outs } = await methods.update(state.id, state.outputs, known);
      state = { ...state, inputs: known, outputs: outs };
      return "update";
    },
    async preview(inputs) {
      const known = await checked(inputs);
      const context = { ...connections(known["connection"] as string | undefined), ...surroundings };
      const report = await BEHAVIOURS[kind].preview?.(context, state?.inputs, known);
      return report ?? { problems: [], notes: [] };
    },
    async refresh() {
      if (state === undefined) throw new Error("nothing is managed");
      const { id, props, inputs = state.inputs } = await methods.read(state.id, state.outputs);
      if (id === undefined || props === undefined) {
        state = undefined;
        return "gone";
      }
      const same = isDeepStrictEqual(inputs, state.inputs);
      state = { id, inputs, outputs: props };
      return same ? "same" : "changed";
    },
    async destroy() {
      if (state === undefined) throw new Error("nothing is managed");
      await methods.delete(state.id, state.outputs);
      state = undefined;
    },
  };
}
