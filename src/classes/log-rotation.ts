/** Generated from `src/resources/log-rotation/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { EffectiveLogRotation } from "../fields/log-rotation";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { LogRotationBody } from "../types/log-rotation";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link AuditLogRotation}. */
export interface AuditLogRotationArgs extends ArgumentsOf<LogRotationBody> {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /**
   * Whether destroying the resource disables the rotation. It does not restore the settings that were there before.
   * @default false
   */
  disableOnDestroy?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const AUDIT_LOG_ROTATION: ClassData = {
  what: "audit log rotation",
  inputs: [
    "projectId",
    "sizeThresholdMB",
    "timeThresholdHrs",
    "numUncompressed",
    "percentOfDiskspace",
    "numTotal",
    "disableOnDestroy",
  ],
  outputs: ["effective"],
  defaults: { disableOnDestroy: false },
  secrets: ["__written"],
  repeating: ["effective"],
  unique: ["projectId"],
  inIds: ["projectId"],
  createOnly: [],
  canImport: true,
};

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
export class AuditLogRotation extends OpsManagerResource implements OutputsOf<AuditLogRotationArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly disableOnDestroy: pulumi.Output<boolean>;
  /**
   * All settings, with the defaults of the service; as of the last write or of a refresh that found a change. Secret if a setting
   * is given as an output, which may be secret.
   */
  declare readonly effective: pulumi.Output<EffectiveLogRotation>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `sizeThresholdMB` and `timeThresholdHrs` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: AuditLogRotationArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AuditLogRotationArgs> = args ?? {};
    super("AuditLogRotation", name, given, registrationOf(AUDIT_LOG_ROTATION, given), options);
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

export interface AuditLogRotation extends FieldsAsOutputs<LogRotationBody> {}

/** Arguments of {@link SystemLogRotation}. */
export interface SystemLogRotationArgs extends ArgumentsOf<LogRotationBody> {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /**
   * Whether destroying the resource disables the rotation. It does not restore the settings that were there before.
   * @default false
   */
  disableOnDestroy?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const SYSTEM_LOG_ROTATION: ClassData = {
  what: "system log rotation",
  inputs: [
    "projectId",
    "sizeThresholdMB",
    "timeThresholdHrs",
    "numUncompressed",
    "percentOfDiskspace",
    "numTotal",
    "disableOnDestroy",
  ],
  outputs: ["effective"],
  defaults: { disableOnDestroy: false },
  secrets: ["__written"],
  repeating: ["effective"],
  unique: ["projectId"],
  inIds: ["projectId"],
  createOnly: [],
  canImport: true,
};

/**
 * The rotation of the system logs of a project, that is of the logs of its MongoDB processes. A project always has these
 * settings: the create changes what is there, which a preview shows. Each change publishes a new version of the automation
 * configuration to all agents of the project, so nothing is written without a difference. Destroying the resource leaves the
 * settings in place, or disables the rotation with `disableOnDestroy`.
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
export class SystemLogRotation extends OpsManagerResource implements OutputsOf<SystemLogRotationArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly disableOnDestroy: pulumi.Output<boolean>;
  /**
   * All settings, with the defaults of the service; as of the last write or of a refresh that found a change. Secret if a setting
   * is given as an output, which may be secret.
   */
  declare readonly effective: pulumi.Output<EffectiveLogRotation>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `sizeThresholdMB` and `timeThresholdHrs` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: SystemLogRotationArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<SystemLogRotationArgs> = args ?? {};
    super("SystemLogRotation", name, given, registrationOf(SYSTEM_LOG_ROTATION, given), options);
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

export interface SystemLogRotation extends FieldsAsOutputs<LogRotationBody> {}
