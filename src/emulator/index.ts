export { startEmulator } from "./start";
export type { Emulator } from "./emulator";
export type { EmulatorOptions } from "./options";
export type * from "./entities";
export type { EntityAccess } from "./entity-access";
export type { FaultAction, FaultMatch, FaultRule, FaultState, Faults } from "./faults";
export type { Counters, RequestRecord } from "./request-log";
export type { Settings } from "./settings";
