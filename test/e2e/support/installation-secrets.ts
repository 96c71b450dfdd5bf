/** The secrets of an installation, which an operator knows and the service does not show. */

import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import type { AlertConfig, AlertConfigBody } from "../../../src/fields/alert-config";
import type { AlertNotification } from "../../../src/fields/notification";
import { jsonEqual } from "../../../src/json";
import { existingAlert } from "../../../src/resources/alert-config/existing";

/** What `export --json` prints of a secret. */
export interface ExportedSecret {
  readonly key: string;
  readonly resource: string;
  readonly path: string;
}

interface ImportFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: AlertConfigBody & { readonly alertConfigs?: Readonly<Record<string, AlertConfigBody>> };
    readonly outputs: { readonly alertConfigIds?: Readonly<Record<string, string>> };
  }[];
}

/** Returns the value on the service of each secret, by key. */
export function secretValues(
  emulator: Emulator,
  secrets: readonly ExportedSecret[],
  importFile: string,
): Record<string, { readonly secret: string }> {
  const { resources } = JSON.parse(importFile) as ImportFile;
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return Object.fromEntries(
    secrets.map(({ key, resource: name, path }) => {
      const resource = byName.get(name) ?? assert.fail(`${name} is not in the file`);
      const { inputs, outputs, id } = resource;
      const [projectId = "", alertConfigId = ""] = id.split("/");
      const [, member, rest] = /^alertConfigs\.([^.]+)\.(.*)$/.exec(path) ?? [undefined, undefined, path];
      if (resource.type.endsWith(":OplogS3Config")) {
        return [key, { secret: storeSecret(emulator, id, path) }];
      }
      const declared = member === undefined ? inputs : inputs.alertConfigs?.[member];
      const liveId = member === undefined ? alertConfigId : (outputs.alertConfigIds?.[member] ?? "");
      const live = emulator.alertConfigs(projectId).get(liveId) ?? assert.fail(`${liveId} does not exist`);
      const value = notificationSecret(live, declared ?? assert.fail(path), rest ?? "");
      return [key, { secret: value }];
    }),
  );
}

function storeSecret(emulator: Emulator, id: string, path: string): string {
  const live: unknown = emulator.entities("oplogS3Configs").get(id);
  const value = path.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], live);
  return String(value);
}

function notificationSecret(live: AlertConfig, declared: AlertConfigBody, path: string): string {
  const [, index, field] = /^notifications\[(\d+)\]\.(\w+)$/.exec(path) ?? assert.fail(path);
  const open = (item: AlertNotification) =>
    existingAlert("", { ...live, notifications: [item] }).args.notifications[0];
  const alike = declared.notifications
    .slice(0, Number(index))
    .filter((item) => jsonEqual(item, declared.notifications[Number(index)]));
  const candidates = (live.notifications ?? []).filter((item) =>
    jsonEqual(open(item), declared.notifications[Number(index)]),
  );
  return String(candidates[alike.length]?.[field as keyof AlertNotification] ?? assert.fail(path));
}
