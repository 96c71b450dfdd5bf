/** What a user does after a disturbed update. */

import { isAsDeclared } from "../as-declared";
import type { Declaration } from "./declarations";
import { listAlerts } from "./service";
import { readState } from "./state";
import type { Round } from "./world";
import { declare } from "./world";

/**
 * What the documentation tells a user to do after a process was killed, or an error said that an object may exist: adopt what was
 * created and is not in the state. Sets and names of clusters need nothing.
 */
export async function recover(round: Round): Promise<void> {
  const { emulator, stack, foreign, story } = round;
  const { recorded } = await readState(stack);
  const managed = new Set([...recorded.flatMap(({ alertIds }) => alertIds), ...foreign.alerts.keys()]);
  const orphans = listAlerts(emulator).filter(({ id }) => !managed.has(id));
  const stores = new Set(emulator.oplogS3Configs.list().map(({ id }) => id));
  const adopting = round.declarations.map(withoutAdoption).map((declaration): Declaration => {
    const { kind, name, args } = declaration;
    if (kind === "AlertConfig") {
      const isRecorded = recorded.some(
        ({ name: other, id, isOld }) => other === name && !isOld && id.startsWith(`${args.projectId}/`),
      );
      const orphan = orphans.find((live) => live.groupId === args.projectId && isAsDeclared(args, live));
      if (isRecorded || orphan === undefined) return declaration;
      story.push(`adoptId for ${name}`);
      return { ...declaration, args: { ...args, adoptId: orphan.id } };
    }
    if (kind === "OplogS3Config") {
      const isRecorded = recorded.some((each) => each.kind === kind && each.id === args.storeId);
      if (isRecorded || !stores.has(args.storeId)) return declaration;
      story.push(`adopt for ${name}`);
      return { ...declaration, args: { ...args, adopt: true } };
    }
    return declaration;
  });
  await declare(round, adopting);
}

/** Once an object is in the state, the arguments that adopt it have no effect. */
export function withoutAdoption(declaration: Declaration): Declaration {
  const { adoptId: _, adopt: __, ...args } = declaration.args as { adoptId?: string; adopt?: true };
  return { ...declaration, args } as Declaration;
}
