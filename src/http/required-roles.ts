/** The roles that the endpoints require, as the user interface of Ops Manager names them. */

import type { Method } from "./message";

/** The first row that matches counts. */
const ROLES: readonly (readonly [method: Method | "any", path: RegExp, role: string])[] = [
  [
    "GET",
    /^\/groups(?:$|\/[^/]+\/(?:alertConfigs|clusters)\b)/,
    "any role in the project, such as Project Read Only",
  ],
  ["any", /^\/groups\/[^/]+\/alertConfigs\b/, "Project Owner"],
  ["any", /^\/groups\/[^/]+\/clusters\b/, "Project Monitoring Admin or Project Owner"],
  ["any", /^\/groups\/[^/]+\/automationConfig\/auditLogRotateConfig$/, "Project Automation Admin"],
  ["any", /^\/admin\/backup\/oplog\//, "Global Owner or Global Backup Admin"],
  ["any", /^\/versionManifest$/, "Global Owner or Global Automation Admin"],
  [
    "any",
    /^\/orgs\/[^/]+\/apiKeys\/[^/]+\/accessList\b/,
    "Organization Owner, or none if the access list is that of the key itself",
  ],
];

/** Finds the role that a request requires; `undefined` if it requires none, or an unknown one. */
export function findRequiredRole(method: Method, path: string): string | undefined {
  return ROLES.find(([verb, pattern]) => (verb === "any" || verb === method) && pattern.test(path))?.[2];
}
