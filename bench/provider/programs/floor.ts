/** Measures the engine itself: an empty dynamic provider with the same inputs. */

import * as pulumi from "@pulumi/pulumi";
import { alert } from "./alerts";
import { indices, projectOf } from "./given";

/** The delay of each write in milliseconds, which is the latency of the service. */
const latencyMs = Number(process.env["BENCH_LATENCY_MS"]);

const provider: pulumi.dynamic.ResourceProvider = {
  async create(inputs) {
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return { id: `${Math.random()}`, outs: inputs };
  },
  async read(id, props) {
    return { id, props: props as object };
  },
  async delete() {
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
  },
};

class Alert extends pulumi.dynamic.Resource {
  constructor(name: string, args: object) {
    super(provider, name, args);
  }
}

indices.forEach((index) => new Alert(`alert-${index}`, { projectId: projectOf(index), ...alert(index) }));
