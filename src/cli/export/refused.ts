/** Leaves out what the provider would refuse in a program: a preview would fail as a whole because of one object. */

import type { Rules } from "../../core/check";
import { completeSchema, validateArgs } from "../../core/check";
import type { Connection } from "../../core/connections";
import type { CommonArgs, Context } from "../../core/definition";
import { isGiven } from "../../core/masks";
import { createOwnership } from "../../core/ownership";
import type { Path } from "../../core/problems";
import { valueAt, withValue } from "../../core/problems";
import { UNKNOWN } from "../../core/unknowns";
import type { AlertConfig } from "../../fields/alert-config";
import {
  fieldsRequiredBy,
  knownNotificationType,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { alertConfig } from "../../resources/alert-config/definition";
import { existingAlert } from "../../resources/alert-config/existing";
import { unknownFields } from "../../resources/alert-config/unknown-fields";
import { clusterName } from "../../resources/cluster-name/definition";
import { oplogS3Config } from "../../resources/oplog-s3-config/definition";
import { existingStore } from "../../resources/oplog-s3-config/existing";
import { findDefects } from "../../resources/version-manifest/comparison";
import { outlineManifest } from "../../manifest-outline";
import type { Inventory, Project, Skipped } from "./inventory";
import { placeOf } from "./inventory";

export async function withoutRefused(inventory: Inventory, connection: Connection): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const context: Context = {
    ...connection,
    ownership: createOwnership(),
    say: () => undefined,
    warn: () => undefined,
    pause: async () => undefined,
    filter: (text) => text,
  };
  const isTaken = checkOf(context, skipped);
  const projects: Project[] = [];
  for (const project of inventory.projects) {
    const { id: projectId, alertConfigs, clusters } = project;
    const place = placeOf(project);
    const ofAlert = isTaken(alertConfig);
    const ofCluster = isTaken(clusterName);
    projects.push({
      ...project,
      alertConfigs: await filtered(alertConfigs, async (live) => {
        const { args, secrets } = existingAlert(projectId, live);
        const what = `alert configuration ${live.id} (${args.eventTypeName}) ${place}`;
        return ofAlert(what, args, secrets, undeclarableFields(live));
      }),
      clusters: await filtered(clusters, async ({ id, clusterName: name }) =>
        ofCluster(`cluster ${id} ${place}`, { projectId, clusterId: id, clusterName: name }, []),
      ),
    });
  }
  const ofStore = isTaken(oplogS3Config);
  const stores = await filtered(inventory.stores, async (live) => {
    const { args, secrets } = existingStore(live);
    return ofStore(`oplog store ${live.id}`, args, secrets);
  });
  const defects = inventory.manifest === undefined ? [] : findDefects(outlineManifest(inventory.manifest));
  if (defects.length > 0) {
    skipped.push({ what: "version manifest", reason: `the provider refuses it: ${defects.join("; ")}` });
  }
  const manifest = defects.length > 0 ? undefined : inventory.manifest;
  return { ...inventory, projects, stores, manifest, skipped: [...inventory.skipped, ...skipped] };
}

/**
 * Fields of notifications that a program cannot declare and a write would need: those of a type that is not listed, which may be its
 * address or its secret, and a reference to an integration of the project in place of a required secret, which nobody has.
 */
function undeclarableFields(live: AlertConfig): string[] {
  const { notifications = [] } = live;
  return unknownFields(live).flatMap((path) => {
    const [list, index, name] = path;
    const notification = list === "notifications" ? notifications[Number(index)] : undefined;
    if (notification === undefined || !isGiven(valueAt(live, path))) return [];
    const field = `the field ${name} of ${notification.typeName}`;
    const type = knownNotificationType(notification.typeName);
    if (type === undefined) return [field];
    const required: readonly string[] = fieldsRequiredBy(type);
    const missing = SECRET_NOTIFICATION_FIELDS.filter(
      (secret) => required.includes(secret) && !isGiven(notification[secret]),
    );
    return name === "integrationId" && missing.length > 0
      ? [`${field} in place of ${missing.join(", ")}`]
      : [];
  });
}

/** Checks arguments as a preview does, with secrets that nobody knows yet. */
function checkOf(context: Context, skipped: Skipped[]) {
  return <Args extends CommonArgs>(definition: Rules<Args>) => {
    const schema = completeSchema(definition);
    return async (what: string, args: object, secrets: readonly Path[], lost: readonly string[] = []) => {
      const declared = secrets.reduce<unknown>((object, path) => withValue(object, path, UNKNOWN), args);
      const { errors } = await validateArgs(definition, schema, declared as Args, () => context);
      const reasons = [
        ...(errors.length > 0 ? [`the provider refuses it: ${errors.join("; ")}`] : []),
        ...(lost.length > 0 ? [`this version cannot declare ${lost.join(", ")}`] : []),
      ];
      if (reasons.length > 0) skipped.push({ what, reason: reasons.join("; ") });
      return reasons.length === 0;
    };
  };
}

async function filtered<T>(items: readonly T[], isKept: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const item of items) if (await isKept(item)) kept.push(item);
  return kept;
}
