/** AuditLogRotation and SystemLogRotation: how the agents of a project rotate its logs. */

import type * as pulumi from "@pulumi/pulumi";
import type { EffectiveLogRotation, LogRotationBody } from "../fields/log-rotation";
import { ROTATION_FIELDS } from "../fields/log-rotation";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import { isLater } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { DEFAULTS, INPUT_NAMES, OUTPUT_NAMES } from "./log-rotation/encoding";

/** Arguments of {@link AuditLogRotation} and {@link SystemLogRotation}. */
export interface LogRotationArgs extends ArgumentsOf<LogRotationBody> {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** Whether destroying the resource disables the rotation. It does not restore the settings that were there before. @default false */
  disableOnDestroy?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection must lead to the same project. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

/** Arguments of {@link AuditLogRotation}. */
export type AuditLogRotationArgs = LogRotationArgs;

/** Arguments of {@link SystemLogRotation}. */
export type SystemLogRotationArgs = LogRotationArgs;

/** What both classes have in common. */
export abstract class LogRotationResource extends OpsManagerResource implements OutputsOf<LogRotationArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly disableOnDestroy: pulumi.Output<boolean>;
  /** All settings, with the defaults of the service; as of the last write or of a refresh that found a change. It is secret if a setting is given as an output, which may be secret. */
  declare readonly effective: pulumi.Output<EffectiveLogRotation>;

  protected constructor(
    kind: string,
    what: string,
    name: string,
    args: LogRotationArgs,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    // JavaScript programs may omit them.
    const given: Partial<LogRotationArgs> = args ?? {};
    const { projectId } = given;
    super(
      kind,
      name,
      given,
      {
        inputs: given,
        defaults: DEFAULTS,
        names: [...INPUT_NAMES, ...OUTPUT_NAMES],
        // It repeats the settings, which an output may have marked as secret.
        secretNames: [
          "__written",
          ...(ROTATION_FIELDS.some((field) => isLater(given[field])) ? OUTPUT_NAMES : []),
        ],
        claimed: { what, parts: [projectId] },
        canImport: true,
        inIds: { projectId },
      },
      options,
    );
  }
}

/** Their outputs have all settings. */
export interface LogRotationResource extends FieldsAsOutputs<LogRotationBody> {}

/**
 * The rotation of the audit logs of a project. A project always has these settings: the create changes what is there, which a
 * preview shows. Each change publishes a new version of the automation configuration to all agents of the project, so nothing is
 * written without a difference. Destroying the resource leaves the settings in place, or disables the rotation with
 * `disableOnDestroy`.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * new opsmanager.AuditLogRotation("audit-logs", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   sizeThresholdMB: 1000,
 *   timeThresholdHrs: 24,
 *   percentOfDiskspace: 0.05,
 * });
 * ```
 */
export class AuditLogRotation extends LogRotationResource {
  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `sizeThresholdMB` and `timeThresholdHrs` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: AuditLogRotationArgs, options?: pulumi.CustomResourceOptions) {
    super("AuditLogRotation", "audit log rotation", name, args, options);
  }

  /**
   * Reads the existing settings without managing them.
   *
   * @param name the name of the resource in the state
   * @param id the id of the project
   * @throws Error if the rotation is not configured
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AuditLogRotation {
    return lookUp(AuditLogRotation, name, id, options);
  }
}

/**
 * The rotation of the system logs of a project, that is of the logs of its MongoDB processes. A project always has these settings:
 * the create changes what is there, which a preview shows. Each change publishes a new version of the automation configuration to
 * all agents of the project, so nothing is written without a difference. Destroying the resource leaves the settings in place, or
 * disables the rotation with `disableOnDestroy`.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * new opsmanager.SystemLogRotation("system-logs", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   sizeThresholdMB: 1000,
 *   timeThresholdHrs: 24,
 *   numTotal: 30,
 * });
 * ```
 */
export class SystemLogRotation extends LogRotationResource {
  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `sizeThresholdMB` and `timeThresholdHrs` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: SystemLogRotationArgs, options?: pulumi.CustomResourceOptions) {
    super("SystemLogRotation", "system log rotation", name, args, options);
  }

  /**
   * Reads the existing settings without managing them.
   *
   * @param name the name of the resource in the state
   * @param id the id of the project
   * @throws Error if the rotation is not configured
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): SystemLogRotation {
    return lookUp(SystemLogRotation, name, id, options);
  }
}
