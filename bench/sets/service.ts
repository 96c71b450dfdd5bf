/** Runs the emulator in its own process, with as many projects as asked for and no alert configurations. */

import { startEmulator } from "pulumi-opsmanager/emulator";
import type { Emulator } from "pulumi-opsmanager/emulator";
import { handleQuestions } from "../support/helper-process";

export type ServiceQuestion = { readonly projects: number } | "take";

/** The requests since the last `take`. */
export interface Traffic {
  /** By endpoint, without those that got a challenge. */
  readonly byEndpoint: Readonly<Record<string, number>>;
  readonly challenges: number;
}

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly projectIds: string[];
}

let emulator: Emulator | undefined;

async function start(projects: number): Promise<ServiceAddress> {
  const ids = [...Array(projects).keys()].map((at) =>
    (0x60_00_00_00_00_00 + at).toString(16).padEnd(24, "0"),
  );
  emulator = await startEmulator({
    seed: {
      projects: ids.map((id, at) => ({ id, orgId: "5f3e9c41d2a7b84e60c1f0a3", name: `project-${at}` })),
      alertConfigs: [],
    },
    // Only the counters are read.
    logCapacity: 1,
  });
  const { baseUrl, publicKey, privateKey } = emulator;
  return { baseUrl, publicKey, privateKey, projectIds: ids };
}

function takeTraffic(): Traffic {
  const { byEndpoint = {}, challenges = 0 } = emulator?.counters ?? {};
  emulator?.clearRequests();
  return { byEndpoint, challenges };
}

process.once("disconnect", () => process.exit());
handleQuestions(async (question: ServiceQuestion) =>
  question === "take" ? takeTraffic() : start(question.projects),
);
