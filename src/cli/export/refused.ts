/** Leaves out what the provider would refuse in a program: a preview would fail as a whole because of one object. */

import { completeSchema, validateArgs } from "../../core/check";
import type { Connection } from "../../core/connections";
import type { CommonArgs, Context, ResourceDefinition } from "../../core/definition";
import { isGiven } from "../../core/masks";
import { createOwnership } from "../../core/ownership";
import type { Path } from "../../core/problems";
import { UNKNOWN } from "../../core/unknowns";
import type { AlertConfig } from "../../fields/alert-config";
import { knownNotificationType, NOTIFICATION } from "../../fields/notification";
import { alertConfig } from "../../resources/alert-config/definition";
import { existingAlert } from "../../resources/alert-config/existing";
import { clusterName } from "../../resources/cluster-name/definition";
import { oplogS3Config } from "../../resources/oplog-s3-config/definition";
import { existingStore } from "../../resources/oplog-s3-config/existing";
import { findDefects } from "../../resources/version-manifest/comparison";
import { outlineManifest } from "../../manifest-outline";
import type { Inventory, Project, Skipped } from "./inventory";
import { placeOf } from "./inventory";
import { withValue } from "./program";

export async function withoutRefused(inventory: Inventory, connection: Connection): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const context: Context = {
    ...connection,
    ownership: createOwnership(),
    say: () => undefined,
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
        return ofAlert(what, args, secrets, unknownFields(live));
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

/** Fields of notifications of a type that is not listed: they may be its address or its secret, and a write would remove them. */
function unknownFields({ notifications = [] }: AlertConfig): string[] {
  return notifications
    .filter(({ typeName }) => knownNotificationType(typeName) === undefined)
    .flatMap((notification) =>
      Object.entries(notification)
        .filter(([name, value]) => !Object.hasOwn(NOTIFICATION, name) && isGiven(value))
        .map(([name]) => `the field ${name} of ${notification.typeName}`),
    );
}

/** Checks arguments as a preview does, with secrets that nobody knows yet. */
function checkOf(context: Context, skipped: Skipped[]) {
  return <Args extends CommonArgs, State>(definition: ResourceDefinition<Args, State>) => {
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
