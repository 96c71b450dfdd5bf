/** The mixed load: each task works on an object of its own, and says at the end which states it may be in. */

import type { OpsManagerClient } from "../../src/client";
import type { Emulator } from "../../src/emulator";
import type { Belief, End } from "./belief";
import { after } from "./belief";
import type { Dice } from "./dice";

export interface Scene {
  readonly client: OpsManagerClient;
  readonly emulator: Emulator;
  readonly dice: Dice;
  /** Tells them apart from the other tasks of the run. */
  readonly name: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Remembers what went wrong. */
  readonly failed: (error: unknown) => void;
}

export interface Secrets {
  readonly apiToken: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly uriPassword: string;
}

/** Looks at the service behind the client's back; throws when it is in none of the states that the task believes in. */
export type Verify = () => void;
export type Task = (scene: Scene) => Promise<Verify>;

async function ended(scene: Scene, call: Promise<unknown>): Promise<End> {
  try {
    await call;
    return { ok: true };
  } catch (error) {
    scene.failed(error);
    return { ok: false, error };
  }
}

function expectOneOf<State>(what: string, real: State | undefined, believed: Belief<State>): void {
  if (believed.includes(real)) return;
  throw new Error(
    `${what} is ${String(real)}, but the client's answers allow ${believed.map(String).join(" or ")}`,
  );
}

/** Created, changed, switched, maybe deleted. The state is the channel's name and the switch. */
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
  const created = await ended(
    scene,
    client.alertConfigs
      .create(projectId, body(`${name}-1`, true), { signal })
      .then((config) => (id = config.id)),
  );
  belief = after(belief, `${name}-1 true`, created, false);
  if (id === undefined) return verify;
  const updated = await ended(
    scene,
    client.alertConfigs.update(projectId, id, body(`${name}-2`, true), { signal }),
  );
  belief = after(belief, `${name}-2 true`, updated, true);
  if (dice.chance(0.5) && belief.length === 1) {
    const switched = await ended(scene, client.alertConfigs.setEnabled(projectId, id, false, { signal }));
    belief = after(belief, `${name}-2 false`, switched, false);
  }
  if (belief.length === 1) {
    const read = async (): Promise<void> => {
      const config = await client.alertConfigs.get(projectId, id ?? "", { signal });
      const channel = config?.notifications?.[0]?.channelName;
      expectOneOf(`${name} as read`, `${String(channel)} ${String(config?.enabled)}`, belief);
    };
    await ended(scene, read());
  }
  if (dice.chance(0.5))
    belief = after(
      belief,
      undefined,
      await ended(scene, client.alertConfigs.delete(projectId, id, { signal })),
      true,
    );
  return verify;
};

/** A store by its id; the state is its bucket. */
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
  const created = await ended(
    scene,
    client.oplogS3Configs.create({ id: name, ...body(`${name}-1`) }, { signal }),
  );
  belief = after(belief, `${name}-1`, created, false);
  if (!created.ok) return verify;
  const updated = await ended(scene, client.oplogS3Configs.update(name, body(`${name}-2`), { signal }));
  belief = after(belief, `${name}-2`, updated, true);
  await ended(scene, client.oplogS3Configs.get(name, { signal }));
  if (dice.chance(0.5))
    belief = after(
      belief,
      undefined,
      await ended(scene, client.oplogS3Configs.delete(name, { signal })),
      true,
    );
  return verify;
};

/** The one cluster that has a name to give. */
export const clusterName: Task = async (scene) => {
  const { client, emulator, name, signal } = scene;
  const { projectId, clusterId } = emulator;
  const real = (): string | undefined => emulator.clusters().get(clusterId)?.clusterName;
  let belief: Belief<string> = [real()];
  for (const wanted of [`${name}-a`, `${name}-b`]) {
    const end = await ended(scene, client.clusters.rename(projectId, clusterId, wanted, { signal }));
    belief = after(belief, wanted, end, false);
    // What may be under way still could overtake the next one.
    if (belief.length > 1) break;
  }
  await ended(scene, client.clusters.get(projectId, clusterId, { signal }));
  return () => expectOneOf(`the name of the cluster`, real(), belief);
};

/** The manifest, of which there is one. */
export const manifest: Task = async (scene) => {
  const { client, emulator, dice, name, signal } = scene;
  const real = (): string | undefined => emulator.versionManifest.get("current")?.text;
  const text = JSON.stringify({
    updated: 1_800_000_000_000,
    name,
    versions: [{ name: "8.0.0", pad: "x".repeat(dice.between(0, 400_000)) }],
  });
  let belief: Belief<string> = [real()];
  belief = after(
    belief,
    text,
    await ended(scene, client.versionManifest.put(Buffer.from(text), { signal })),
    true,
  );
  await ended(scene, client.versionManifest.get({ signal }));
  return () => {
    const found = real();
    if (!belief.includes(found))
      throw new Error(`the manifest is none of those that it may be (${String(found?.length)} bytes)`);
  };
};

/** Everything that only reads. */
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
    await ended(scene, read());
  }
  return () => undefined;
};
