import { randomBytes } from "node:crypto";
import { createKeyLookup } from "./access-control";
import type { Context } from "./context";
import { API_PATH } from "./request-head";
import { createControl } from "./control";
import { defaultResponseForms, createDigestAuth } from "./digest-auth";
import type { Entities, CollectionName, State } from "./entities";
import type { Emulator, FirstEntities } from "./emulator";
import { createEntityAccess, type EntityAccess } from "./entity-access";
import { createFaults } from "./faults";
import { listen } from "./http-io";
import { createNonces } from "./nonces";
import { DEFAULT_SERVICE_VERSION, DEFAULT_VERSION_HEADERS, type EmulatorOptions } from "./options";
import { createRequestListener, createRequestLog } from "./request-log";
import { SEED } from "./seed";
import { createService } from "./service";
import { DEFAULT_SETTINGS, parseSettings, type Settings } from "./settings";
import { keepState, readStateFile } from "./state-file";
import { createStore, GLOBAL_SCOPE } from "./store";
import { selfSignedCertificate } from "./tls-certificate";

/** Starts an emulator of the service on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const now = options.now ?? Date.now;
  const initialState: State = { ...SEED, ...options.seed };
  const keptState = options.stateFile === undefined ? undefined : readStateFile(options.stateFile);
  const initialSettings = readSettings(options);
  const settings: Settings = { ...initialSettings };
  const store = createStore(keptState ?? initialState);
  const faults = createFaults(options.faults);
  const log = createRequestLog(options.logCapacity ?? 10_000);
  const nonces = createNonces(
    { maxAgeMs: options.nonceMaxAgeMs ?? 60_000, maxCount: options.nonceMaxCount ?? 1024 },
    now,
  );
  const keyOf = createKeyLookup(store);
  const challenge = options.challenge ?? "qop";
  const policy = {
    challenge,
    algorithm: options.algorithm ?? "MD5",
    accept: options.acceptForms ?? defaultResponseForms(challenge),
  };
  let origin = "";
  const context: Context = {
    store,
    settings,
    now,
    changeSettings: (change) => void Object.assign(settings, change),
    apiUrl: () => (options.publicUrl ?? origin) + API_PATH,
    serviceVersion: options.serviceVersion ?? DEFAULT_SERVICE_VERSION,
  };
  const service = createService({
    context,
    faults,
    log,
    authenticate: createDigestAuth(policy, nonces, (username) => {
      const key = keyOf(username);
      return key === undefined ? undefined : { password: key.privateKey, identity: key };
    }),
    publicHost: options.publicUrl === undefined ? undefined : new URL(options.publicUrl).hostname,
    versionHeaders: options.serviceVersionHeaders ?? DEFAULT_VERSION_HEADERS,
    onRequest: createRequestListener(options.log ?? false),
  });

  const certificate = options.tls === true ? selfSignedCertificate(now()) : options.tls || undefined;
  const server = await listen(service, options.port ?? 0, certificate);
  origin = `${certificate === undefined ? "http" : "https"}://127.0.0.1:${server.port}`;
  const keeper =
    options.stateFile === undefined
      ? undefined
      : keepState(options.stateFile, store, createErrorReporter(options.stateFile));

  const entities = <Name extends CollectionName>(
    name: Name,
    scope = GLOBAL_SCOPE,
  ): EntityAccess<Entities[Name]> => createEntityAccess<Entities[Name]>(store.tables[name], scope, now);
  const first = findFirstEntities(keptState ?? initialState);
  const controlToken = randomBytes(24).toString("base64url");
  const methods = {
    entities,
    alertConfigs: (projectId = first.projectId) => entities("alertConfigs", projectId),
    clusters: (projectId = first.projectId) => entities("clusters", projectId),
    backupConfigs: (projectId = first.projectId) => entities("backupConfigs", projectId),
    snapshotSchedules: (projectId = first.projectId) => entities("snapshotSchedules", projectId),
    integrations: (projectId = first.projectId) => entities("integrations", projectId),
    agentApiKeys: (projectId = first.projectId) => entities("agentApiKeys", projectId),
    accessList: (apiKeyId = first.apiKeyId) => entities("accessList", apiKeyId),
    globalAlertConfigs: entities("globalAlertConfigs"),
    oplogS3Configs: entities("oplogS3Configs"),
    s3SnapshotStores: entities("s3SnapshotStores"),
    mongoSnapshotStores: entities("mongoSnapshotStores"),
    mongoOplogStores: entities("mongoOplogStores"),
    mongoSyncStores: entities("mongoSyncStores"),
    fileSystemSnapshotStores: entities("fileSystemSnapshotStores"),
    projectBackups: entities("projectBackups"),
    controlledFeatures: entities("controlledFeatures"),
    auditLogRotation: entities("auditLogRotation"),
    systemLogRotation: entities("systemLogRotation"),
    apiKeys: entities("apiKeys"),
    versionManifest: entities("versionManifest"),
    settings,
    faults,
    requests: () => log.list(),
    get counters() {
      return log.counters();
    },
    clearRequests: () => log.clear(),
    forgetNonces: () => nonces.clear(),
    snapshot: () => store.snapshot(),
    reset() {
      store.load(initialState);
      Object.assign(settings, initialSettings);
      faults.clear();
      for (const rule of options.faults ?? []) faults.add(rule);
      log.clear();
    },
  };
  const control = await listen(createControl(methods, controlToken), options.controlPort ?? 0).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  return Object.assign(methods, {
    baseUrl: origin,
    controlUrl: `http://127.0.0.1:${control.port}`,
    controlToken,
    ...first,
    ...(certificate === undefined ? {} : { caCert: certificate.cert }),
    async close() {
      await Promise.all([server.close(), control.close()]);
      await keeper?.flush();
    },
  });
}

function readSettings(options: EmulatorOptions): Settings {
  const names = Object.keys(DEFAULT_SETTINGS);
  const given = Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
  return { ...DEFAULT_SETTINGS, ...parseSettings(given) };
}

function createErrorReporter(path: string): (error: unknown) => void {
  return (error) => void process.stderr.write(`cannot write ${path}: ${String(error)}\n`);
}

/** Finds the first entities; the ids of missing ones are empty. */
function findFirstEntities(state: State): FirstEntities {
  const [key] = state.apiKeys;
  const projectId = state.projects[0]?.id ?? "";
  const cluster = state.clusters.find(
    ({ groupId, typeName }) => groupId === projectId && typeName.startsWith("SHARDED"),
  );
  return {
    publicKey: key?.publicKey ?? "",
    privateKey: key?.privateKey ?? "",
    apiKeyId: key?.id ?? "",
    projectId,
    orgId: state.orgs[0]?.id ?? "",
    clusterId: cluster?.id ?? "",
  };
}
