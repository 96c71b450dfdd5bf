/** The documented values of the fields of backup stores. The service may accept others. */

export const AUTH_METHODS = ["KEYS", "IAM_ROLE"] as const;
export const COMPRESSIONS = ["NONE", "GZIP"] as const;
export const WRITE_CONCERNS = ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] as const;

export type KnownAuthMethod = (typeof AUTH_METHODS)[number];
export type KnownWriteConcern = (typeof WRITE_CONCERNS)[number];
