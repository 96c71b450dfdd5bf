/** Functions that read from the service. Each function has an `Output` variant, for arguments that are known later. */

export type * from "./types";
export * from "./access-list";
export * from "./alert-configs";
export * from "./projects";
export * from "./service";
export * from "./stores";
