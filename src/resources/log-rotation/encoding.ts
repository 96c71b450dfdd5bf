/** The typed form of a log rotation, and the form in which the engine stores it. */

import type { CommonArgs, Outputs, StateOf } from "../../core/definition";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import { rowsOf } from "../../core/rows";
import type { LogRotation, LogRotationBody } from "../../fields/log-rotation";
import { LOG_ROTATION, ROTATION_FIELDS, withRotationDefaults } from "../../fields/log-rotation";
import { argumentsOf } from "../../core/description";
import { pick } from "../../json";
import { AUDIT_LOG_ROTATION_DESCRIPTION } from "./description";

/** The arguments of a log rotation. */
export interface RotationArgs extends CommonArgs, LogRotationBody {
  readonly projectId: string;
  readonly disableOnDestroy?: boolean | undefined;
}

export const INPUT_NAMES = Object.keys(argumentsOf(AUDIT_LOG_ROTATION_DESCRIPTION)) as (keyof RotationArgs)[];

export interface RotationState extends StateOf<RotationArgs> {
  /** What the service had at the last write, or at a refresh that found a change, with its defaults. */
  readonly effective?: LogRotation | undefined;
  readonly written: Written;
}

/** The last write, or what an import or a look-up found. */
export interface Written {
  readonly declared: LogRotation;
  /** Absent in a report of an encrypted state. */
  readonly returned?: LogRotation | undefined;
}

/** The state after a write, or of what exists. */
export function stateOf(args: RotationArgs, live: LogRotation): RotationState {
  const [declared, returned] = [pick(args, ROTATION_FIELDS), pick(live, ROTATION_FIELDS)];
  return {
    args,
    effective: withRotationDefaults(returned),
    written: { declared, returned },
    ...maybeNotTaken(notTakenIn(rowsOf(LOG_ROTATION, { declared, expected: returned, live: returned }))),
  };
}

export function toOutputs({ args, effective, written }: RotationState): Outputs {
  return { ...pick(args, INPUT_NAMES), effective, __written: written };
}

export function fromOutputs({ effective, __written: written, ...inputs }: Outputs): RotationState {
  const args = pick(inputs, INPUT_NAMES) as unknown as RotationArgs;
  const shown = { declared: pick(args, ROTATION_FIELDS), returned: effective };
  return { args, effective, written: written ?? shown } as RotationState;
}
