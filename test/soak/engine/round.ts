/**
 * A round: a random program in several stages on the real engine. Between the stages others change the service by hand;
 * within a stage requests fail, processes are killed, keys are rotated and the service moves. Then one undisturbed update must
 * leave exactly what is declared.
 */

import { inspect } from "node:util";
import { nothingLeaked } from "../../e2e/support/leaks";
import { killProvider, killRun } from "../../e2e/support/provider-process";
import { edit } from "./declarations";
import { disturb, killAtWrite } from "./disturb";
import { recover, withoutAdoption } from "./recover";
import { addForeign, changeByHand, compareService } from "./service";
import { readState } from "./state";
import { declare, install, kindsOf, openRound, type Round, type RoundOptions, run } from "./world";

/** What was done, for a reader; the problems, none of which there are if everything is as declared; and what Pulumi printed. */
export type RoundReport = Awaited<ReturnType<typeof playRound>>;

export async function playRound(options: RoundOptions) {
  const round = await openRound(options);
  const { story, die } = round;
  const problems: string[] = [];
  try {
    for (let stage = 1, last = die.oneOf([1, 2, 2, 3]); stage <= last && problems.length === 0; stage++) {
      story.push(`stage ${stage}:`);
      problems.push(...(await playStage(round, stage)));
    }
    if (problems.length === 0) {
      story.push("destroy:");
      problems.push(...(await destroy(round)));
    }
  } catch (error) {
    problems.push(inspect(error));
  } finally {
    await round.sandbox.close();
    await round.proxy.close();
    await round.emulator.close();
  }
  return { story, problems, output: round.outputs.join("\n\n") };
}

async function playStage(round: Round, stage: number): Promise<string[]> {
  const { die, chance, emulator, foreign, story, stack } = round;
  if (stage > 1) {
    const { recorded } = await readState(stack);
    for (let left = die.between(1, 3); left > 0; left--)
      story.push(`${changeByHand(chance, emulator, recorded)} by hand,`);
    if (die.chance(0.5)) addForeign(chance, emulator, foreign);
  }
  const manifest = emulator.versionManifest.get("current")?.text ?? "";
  const kept = round.declarations.map(withoutAdoption);
  await declare(round, edit(chance, kept, manifest, await kindsOf(round)));
  story.push(`${round.declarations.length} resources`);

  // Faults that an earlier revision cannot handle say nothing about this one.
  if (round.build === "now") {
    for (let left = die.between(1, 2); left > 0; left--) {
      const disturbed = await disturb(round);
      const problems = await recover(round, disturbed);
      if (disturbed.isComplete) problems.push(...(await compare(round)));
      if (problems.length > 0) return problems;
    }
  }
  // A refresh uses the configuration of the last update, unless the program runs first.
  const done = await run(round, "up", "--refresh", "--run-program");
  if (done.code !== 0) return [`an undisturbed up fails:\n${done.output}`];
  const problems = await verify(round);
  if (round.build === "before") {
    story.push("upgrade");
    round.build = "now";
    await install(round);
    if (problems.length === 0) problems.push(...(await verify(round)));
  }
  return problems;
}

async function verify(round: Round): Promise<string[]> {
  const preview = await run(round, "preview", "--refresh", "--expect-no-changes");
  return [
    ...(preview.code === 0 ? [] : [`a preview shows changes:\n${preview.output}`]),
    ...(await compare(round)),
    ...(await findLeaks(round)),
  ];
}

async function compare({ emulator, declarations, foreign, stack }: Round): Promise<string[]> {
  const { recorded, pending } = await readState(stack);
  return [
    ...(pending === 0 ? [] : [`${pending} operations are pending`]),
    ...recorded.filter(({ isOld }) => isOld).map(({ name }) => `${name} is still to be deleted`),
    ...compareService(emulator, declarations, recorded, foreign),
  ];
}

async function destroy(round: Round): Promise<string[]> {
  const { die, emulator } = round;
  const manifest = emulator.versionManifest.get("current")?.text;
  if (die.chance(0.5)) await killAtWrite(round, "destroy", die.oneOf([killProvider, killRun]));
  const destroyed = await run(round, "destroy");
  if (destroyed.code !== 0) return [`an undisturbed destroy fails:\n${destroyed.output}`];
  round.declarations = [];
  const isKept = emulator.versionManifest.get("current")?.text === manifest;
  return [
    ...(isKept ? [] : ["destroying changed the manifest"]),
    ...(await compare(round)),
    ...(await findLeaks(round)),
  ];
}

async function findLeaks(round: Round): Promise<string[]> {
  try {
    const agentKeys = round.emulator.snapshot().projects.flatMap(({ agentApiKey = [] }) => agentApiKey);
    await nothingLeaked(round, [...round.chance.secrets, ...agentKeys]);
    return [];
  } catch (error) {
    return [String(error)];
  }
}
