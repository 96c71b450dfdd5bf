import { randomBytes } from "node:crypto";
import { keyDirectory } from "./access-control";
import type { Context } from "./context";
import { API_PATH } from "./arrival";
import { createControl } from "./control";
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
import { firstOf, type FirstEntities } from "./first-entities";
import { listen } from "./listen";
import { requestListener } from "./request-line";
import { createNonces } from "./nonces";
import { DEFAULT_SERVICE_VERSION, DEFAULT_VERSION_HEADERS, type EmulatorOptions } from "./options";
import { createRequestLog, type Counters, type RequestRecord } from "./request-log";
import { SEED } from "./seed";
import { createService } from "./service";
import { DEFAULT_SETTINGS, type Settings } from "./settings";
import { parseSettings } from "./settings-schema";
import { keepState, readStateFile } from "./state-file";
import { createStore, GLOBAL_SCOPE } from "./store";
import { selfSignedCertificate } from "./tls-certificate";

/** A running emulator. */
export interface Emulator extends FirstEntities {
  /** The origin of the service, without the path of the API. */
  readonly baseUrl: string;
  /** The address of the control interface, and the token that it wants. */
  readonly controlUrl: string;
  readonly controlToken: string;
  /** With TLS: the certificate, which clients take as their CA. */
  readonly caCert?: string;

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
  const keptState = options.stateFile === undefined ? undefined : readStateFile(options.stateFile);
  const initialSettings = settingsOf(options);
  const settings: Settings = { ...initialSettings };
  const store = createStore(keptState ?? initialState);
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

  const certificate = options.tls === true ? selfSignedCertificate(now()) : options.tls || undefined;
  const server = await listen(service, options.port ?? 0, certificate);
  origin = `${certificate === undefined ? "http" : "https"}://127.0.0.1:${server.port}`;
  const keeper =
    options.stateFile === undefined
      ? undefined
      : keepState(options.stateFile, store, reportError(options.stateFile));

  const entities = <Name extends CollectionName>(
    name: Name,
    scope = GLOBAL_SCOPE,
  ): EntityAccess<Entities[Name]> => entityAccess<Entities[Name]>(store.tables[name], scope, now);
  const first = firstOf(keptState ?? initialState);
  const controlToken = randomBytes(24).toString("base64url");
  const methods = {
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

function settingsOf(options: EmulatorOptions): Settings {
  const names = Object.keys(DEFAULT_SETTINGS);
  const given = Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
  return { ...DEFAULT_SETTINGS, ...parseSettings(given) };
}

function reportError(path: string): (error: unknown) => void {
  return (error) => void process.stderr.write(`cannot write ${path}: ${String(error)}\n`);
}
