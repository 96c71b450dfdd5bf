import type { HoldingProxy, Moment } from "./holding-proxy";
import type { Playground } from "./playground";
import { killRun } from "./provider-process";

/** Runs an `up` and kills it at its first write: the engine, the program and the provider. */
export async function killedUp(playground: Playground, proxy: HoldingProxy, moment: Moment): Promise<void> {
  const held = proxy.hold(1, moment);
  const running = playground.run("up");
  await Promise.race([held, running]);
  killRun();
  proxy.release();
  await running;
  await playground.stack.cancel();
}
