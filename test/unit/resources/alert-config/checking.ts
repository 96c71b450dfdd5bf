/** The check of an alert configuration, as a preview runs it. */

import { dynamicProvider } from "../../../../src/dynamic/provider";
import type { AlertNotification } from "../../../../src/fields/notification";
import { alertConfig, globalAlertConfig } from "../../../../src/resources/alert-config/definition";
import { openPart, splitSecrets } from "../../../../src/secrets/notifications";
import type { Args } from "../../../fixtures/alerts/good";
import { surroundings } from "../../dynamic/surroundings";
import { offline } from "../connection";

const open = dynamicProvider(alertConfig, () => offline(), surroundings());
const strict = dynamicProvider(alertConfig, () => offline({ strictCatalog: true }), surroundings());
const global = dynamicProvider(globalAlertConfig, () => offline({ strictCatalog: true }), surroundings());

/** The inputs that the class makes of arguments that are all known. */
function inputsOf(args: Args): Args {
  const { notifications } = args;
  if (!Array.isArray(notifications)) return args;
  const isObject = (item: unknown): item is AlertNotification => typeof item === "object";
  return {
    ...args,
    notifications: notifications.map((item: unknown) => (isObject(item) ? openPart(item) : item)),
    notificationSecrets: splitSecrets(notifications.filter(isObject)),
  };
}

/** Checks arguments that are all known. @param options.isGlobal for a global alert configuration, with strictCatalog */
export async function check(
  args: Args,
  options: { readonly strictCatalog: boolean; readonly isGlobal?: boolean } = { strictCatalog: false },
): ReturnType<typeof open.check> {
  if (options.isGlobal === true) return global.check({}, inputsOf(args));
  return (options.strictCatalog ? strict : open).check({}, { projectId: "p", ...inputsOf(args) });
}
