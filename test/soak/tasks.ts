/** The tasks of the mixed load. Each works on its own object and verifies its possible states at the end. */

import type { OpsManagerClient } from "../../src/client";
import type { Emulator } from "../../src/emulator";
import type { Belief, End } from "./belief";
import { updateBelief } from "./belief";
import type { Dice } from "./dice";

export interface Scene {
  readonly client: OpsManagerClient;
  readonly emulator: Emulator;
  readonly dice: Dice;
  /** Unique in the run. */
  readonly name: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Records an error. */
  readonly reportError: (error: unknown) => void;
}

export interface Secrets {
  readonly apiToken: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly uriPassword: string;
}

/** Checks the state in the service; throws if it is not one of the possible states. */
export type Verify = () => void;
export type Task = (scene: Scene) => Promise<Verify>;

async function outcomeOf(scene: Scene, call: Promise<unknown>): Promise<End> {
  try {
    await call;
    return { ok: true };
  } catch (error) {
    scene.reportError(error);
    return { ok: false, error };
  }
}

function expectOneOf<State>(what: string, real: State | undefined, believed: Belief<State>): void {
  if (believed.includes(real)) return;
  throw new Error(
    `${what} is ${String(real)}, but the results of the client allow ${believed.map(String).join(" or ")}`,
  );
}

/** Creates, updates, disables and perhaps deletes an alert configuration. The state is the channel name and `enabled`. */
export const alertConfig: Task = async (scene) => {
  const { client, emulator, dice, name, secrets, signal } = scene;
  const { projectId } = emulator;
  const body = (channel: string, enabled: boolean): Parameters<typeof client.alertConfigs.create>[1] => ({
    eventTypeName: "NO_PRIMARY",
    enabled,
    notifications: [
      { typeName: "SLACK", channelName: channel, apiToken: secrets.apiToken, intervalMin: 60, delayMin: 0 },
    ],
  });
  const mine = (): { state: string }[] =>
    emulator
      .alertConfigs()
      .list()
      .flatMap((config) => {
        const channel = JSON.stringify(config).match(new RegExp(`"channelName":"(${name}-\\d+)"`))?.[1];
        return channel === undefined ? [] : [{ state: `${channel} ${String(config["enabled"])}` }];
      });
  let belief: Belief<string> = [undefined];
  const verify: Verify = () => {
    const found = mine();
    if (found.length > 1) throw new Error(`${name} was created ${found.length} times`);
    expectOneOf(name, found[0]?.state, belief);
  };

  let id: string | undefined;
  const created = await outcomeOf(
    scene,
    client.alertConfigs
      .create(projectId, body(`${name}-1`, true), { signal })
      .then((config) => (id = config.id)),
  );
  belief = updateBelief(belief, `${name}-1 true`, created, false);
  if (id === undefined) return verify;
  const updated = await outcomeOf(
    scene,
    client.alertConfigs.update(projectId, id, body(`${name}-2`, true), { signal }),
  );
  belief = updateBelief(belief, `${name}-2 true`, updated, true);
  if (dice.chance(0.5) && belief.length === 1) {
    const switched = await outcomeOf(scene, client.alertConfigs.setEnabled(projectId, id, false, { signal }));
    belief = updateBelief(belief, `${name}-2 false`, switched, false);
  }
  if (belief.length === 1) {
    const read = async (): Promise<void> => {
      const config = await client.alertConfigs.get(projectId, id ?? "", { signal });
      const channel = config?.notifications?.[0]?.channelName;
      expectOneOf(`${name} as read`, `${String(channel)} ${String(config?.enabled)}`, belief);
    };
    await outcomeOf(scene, read());
  }
  if (dice.chance(0.5))
    belief = updateBelief(
      belief,
      undefined,
      await outcomeOf(scene, client.alertConfigs.delete(projectId, id, { signal })),
      true,
    );
  return verify;
};

/** Creates, updates and perhaps deletes an oplog store. The state is its bucket. */
export const oplogStore: Task = async (scene) => {
  const { client, emulator, dice, name, secrets, signal } = scene;
  const body = (bucket: string): Parameters<typeof client.oplogS3Configs.update>[1] => ({
    acceptedTos: true,
    assignmentEnabled: false,
    awsAccessKey: secrets.accessKey,
    awsSecretKey: secrets.secretKey,
    pathStyleAccessEnabled: true,
    s3BucketEndpoint: "s3.example.com",
    s3BucketName: bucket,
    s3MaxConnections: 10,
    sseEnabled: false,
    uri: `mongodb://soak:${encodeURIComponent(secrets.uriPassword)}@db.example.com:27017`,
  });
  let belief: Belief<string> = [undefined];
  const verify: Verify = () => {
    expectOneOf(name, emulator.oplogS3Configs.get(name)?.s3BucketName, belief);
  };
  const created = await outcomeOf(
    scene,
    client.oplogS3Configs.create({ id: name, ...body(`${name}-1`) }, { signal }),
  );
  belief = updateBelief(belief, `${name}-1`, created, false);
  if (!created.ok) return verify;
  const updated = await outcomeOf(scene, client.oplogS3Configs.update(name, body(`${name}-2`), { signal }));
  belief = updateBelief(belief, `${name}-2`, updated, true);
  await outcomeOf(scene, client.oplogS3Configs.get(name, { signal }));
  if (dice.chance(0.5))
    belief = updateBelief(
      belief,
      undefined,
      await outcomeOf(scene, client.oplogS3Configs.delete(name, { signal })),
      true,
    );
  return verify;
};

/** Renames the cluster. */
export const clusterName: Task = async (scene) => {
  const { client, emulator, name, signal } = scene;
  const { projectId, clusterId } = emulator;
  const real = (): string | undefined => emulator.clusters().get(clusterId)?.clusterName;
  let belief: Belief<string> = [real()];
  for (const wanted of [`${name}-a`, `${name}-b`]) {
    const end = await outcomeOf(scene, client.clusters.rename(projectId, clusterId, wanted, { signal }));
    belief = updateBelief(belief, wanted, end, false);
    // A request in progress could overtake the next one.
    if (belief.length > 1) break;
  }
  await outcomeOf(scene, client.clusters.get(projectId, clusterId, { signal }));
  return () => expectOneOf(`the name of the cluster`, real(), belief);
};

/** Uploads the version manifest. */
export const manifest: Task = async (scene) => {
  const { client, emulator, dice, name, signal } = scene;
  const real = (): string | undefined => emulator.versionManifest.get("current")?.text;
  const text = JSON.stringify({
    updated: 1_800_000_000_000,
    name,
    versions: [{ name: "8.0.0", pad: "x".repeat(dice.between(0, 400_000)) }],
  });
  let belief: Belief<string> = [real()];
  belief = updateBelief(
    belief,
    text,
    await outcomeOf(scene, client.versionManifest.put(Buffer.from(text), { signal })),
    true,
  );
  await outcomeOf(scene, client.versionManifest.get({ signal }));
  return () => {
    const found = real();
    if (!belief.includes(found))
      throw new Error(`the manifest is not one of the possible ones (${String(found?.length)} bytes)`);
  };
};

/** Calls every method that only reads. */
export const reads: Task = async (scene) => {
  const { client, emulator, signal } = scene;
  const { projectId, orgId, apiKeyId } = emulator;
  for (const read of [
    () => client.alertConfigs.list(projectId, { signal }),
    () => client.alertConfigs.matcherFieldNames({ signal }),
    () => client.oplogS3Configs.list({ signal }),
    () => client.clusters.list(projectId, { signal }),
    () => client.accessList.list(orgId, apiKeyId, { signal }),
    () => client.accessList.get(orgId, apiKeyId, "198.51.100.0/24", { signal }),
    () => client.auditLogRotation.get(projectId, { signal }),
    () => client.serviceVersion({ signal }),
  ]) {
    await outcomeOf(scene, read());
  }
  return () => undefined;
};
