/** The calls of the engine's protocol (Pulumi, `provider.proto`), by their names. */

import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { Metadata, status } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { createConnections } from "../core/connections";
import { isSecretSetting, SETTING_NAMES } from "../core/settings";
import { didYouMean } from "../core/suggest";
import { isConfigError, messageOf } from "../errors";
import type { PlainObject } from "../json";
import { jsonEqual, mapValues, withoutNulls } from "../json";
import { containsUnknown } from "../unknowns";
import { VERSION } from "../version";
import { enginePath } from "./differences";
import { argumentProblems, functionOfToken, runFunction } from "./functions";
import type { Plugin } from "./plugin";
import { PACKAGE, sourcesOf } from "./plugin";
import * as provider from "./provider";
import { openSettings, sealSettings } from "./settings";
import { openStruct, sealStruct, structOf } from "./values";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
const DIFF_KINDS = {
  add: [messages.PropertyDiff.Kind.ADD, messages.PropertyDiff.Kind.ADD_REPLACE],
  delete: [messages.PropertyDiff.Kind.DELETE, messages.PropertyDiff.Kind.DELETE_REPLACE],
  update: [messages.PropertyDiff.Kind.UPDATE, messages.PropertyDiff.Kind.UPDATE_REPLACE],
} as const;

/**
 * The implementation of the service. What is missing here is unimplemented for the engine.
 * @param attached makes the plugin for an engine that attaches to a process that it did not start (`PULUMI_DEBUG_PROVIDERS`): one run
 * for each address
 */
export function createService(
  first: Plugin,
  attached: (address: string) => Plugin,
): UntypedServiceImplementation {
  let plugin = first;
  return {
    attach: unary((request: PluginAttach) => {
      plugin = attached(request.getAddress());
      return new Empty();
    }),
    getSchema: unary(() => new messages.GetSchemaResponse().setSchema(plugin.schemaText)),
    getPluginInfo: unary(() => new PluginInfo().setVersion(VERSION)),
    checkConfig: unary(async (request: messages.CheckRequest) => checkConfig(plugin, request)),
    diffConfig: unary((request: messages.DiffRequest) => diffConfig(request)),
    configure: unary((request: messages.ConfigureRequest) => configure(plugin, request)),
    check: unary((request: messages.CheckRequest) => check(plugin, request)),
    diff: unary((request: messages.DiffRequest) => diff(plugin, request)),
    create: unary((request: messages.CreateRequest) => create(plugin, request)),
    read: unary((request: messages.ReadRequest) => read(plugin, request)),
    update: unary((request: messages.UpdateRequest) => update(plugin, request)),
    delete: unary((request: messages.DeleteRequest) => remove(plugin, request)),
    invoke: unary((request: messages.InvokeRequest) => invoke(plugin, request)),
    cancel: unary(() => {
      plugin.cancel();
      return new Empty();
    }),
  };
}

/** Makes the handler of a call from a function of its request. */
function unary<Request, Response>(run: (request: Request) => Response | Promise<Response>) {
  return ({ request }: ServerUnaryCall<Request, Response>, respond: sendUnaryData<Response>): void => {
    Promise.resolve(request)
      .then(run)
      .then(
        (response) => respond(null, response),
        (error: unknown) => respond(failureOf(error)),
      );
  };
}

/** An error as the engine reads it: the state records what was carried out of a write. */
function failureOf(error: unknown) {
  const details = messageOf(error);
  const failure = { code: status.UNKNOWN, details };
  if (!(error instanceof provider.PartialResult)) return failure;
  const { id, result } = error;
  const partial = new messages.ErrorResourceInitFailed()
    .setId(id)
    .setProperties(sealStruct(result.props, result.secrets))
    .setReasonsList([details]);
  const packed = new Any();
  packed.pack(partial.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new Status().setCode(status.UNKNOWN).setMessage(details);
  whole.addDetails(packed);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { ...failure, metadata };
}

function failuresOf(texts: readonly string[]): messages.CheckFailure[] {
  return texts.map((text) => new messages.CheckFailure().setReason(text));
}

/** The settings of a provider as texts, as a stack configuration has them. SDKs send a text in place of another type as JSON. */
function settingsIn(props: PlainObject): Record<string, string> {
  return mapValues(withoutNulls(props), (value) =>
    typeof value === "string" ? value.replace(/^"([^"\\]*)"$/, "$1") : JSON.stringify(value),
  );
}

async function checkConfig(plugin: Plugin, request: messages.CheckRequest): Promise<messages.CheckResponse> {
  // The engine marks no secret here; sealing marks those of the settings.
  const { settings } = openSettings(request.getNews());
  const given = settingsIn(settings);
  const unknown = Object.keys(given).filter((name) => name !== "version" && !SETTING_NAMES.includes(name));
  const failures = unknown.map(
    (name) =>
      `${name}: is not a setting${didYouMean(name, SETTING_NAMES)}. The settings are ${SETTING_NAMES.join(", ")}.`,
  );
  try {
    if (!containsUnknown(settings)) {
      const { api } = createConnections(sourcesOf(given, request.getUrn()))(undefined);
      await api.close();
    }
  } catch (error) {
    if (!isConfigError(error)) throw error;
    failures.push(error.message);
  }
  plugin.checked.add(request.getUrn());
  return new messages.CheckResponse()
    .setInputs(sealSettings(settings, request.getUrn()))
    .setFailuresList(failuresOf(failures));
}

/** For a provider without changes, the engine sends the settings that the last update stored. */
function plainTextWarning(name: string): string {
  const key = `${PACKAGE}:${name}`;
  return (
    `${key} is in the stack configuration in plain text, or was at the last \`pulumi up\`. Encrypt it: pulumi config set ` +
    `--secret ${key}. Then replace the key on the service, since earlier copies of the configuration still contain it.`
  );
}

/** Another key or address is still the same service: nothing is replaced. */
function diffConfig(request: messages.DiffRequest): messages.DiffResponse {
  const [before, after] = [request.getOldInputs(), request.getNews()].map(
    (each) => openSettings(each).settings,
  );
  return new messages.DiffResponse().setChanges(jsonEqual(before, after) ? DIFF_NONE : DIFF_SOME);
}

function configure(plugin: Plugin, request: messages.ConfigureRequest): messages.ConfigureResponse {
  const { settings, inPlainText } = openSettings(request.getArgs());
  plugin.marked.rememberIn(settings);
  const given = settingsIn(settings);
  plugin.configure(given, request.getUrn());
  // A run of the program checks the settings first.
  const isInProgram = plugin.checked.delete(request.getUrn() ?? "");
  const warned = inPlainText.filter((name) => isInProgram && isSecretSetting(name, given[name] ?? ""));
  for (const name of warned) void plugin.report(undefined, "warn", plainTextWarning(name));
  return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
}

async function check(plugin: Plugin, request: messages.CheckRequest): Promise<messages.CheckResponse> {
  const [olds, news] = [openStruct(request.getOlds()), openStruct(request.getNews())];
  const operation = provider.operationOf(plugin, request.getUrn(), [olds, news]);
  const { inputs, failures } = await provider.running(operation, false, async () =>
    provider.check(operation, olds, news),
  );
  return new messages.CheckResponse()
    .setInputs(sealStruct(inputs, news.secrets))
    .setFailuresList(failuresOf(failures));
}

/** What an update compares. An older engine sends no earlier inputs: the state has them. */
function openedOf(request: messages.DiffRequest | messages.UpdateRequest) {
  return {
    olds: openStruct(request.getOlds()),
    oldInputs: openStruct(request.getOldInputs() ?? request.getOlds()),
    news: openStruct(request.getNews()),
  };
}

async function diff(plugin: Plugin, request: messages.DiffRequest): Promise<messages.DiffResponse> {
  const { olds, oldInputs, news } = openedOf(request);
  const operation = provider.operationOf(plugin, request.getUrn(), [olds, oldInputs, news]);
  const found = await provider.running(operation, false, async () =>
    provider.diff(operation, request.getId(), olds, oldInputs, news),
  );
  if (found === undefined) return new messages.DiffResponse().setChanges(DIFF_NONE);
  const { leaves, replaces } = found;
  const response = new messages.DiffResponse()
    .setChanges(DIFF_SOME)
    .setReplacesList([...replaces])
    .setDiffsList([...new Set(leaves.map(({ path }) => String(path[0])))])
    .setHasdetaileddiff(true);
  for (const { path, kind } of leaves) {
    const each = DIFF_KINDS[kind][replaces.includes(String(path[0])) ? 1 : 0];
    response
      .getDetaileddiffMap()
      .set(enginePath(path), new messages.PropertyDiff().setKind(each).setInputdiff(true));
  }
  return response;
}

async function create(plugin: Plugin, request: messages.CreateRequest): Promise<messages.CreateResponse> {
  const news = openStruct(request.getProperties());
  const operation = provider.operationOf(plugin, request.getUrn(), [news], request.getTimeout());
  const { id, props, secrets } = await provider.running(operation, false, async () =>
    provider.create(operation, news, request.getPreview()),
  );
  return new messages.CreateResponse().setId(id).setProperties(sealStruct(props, secrets));
}

async function read(plugin: Plugin, request: messages.ReadRequest): Promise<messages.ReadResponse> {
  const [olds, oldInputs] = [openStruct(request.getProperties()), openStruct(request.getInputs())];
  const operation = provider.operationOf(plugin, request.getUrn(), [olds, oldInputs], request.getTimeout());
  // For an import the engine sends no properties, for a look-up empty ones.
  const isLookUp = request.hasProperties();
  const found = await provider.running(operation, true, async () =>
    provider.read(operation, request.getId(), olds, oldInputs, isLookUp),
  );
  const response = new messages.ReadResponse();
  if (found === undefined) return response;
  return response
    .setId(found.id)
    .setProperties(sealStruct(found.props, found.secrets))
    .setInputs(sealStruct(found.inputs, found.inputSecrets));
}

async function update(plugin: Plugin, request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
  const { olds, oldInputs, news } = openedOf(request);
  const operation = provider.operationOf(
    plugin,
    request.getUrn(),
    [olds, oldInputs, news],
    request.getTimeout(),
  );
  const { props, secrets } = await provider.running(operation, false, async () =>
    provider.update(operation, request.getId(), olds, oldInputs, news, request.getPreview()),
  );
  return new messages.UpdateResponse().setProperties(sealStruct(props, secrets));
}

async function remove(plugin: Plugin, request: messages.DeleteRequest): Promise<Empty> {
  const olds = openStruct(request.getProperties());
  const operation = provider.operationOf(plugin, request.getUrn(), [olds], request.getTimeout());
  await provider.running(operation, true, async () => provider.remove(operation, request.getId(), olds));
  return new Empty();
}

async function invoke(plugin: Plugin, request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
  const name = functionOfToken(request.getTok());
  const opened = openStruct(request.getArgs());
  plugin.marked.remember(opened.secrets.length > 0 ? opened.plain : []);
  const args = withoutNulls(opened.plain);
  const problems = argumentProblems(name, args);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  try {
    const result = await runFunction(name, plugin.api(), args);
    return new messages.InvokeResponse().setReturn(structOf(result));
  } catch (error) {
    throw new Error(plugin.marked.filterFor(args)(messageOf(error)), { cause: error });
  }
}
