/** The check of an alert configuration, as a preview calls it. */

import assert from "node:assert/strict";
import type { Connections } from "../../../../src/core/connections";
import { lifecycle } from "../../../../src/core/lifecycle";
import type { ApiClient } from "../../../../src/http/api-client";
import { alertConfig } from "../../../../src/resources/alert-config/behaviour";
import { openPart, secretsByKey } from "../../../../src/resources/alert-config/notification-secrets";
import type { Args } from "../../../fixtures/alerts/good";

/** A preview asks the service for nothing. */
const offline =
  (strictCatalog: boolean): Connections =>
  () => ({
    api: new Proxy({}, { get: () => assert.fail("a check sent a request") }) as ApiClient,
    settings: { baseUrl: "", publicKey: "", privateKey: "", strictCatalog, onlineChecks: false },
  });

const open = lifecycle(alertConfig, offline(false));
const strict = lifecycle(alertConfig, offline(true));

/** What the class makes of arguments that are all known. */
function inputsOf(args: Args): Args {
  const { notifications } = args;
  if (!Array.isArray(notifications)) return { projectId: "p", ...args };
  const objects = notifications.filter((item): item is Args => typeof item === "object");
  return {
    projectId: "p",
    ...args,
    notifications: notifications.map((item: unknown) =>
      typeof item === "object" ? openPart(item as Args) : item,
    ),
    notificationSecrets: secretsByKey(objects),
  };
}

/** Checks arguments that are all known. */
export async function check(args: Args, options = { strictCatalog: false }): ReturnType<typeof open.check> {
  return (options.strictCatalog ? strict : open).check({}, inputsOf(args));
}
