import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { keyDirectory } from "./access-control";
import type { Context } from "./context";
import { acceptedForms, createDigestAuth } from "./digest-auth";
import type {
  AccessListEntry,
  AlertConfig,
  ApiKey,
  AuditLogRotation,
  Cluster,
  CollectionName,
  Entities,
  OplogS3Config,
  State,
  VersionManifest,
} from "./entities";
import { entityAccess, type EntityAccess } from "./entity-access";
import { createFaults, type Faults } from "./faults";
import { createNonces } from "./nonces";
import { DEFAULT_SERVICE_VERSION, DEFAULT_VERSION_HEADERS, type EmulatorOptions } from "./options";
import { createRequestLog, type Counters, type RequestRecord } from "./request-log";
import { SEED } from "./seed";
import { API_PATH, createService } from "./service";
import { DEFAULT_SETTINGS, type Settings } from "./settings";
import { createStore, GLOBAL_SCOPE } from "./store";

/** A running emulator. */
export interface Emulator {
  /** The origin of the service, without the path of the API. */
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly projectId: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  /** A cluster that can be renamed. */
  readonly clusterId: string;

  /** The entities of any collection; `scope` is the project or the API key where the collection has one. */
  entities<Name extends CollectionName>(collection: Name, scope?: string): EntityAccess<Entities[Name]>;
  /** The alert configurations of a project, by default the first one. */
  alertConfigs(projectId?: string): EntityAccess<AlertConfig>;
  /** The clusters of a project, by default the first one. */
  clusters(projectId?: string): EntityAccess<Cluster>;
  /** The access list of an API key, by default the first one. */
  accessList(apiKeyId?: string): EntityAccess<AccessListEntry>;
  readonly oplogS3Configs: EntityAccess<OplogS3Config>;
  /** By project. */
  readonly auditLogRotation: EntityAccess<AuditLogRotation>;
  readonly apiKeys: EntityAccess<ApiKey>;
  /** One entity, `current`, with the document as text. */
  readonly versionManifest: EntityAccess<VersionManifest>;

  /** The settings as they are now; they can be assigned one by one. */
  readonly settings: Settings;
  readonly faults: Faults;
  /** The last requests, oldest first. */
  requests(): RequestRecord[];
  readonly counters: Counters;
  /** Forgets the request log and the counters. */
  clearRequests(): void;
  /** Makes every nonce unknown, as a restart of the server does. */
  forgetNonces(): void;
  /** A deep copy of the whole state. */
  snapshot(): State;
  /** Goes back to the initial state, settings and faults, with an empty request log. Nonces stay valid. */
  reset(): void;
  /** Stops the servers; open connections are cut. */
  close(): Promise<void>;
}

/** Starts an emulator of the service on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const now = options.now ?? Date.now;
  const initialState: State = { ...SEED, ...options.seed };
  const initialSettings = settingsOf(options);
  const settings: Settings = { ...initialSettings };
  const store = createStore(initialState);
  const faults = createFaults(options.faults);
  const log = createRequestLog(options.logCapacity ?? 10_000);
  const nonces = createNonces(
    { maxAgeMs: options.nonceMaxAgeMs ?? 60_000, maxCount: options.nonceMaxCount ?? 1024 },
    now,
  );
  const keyOf = keyDirectory(store);
  const challenge = options.challenge ?? "qop";
  const policy = {
    challenge,
    algorithm: options.algorithm ?? "MD5",
    accept: options.acceptForms ?? acceptedForms(challenge),
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
    versionHeaders: options.serviceVersionHeaders ?? DEFAULT_VERSION_HEADERS,
    onRequest: requestListener(options.log ?? false),
  });

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    service(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const entities = <Name extends CollectionName>(
    name: Name,
    scope = GLOBAL_SCOPE,
  ): EntityAccess<Entities[Name]> => entityAccess<Entities[Name]>(store.tables[name], scope, now);
  const first = firstOf(initialState);
  return {
    baseUrl: origin,
    ...first,
    entities,
    alertConfigs: (projectId = first.projectId) => entities("alertConfigs", projectId),
    clusters: (projectId = first.projectId) => entities("clusters", projectId),
    accessList: (apiKeyId = first.apiKeyId) => entities("accessList", apiKeyId),
    oplogS3Configs: entities("oplogS3Configs"),
    auditLogRotation: entities("auditLogRotation"),
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
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function settingsOf(options: EmulatorOptions): Settings {
  const given = Object.keys(DEFAULT_SETTINGS)
    .map((name) => [name, options[name as keyof Settings]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...DEFAULT_SETTINGS, ...(Object.fromEntries(given) as Partial<Settings>) };
}

function firstOf(
  state: State,
): Pick<Emulator, "publicKey" | "privateKey" | "projectId" | "orgId" | "apiKeyId" | "clusterId"> {
  const [key] = state.apiKeys;
  const cluster = state.clusters.find(
    ({ typeName }) => typeName === "SHARDED" || typeName === "SHARDED_REPLICA_SET",
  );
  return {
    publicKey: key?.publicKey ?? "",
    privateKey: key?.privateKey ?? "",
    apiKeyId: key?.id ?? "",
    projectId: state.projects[0]?.id ?? "",
    orgId: state.orgs[0]?.id ?? "",
    clusterId: cluster?.id ?? "",
  };
}

function requestListener(log: boolean | ((record: RequestRecord) => void)): (record: RequestRecord) => void {
  if (typeof log === "function") return log;
  if (!log) return () => undefined;
  return ({ method, target, status, ms, fault, challenge }) => {
    const notes = [
      challenge === undefined ? "" : " challenge",
      fault === undefined ? "" : ` fault: ${fault}`,
    ].join("");
    process.stderr.write(`${method} ${target} ${status ?? "-"} ${ms} ms${notes}\n`);
  };
}
