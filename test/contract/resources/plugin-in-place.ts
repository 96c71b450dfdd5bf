/** The plugin in place of the host, with the inputs and the states of the host: so the tests of each kind run with both. */

import type { Emulator } from "../../../src/emulator";
import * as dynamic from "../../../src/dynamic/form";
import type { PlainObject } from "../../../src/json";
import { omit } from "../../../src/json";
import { completeInputs, decode, encode } from "../../../src/core/stored";
import type { Kind, Managed, ManagedOptions, Stored } from "./managed";
import { definitionOf } from "./managed";
import type { PluginProcess } from "./native";
import { native } from "./native";

/** The processes of programs, by what their resources share, and the messages at each resource. */
const processes = new WeakMap<object, { process: PluginProcess; said: Map<string, string[]> }>();

export function pluginInPlace(kind: Kind, emulator: Emulator, options: ManagedOptions = {}): Managed {
  const definition = definitionOf(kind);
  const { name = "resource", config = {}, pause } = options;
  const resource = native(kind, emulator, {
    name,
    config: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [key.replace("opsmanager:", ""), value]),
    ),
    ...(pause && { pause }),
    shared: (make) => {
      const key = options.ownership?.() ?? options.connections ?? {};
      const said = processes.get(key)?.said ?? new Map<string, string[]>();
      said.set(resource.urn, resource.said);
      const process =
        processes.get(key)?.process ??
        make(async (urn, _severity, text) => void (said.get(urn ?? "") ?? resource.said).push(text));
      processes.set(key, { process, said });
      return process;
    },
  });
  const { nameArgument } = definition;
  const named = nameArgument === undefined ? {} : { [nameArgument]: name };
  const argsFrom = (inputs: PlainObject): PlainObject =>
    omit<PlainObject, string>({ ...dynamic.argsFrom(definition, inputs) }, [
      "changedSecrets",
      "imported",
      "unclear",
    ]);
  const apart = (args: object): PlainObject => dynamic.apart(definition, { ...args });
  const hosted: Partial<Managed> = {
    get state() {
      if (resource.state === undefined) return undefined;
      const { id, inputs, outputs } = resource.state;
      // The host knows no address.
      const state = decode(definition, omit(outputs, ["__server"]));
      return {
        id,
        inputs: dynamic.withInputNames(apart(inputs)),
        outputs: dynamic.encode(definition, state, apart(state.args)),
      };
    },
    preview: async (inputs) => resource.preview(argsFrom(inputs)),
    changes: async (inputs) => resource.changes(argsFrom(inputs)),
    up: async (inputs) => resource.up(argsFrom(inputs)),
    upWithoutState: async (inputs) => resource.upWithoutState(argsFrom(inputs)),
    async import({ id, inputs, outputs }: Stored) {
      if (Object.keys(outputs).length === 0) return resource.import(id);
      const state = dynamic.decode(definition, outputs);
      resource.put({
        id,
        inputs: completeInputs(definition, { ...named, ...argsFrom(inputs) }, {}),
        outputs: { ...encode(definition, state), __imported: inputs["__imported"] },
      });
    },
  };
  return Object.create(resource, Object.getOwnPropertyDescriptors(hosted)) as Managed;
}
