import assert from "node:assert/strict";
import { z } from "zod";
import type { CommonArgs, Context, ResourceDefinition } from "../../../src/core/definition";
import { PartialWriteError } from "../../../src/core/definition";
import type { Connection, Connections } from "../../../src/core/connections";
import { type ProviderMethods, type HostProcess, dynamicProvider } from "../../../src/dynamic/provider";
import { createPreviewReads } from "../../../src/core/scope";
import { error, warning } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";
import { AuthError, ConfigError, TransportError } from "../../../src/errors";
import type { ApiClient } from "../../../src/http/api-client";
import type { PlainObject } from "../../../src/json";
import { refusal } from "../resources/connection";
import { surroundings } from "./surroundings";

type Calls = [method: string, connection: string | undefined, ...args: unknown[]][];

/** Replaces parts of the connections. */
interface Connecting {
  readonly connect?: (name: string | undefined) => void;
  readonly settings?: (name: string | undefined) => object;
  readonly api?: ApiClient;
}

interface Args extends CommonArgs {
  readonly projectId?: string;
  readonly size?: number;
  readonly tags?: string[];
  readonly apiToken?: string;
}

/** The arguments, and a field that the service adds. */
interface State {
  readonly args: Args;
  readonly made?: unknown;
}

type Definition = ResourceDefinition<Args, State>;

/** A minimal kind of resource, and the calls of its methods. */
function scene(
  rest: Partial<Definition> = {},
  { connect, settings, api = {} as ApiClient }: Connecting = {},
  around: Partial<HostProcess> = {},
) {
  const calls: Calls = [];
  const called = (method: string, context: Context, ...args: unknown[]): true => {
    calls.push([method, (context as unknown as { at?: string }).at, ...args]);
    return true;
  };
  const definition: Definition = {
    kind: "ClusterName",
    what: "thing",
    hasServiceIds: true,
    schema: () =>
      z.strictObject({
        projectId: z.string(),
        ...z.object({ size: z.number(), tags: z.array(z.string()), apiToken: z.string() }).partial().shape,
      }),
    inputNames: ["projectId", "size", "tags", "apiToken", "adoptId"],
    replaceOn: ["projectId"],
    fromInputs: (inputs) => inputs,
    fromOutputs: ({ made, ...args }) => ({ args, ...(made !== undefined && { made }) }),
    toOutputs: ({ args, made }) => ({ ...args, made, nested: { gone: undefined, kept: null } }),
    sameMeaning: (a, b) => (a.size ?? 0) === (b.size ?? 0),
    create: async (context, args) => called("create", context, args) && { id: "id", state: { args } },
    read: async (context, id, state) =>
      called("read", context, id, state) && { args: { ...state?.args, size: 2 } },
    update: async (context, id, olds, news) => called("update", context, id, olds, news) && { args: news },
    delete: async (context, id, state) => void called("delete", context, id, state),
    ...rest,
  };
  const connections: Connections = (name) => {
    connect?.(name);
    const usual = { baseUrl: "https://h", strictCatalog: false };
    return { api, settings: { ...usual, ...settings?.(name) }, at: name } as unknown as Connection;
  };
  const process = surroundings(around);
  return { methods: dynamicProvider(definition, connections, process), calls, process };
}

const PROVIDER = { __provider: "exports.handler = ..." };
const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:ClusterName";
const INPUTS = { projectId: "p", size: 1 };
/** Inputs as the program passes them, of a resource with this name. */
const run = (name: string, rest: object = {}, preview = false): PlainObject =>
  Object.assign({ __run: { urn: `${URN}::${name}`, preview, ...rest } }, INPUTS);
const claiming = (id: string): Partial<Definition> => ({
  claims: () => ({ id, adopts: true, argument: "size", mustExist: true }),
});
const PREVIEW = { projectId: "p", __run: { urn: "urn::a", preview: true } };
const reasonsOf = async (methods: ProviderMethods, news: PlainObject): Promise<string[]> =>
  (await methods.check({}, news)).failures.map(({ reason }) => reason);
const failing = (thrown: unknown) => (): never => {
  throw thrown;
};

describe("lifecycle", () => {
  describe("check", () => {
    it("returns the inputs without the provider, nulls and secret markers", async () => {
      const markers = { ...PROVIDER, __secrets: ["s"], __run: { urn: "urn::a", preview: false } };
      const news = { ...markers, projectId: "p", size: null, tags: ["a", null], x: undefined };
      const inputs = { projectId: "p", tags: ["a"] };
      assert.deepEqual(await scene().methods.check({}, news), { inputs, failures: [] });
    });

    it("normalizes the inputs, and validates arguments", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({
        normalize: (inputs) => ({ size: 1, ...inputs }),
        fromInputs: ({ size: _, ...args }) => args,
        validate: (args) => (seen.push(args), []),
      });
      assert.deepEqual((await methods.check({}, { projectId: "p" })).inputs, { size: 1, projectId: "p" });
      assert.deepEqual(seen, [{ projectId: "p" }]);
    });

    it("reports all errors at once, without a property", async () => {
      const problems = [error(["tags"], "are odd"), warning(["size"], "is unusual")];
      const { methods } = scene({ validate: () => problems });
      const reasons = [
        "projectId: is missing; it is a string",
        'size: must be a number, not "big"',
        "nmae: is not an argument of ClusterName",
        "tags: are odd",
      ];
      const { failures } = await methods.check({}, { size: "big", nmae: 1 });
      const expected = reasons.map((reason) => ({ property: "", reason }));
      assert.deepEqual(failures, expected);
    });

    it("passes invalid and missing values to further rules as unknown", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({ validate: (args) => (seen.push(args), []) });
      await methods.check({}, { size: "big", tags: ["a", 1], nmae: 1 });
      assert.deepEqual(seen, [{ projectId: UNKNOWN, size: UNKNOWN, tags: ["a", UNKNOWN], nmae: 1 }]);
    });

    it("logs warnings at the resource, without secrets, in a preview and in an update", async () => {
      for (const preview of [true, false]) {
        const { methods, process } = scene({ validate: () => [warning(["size"], "is unusual, t0ken-1")] });
        const __run = { urn: "urn::a", preview };
        const { failures } = await methods.check({}, { projectId: "p", apiToken: "t0ken-1", __run });
        assert.deepEqual(failures, []);
        assert.deepEqual(process.logged, [["urn::a", "warn", "size: is unusual, [secret]"]]);
      }
    });

    const ALL = { projectId: UNKNOWN, size: UNKNOWN, tags: UNKNOWN, connection: UNKNOWN };
    for (const news of [ALL, { projectId: "p", tags: ["a", UNKNOWN] }])
      it(`accepts ${JSON.stringify(news)}`, async () =>
        assert.deepEqual(await scene().methods.check({}, news), { inputs: news, failures: [] }));

    it("requests the named connection, and reports its error, but requests none that is unknown or has no name", async () => {
      const connect = (name?: string) => failing(new ConfigError(`no connection ${name}`))();
      const { methods } = scene({}, { connect });
      const reasons = (name: string) => reasonsOf(methods, { projectId: "p", size: "x", connection: name });
      const SIZE = 'size: must be a number, not "x"';
      assert.deepEqual(await reasons("eu"), [SIZE, "no connection eu"]);
      assert.deepEqual(await reasons(UNKNOWN), [SIZE]);
      assert.deepEqual(await reasons("E U"), [SIZE, 'connection: must be a name such as "eu", not "E U"']);
    });

    it("masks secrets, whether known by field name or marked by the program", async () => {
      const { methods } = scene({
        validate: () => [error(["tags"], "hold t0ken-1"), error(["tags"], "hold marked-2 and 77")],
      });
      const secrets = { apiToken: "t0ken-1", size: "marked-2", __secrets: ["marked-2", "77"] };
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", ...secrets }), [
        'size: must be a number, not "[secret]"',
        "tags: hold [secret]",
        "tags: hold [secret] and [secret]",
      ]);
    });
  });

  describe("diff", () => {
    const olds = { ...PROVIDER, projectId: "p", size: 1, made: "by the service" };
    const cases: [what: string, news: PlainObject, result: PlainObject][] = [
      ["nothing changed", { projectId: "p", size: 1 }, { changes: false }],
      ["only values of the same meaning changed", { ...INPUTS, tags: ["x"] }, { changes: false }],
      ["the provider's text changed", { __provider: "other", projectId: "p", size: 1 }, { changes: false }],
      ["a value changed", { projectId: "p", size: 2 }, {}],
      ["a value is unknown", { projectId: "p", size: UNKNOWN }, {}],
      ["a nested value is unknown", { projectId: "p", size: 1, tags: [UNKNOWN] }, {}],
      ["replaceOn changed", { projectId: "q", size: 1 }, { replaces: ["projectId"] }],
      ["connection changed", { projectId: "p", size: 1, connection: "eu" }, {}],
      ["replaceOn is unknown", { projectId: UNKNOWN, size: 1 }, { replaces: ["projectId"] }],
    ];
    for (const [what, news, result] of cases)
      it(`returns ${JSON.stringify(result)} if ${what}`, async () =>
        assert.deepEqual(await scene().methods.diff("id", olds, news), result));
  });

  const GIVEN = { projectId: "p", connection: "eu" };
  const NESTED = { nested: { kept: null } };
  const FOUND = { ...GIVEN, size: 2 };
  const CHANGED = { size: 2, connection: "eu" };
  const CREATE_ONLY = { projectId: "p", __adoptId: "x", __import: "y" };
  const stored = (state: object): PlainObject => ({ ...PROVIDER, ...state });
  type Act = (of: ProviderMethods) => Promise<unknown>;
  const passes = async (act: Act, result: unknown, ...call: unknown[]) => {
    const { methods, calls } = scene();
    assert.deepEqual(await act(methods), result);
    assert.deepEqual(calls, [call]);
  };
  const CREATED = { id: "id", outs: { ...GIVEN, ...NESTED } };
  const READ = { id: "id", props: { ...FOUND, ...NESTED }, inputs: FOUND };
  const [OLDS, EU] = [{ args: { size: 1 } }, { connection: "eu" }];
  it("create passes the inputs, and returns outputs without undefined", () =>
    passes((of) => of.create(stored(GIVEN)), CREATED, "create", "eu", GIVEN));

  it("create passes a create-only input as its argument", () => {
    const outs = { projectId: "p", adoptId: "x", import: "y" };
    return passes(async (of) => (await of.create(CREATE_ONLY)).id, "id", "create", undefined, outs);
  });

  it("read returns id, outputs and inputs, over the connection of the state", () =>
    passes((of) => of.read("id", stored(GIVEN)), READ, "read", "eu", "id", { args: GIVEN }));

  it("read passes no state for an id alone", () =>
    passes(async (of) => (await of.read("id", EU)).id, "id", "read", "eu", "id", undefined));

  it("update passes olds and news, over the connection of the news", () => {
    const outs = { ...CHANGED, ...NESTED };
    const act = (of: ProviderMethods) => of.update("id", stored({ size: 1 }), stored(CHANGED));
    return passes(act, { outs }, "update", "eu", "id", OLDS, CHANGED);
  });

  it("delete passes the state", () =>
    passes((of) => of.delete("id", stored({ size: 1 })), undefined, "delete", undefined, "id", OLDS));

  it("read returns the stored state and no inputs if nothing changed", async () => {
    const { methods } = scene({ read: async (_context, _id, state) => state });
    const props = { projectId: "p", made: 1 };
    assert.deepEqual(await methods.read("id", stored(props)), { id: "id", props });
  });

  it("read returns nothing for a missing object, and fails if the program looks it up", async () => {
    const { methods } = scene({ read: async () => undefined });
    assert.deepEqual(await methods.read("id", { size: 1 }), {});
    await assert.rejects(methods.read("id", { connection: "eu" }), /The ClusterName id does not exist\./);
  });

  describe("the ownership of objects", () => {
    const deletions = (calls: Calls): unknown[] =>
      calls.filter(([method]) => method === "delete").map((call) => call[2]);

    it("does not delete the object that the replacement adopted", async () => {
      const { methods, calls, process } = scene(claiming("id"));
      await methods.check({}, run("a"));
      await methods.create(INPUTS);
      await methods.delete("id", INPUTS);
      await methods.delete("another", INPUTS);
      assert.deepEqual(deletions(calls), ["another"]);
      assert.deepEqual(process.said, ["The thing id is still managed by this program: it was not deleted."]);
    });

    it("deletes objects replaced by `replaceOnChanges`, and objects that only a refresh has read", async () => {
      const { methods, calls } = scene();
      await methods.diff("refreshed", INPUTS, INPUTS);
      await methods.check(INPUTS, run("a"));
      await methods.diff("replaced", { ...INPUTS, size: 5 }, INPUTS);
      await methods.check({}, run("a"));
      await methods.delete("refreshed", INPUTS);
      await methods.delete("replaced", INPUTS);
      assert.deepEqual(deletions(calls), ["refreshed", "replaced"]);
    });

    it("refuses a second resource that claims the same object", async () => {
      const { methods } = scene(claiming("id"));
      const text =
        'The resources "a" and "b" both manage the thing id: keep one of them. Nothing was written.';
      for (const [name, reasons] of Object.entries({ a: [], b: [text] }))
        assert.deepEqual(await reasonsOf(methods, run(name)), reasons);
    });

    it("reports a conflict that the program detected", async () => {
      const news = run("a", { conflict: "Two of them." });
      assert.deepEqual(await reasonsOf(scene().methods, news), ["Two of them."]);
    });
  });

  describe("the reads of a preview", () => {
    const settings = (onlineChecks: boolean | undefined) => () => ({ onlineChecks });
    /** Reads that are counted, and end so. */
    function counted(end: () => Awaited<ReturnType<NonNullable<Definition["preview"]>>>) {
      const read = async () => (read.count++, end());
      read.count = 0;
      return read;
    }
    const nothing = () => ({ problems: [], notes: [] });
    const unreachable = failing(new TransportError("GET x: nothing listens.", "refused", false));

    it("log notes and warnings at the resource, and return errors as failures", async () => {
      const problems = [warning(["size"], "odd"), error(["size"], "wrong t0k")];
      const { methods, process } = scene({ preview: async () => ({ problems, notes: ["changes t0k"] }) });
      assert.deepEqual(await reasonsOf(methods, { ...PREVIEW, apiToken: "t0k" }), ["size: wrong [secret]"]);
      assert.deepEqual(process.logged, [
        ["urn::a", "warn", "size: odd"],
        ["urn::a", "info", "changes [secret]"],
      ]);
    });

    it("receive the inputs of the state, or nothing for a new resource", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({ preview: async (_, olds) => (seen.push(olds), nothing()) });
      await methods.check({}, PREVIEW);
      await methods.check({ ...PROVIDER, projectId: "o" }, PREVIEW);
      assert.deepEqual(seen, [undefined, { projectId: "o" }]);
    });

    it("are skipped in an update, and if the arguments are invalid", async () => {
      const read = counted(nothing);
      const { methods } = scene({ preview: read });
      assert.deepEqual(await reasonsOf(methods, run("a")), []);
      const reasons = await reasonsOf(methods, { ...PREVIEW, size: "x" });
      assert.deepEqual(reasons, ['size: must be a number, not "x"']);
      assert.equal(read.count, 0);
      await methods.check({}, PREVIEW);
      assert.equal(read.count, 1);
    });

    it("are tried once, with a warning at the stack, if the service is unreachable", async () => {
      const read = counted(unreachable);
      const { methods, process } = scene({ preview: read });
      for (let turn = 0; turn < 2; turn++) assert.deepEqual(await reasonsOf(methods, PREVIEW), []);
      assert.equal(read.count, 1);
      const what = "The preview could not read from the service and does not show what would change there";
      assert.deepEqual(process.logged, [[undefined, "warn", `${what}: GET x: nothing listens.`]]);
    });

    it("continue with the next resource after the service refused one", async () => {
      const read = counted(() => failing(refusal(401, "NOT_IN_GROUP"))());
      const { methods, process } = scene({ preview: read });
      for (let turn = 0; turn < 2; turn++) await methods.check({}, PREVIEW);
      assert.deepEqual([read.count, process.logged.length], [2, 2]);
    });

    it("fail the preview if the service is unreachable and onlineChecks is true", async () => {
      const { methods } = scene({ preview: counted(unreachable) }, { settings: settings(true) });
      const [reason = ""] = await reasonsOf(methods, PREVIEW);
      assert.match(reason, /nothing listens\. \(opsmanager:onlineChecks is true\)/);
    });

    it("are skipped if onlineChecks is false", async () => {
      const read = counted(unreachable);
      const reading = { preview: read, checkMoved: read as never };
      const { methods, process } = scene(reading, { settings: settings(false) });
      assert.deepEqual(await reasonsOf(methods, PREVIEW), []);
      assert.deepEqual(await methods.diff("id", GIVEN, { projectId: "p" }), {});
      assert.deepEqual([read.count, process.logged], [0, []]);
    });

    it("end after a timeout", async () => {
      const request = async ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      const preview: Definition["preview"] = async ({ api }) => api.request({ method: "GET", path: "/" });
      const logged: unknown[] = [];
      const readInPreview = createPreviewReads(1, async (...message) => void logged.push(message[2]));
      const { methods } = scene({ preview }, { api: { request } as never }, { readInPreview });
      await methods.check({}, PREVIEW);
      assert.match(String(logged[0]), /: no response within 0\.001 s\.$/);
    });
  });

  describe("a changed connection", () => {
    const olds = { ...INPUTS, connection: "eu" };
    const local: Partial<Definition> = { hasServiceIds: false };

    it("changes only the state if it leads to the same object", async () => {
      const { methods, calls } = scene({ checkMoved: async () => undefined });
      const outs = { ...INPUTS, made: 1, ...NESTED };
      assert.deepEqual(await methods.update("id", { ...olds, made: 1 }, INPUTS), { outs });
      assert.deepEqual(calls, []);
    });

    it("is refused by an update and by a preview if it leads to another object", async () => {
      const { methods, calls } = scene({ checkMoved: async () => "connection: another one" });
      await assert.rejects(methods.update("id", olds, INPUTS), /connection: another one/);
      assert.deepEqual(calls, []);
      assert.deepEqual(await methods.diff("id", olds, INPUTS), {}, "the update reads the object");
      await methods.check({}, run("b", {}, true));
      await assert.rejects(methods.diff("id", olds, INPUTS), /connection: another one/);
    });

    it("does not need the configuration of the old one", async () => {
      const connect = (name?: string) => name === "eu" && failing(new ConfigError("not configured"))();
      assert.deepEqual(await scene(local, { connect }).methods.diff("id", olds, INPUTS), {});
    });

    it("does not delete an adopted object over another spelling of the same URL", async () => {
      const spellings: Record<string, string> = { eu: "https://h:443/", us: "https://h/api/public/v1.0" };
      const settings = (name = "") => ({ baseUrl: spellings[name] ?? "https://h" });
      const { methods, calls } = scene({ ...local, ...claiming("id") }, { settings });
      await methods.check({}, { ...run("a"), connection: "eu" });
      await methods.delete("id", INPUTS);
      await methods.delete("id", { ...INPUTS, connection: "us" });
      assert.deepEqual(calls, []);
    });

    it("does not delete the moved object over the old or the new connection", async () => {
      const settings = (name = "default") => ({ baseUrl: `https://${name}` });
      const { methods, calls } = scene(local, { settings });
      await methods.check(olds, run("a"));
      await methods.diff("id", olds, INPUTS);
      await methods.delete("id", olds);
      await methods.delete("id", INPUTS);
      assert.deepEqual(calls, []);
    });
  });

  describe("an error", () => {
    const notificationSecrets = { k: { serviceKey: "k3y-22" } };
    const state = { projectId: "p", apiToken: "t0ken-1", notificationSecrets };
    const fail = (thrown: unknown): ProviderMethods => {
      const fails = failing(thrown);
      const reject = async (): Promise<never> => fails();
      const all = { create: reject, read: reject, update: reject, delete: reject };
      return scene({ ...all, sameMeaning: fails, normalize: fails }).methods;
    };
    const reported = (call: Promise<unknown>): Promise<Error> =>
      call.then(() => assert.fail("no error")).catch((thrown: unknown) => thrown as Error);
    const methodsOf = (methods: ProviderMethods): [name: string, run: () => Promise<unknown>][] => [
      ["check", () => methods.check({}, state)],
      ["diff", () => methods.diff("id", state, state)],
      ["create", () => methods.create(state)],
      ["read", () => methods.read("id", state)],
      ["update", () => methods.update("another", state, state)],
      ["delete", () => methods.delete("id", state)],
    ];

    for (const [name, call] of methodsOf(fail(new TypeError("broken by t0ken-1 and k3y-22"))))
      it(`of ${name} reaches the host as a message without secrets and stack`, async () => {
        const failure = await reported(call());
        assert.ok(failure instanceof Error);
        assert.equal(failure.message, "broken by [secret] and [secret]");
        assert.equal(`${String(failure)}: ${failure.stack}`, "broken by [secret] and [secret]: ");
        assert.equal(failure.cause, undefined);
      });

    for (const [name, call] of methodsOf(fail("a text")))
      it(`of ${name} need not be an Error`, async () => assert.rejects(call(), { message: "a text" }));

    const reaching = {
      "a refused key": new AuthError("There is no such key."),
      "an address where nothing listens": new TransportError("Nothing listens.", "refused", false),
      "a certificate of another CA": new TransportError("It cannot be verified.", "tls", false),
      "a broken connection": new TransportError("It broke.", "reset", true),
    };
    for (const [what, failure] of Object.entries(reaching))
      for (const [name, call] of methodsOf(fail(failure))) {
        const byState = (name === "read" || name === "delete") && what !== "a broken connection";
        it(`about ${what} ${byState ? "names the source of the configuration" : "is not changed"} (${name})`, async () =>
          assert.rejects(call(), ({ message }: Error) => {
            assert.ok(message.startsWith(failure.message), message);
            assert.equal(/use what the last `pulumi up` stored/.test(message), byState);
            return true;
          }));
      }

    it("after a partial write carries the created object to the state", async () => {
      const args = { projectId: "p" };
      const partial = new PartialWriteError<State>("t0ken-1 was too much", "id-7", { args });
      const { message, name: _, ...rest } = await reported(fail(partial).create({ ...PROVIDER, ...state }));
      const properties = { ...args, ...NESTED, ...PROVIDER };
      assert.deepEqual({ ...rest }, { id: "id-7", properties, reasons: ["[secret] was too much"] });
      assert.equal(message, "[secret] was too much");
    });
  });

  describe("a resource with several objects", () => {
    const TWO = `${URN}::two`;
    /** It keeps `kept` and deletes `deleted`. */
    const several: Partial<Definition> = { objects: () => ({ kept: ["kept"], deleted: ["deleted"] }) };

    it("holds what it keeps and releases what it deletes, in a diff that follows a check", async () => {
      const { methods, process } = scene(several);
      await methods.diff("id", INPUTS, INPUTS);
      assert.ok(process.ownership.isFree("kept"), "the diff of a refresh");
      await methods.check(INPUTS, run("one"));
      await methods.diff("id", INPUTS, INPUTS);
      assert.ok(process.ownership.isHeld("kept") && !process.ownership.isTaken("kept", `${URN}::one`));
      assert.ok(!process.ownership.isFree("deleted") && !process.ownership.isHeld("deleted"));
    });

    it("is refused if another resource has or adopts an object that it keeps", async () => {
      const takes: ((process: HostProcess) => void)[] = [
        ({ ownership }) => ownership.hold("kept", TWO),
        ({ ownership }) => void ownership.claim({ object: "kept", urn: TWO, adopts: true }),
        ({ ownership }) => ownership.reserve({ kept: "two" }),
      ];
      for (const take of takes) {
        const { methods, process } = scene(several);
        take(process);
        await methods.check(INPUTS, run("one"));
        await assert.rejects(
          methods.diff("id", INPUTS, INPUTS),
          /Other resources of the program manage or adopt objects of this thing as well: kept\. Keep one/,
        );
      }
    });

    describe("in a place of its own", () => {
      const conflict = (others: readonly string[]) => `not beside ${others.join(" and ")}`;
      const place = (alone: boolean): Partial<Definition> => ({
        place: ({ projectId: name = "" }) => ({ name, alone, conflict }),
      });

      it("is refused beside the others that the program announces, by name", async () => {
        const { methods } = scene(place(true));
        const neighbours = ["ClusterName::two", "AlertConfig::three"];
        assert.deepEqual(await reasonsOf(methods, run("one", { neighbours })), ["not beside two and three"]);
      });

      it("refuses one that is checked after it, which others would not", async () => {
        const around = { ownership: scene().process.ownership };
        await scene(place(true), {}, around).methods.check({}, run("two"));
        const shared = scene(place(false), {}, around);
        assert.deepEqual(await reasonsOf(shared.methods, run("one")), ["not beside two"]);
        const { methods } = scene(place(false));
        assert.deepEqual(await reasonsOf(methods, run("one", { neighbours: ["ClusterName::two"] })), []);
      });
    });

    describe("that an update changes further", () => {
      const further = (isHidden: boolean): Partial<Definition> => ({
        furtherChanges: () => ({ text: "more is deleted", isHidden, deleted: [] }),
      });
      for (const preview of [true, false])
        it(preview ? "says so in a preview" : "says nothing in an update", async () => {
          for (const isHidden of [false, true]) {
            const { methods, process } = scene(further(isHidden));
            await methods.check(INPUTS, run("one", {}, preview));
            assert.deepEqual(await methods.diff("id", INPUTS, INPUTS), isHidden ? { changes: true } : {});
            assert.deepEqual(process.logged, preview ? [[`${URN}::one`, "info", "more is deleted"]] : []);
          }
        });

      it("does not in a refresh, and not if there is nothing more", async () => {
        const { methods } = scene(further(true));
        assert.deepEqual(await methods.diff("id", INPUTS, INPUTS), { changes: false });
        const without = scene({ furtherChanges: () => undefined }).methods;
        await without.check(INPUTS, run("one"));
        assert.deepEqual(await without.diff("id", INPUTS, INPUTS), { changes: false });
      });
    });
  });

  it("the findings of a refresh are inputs if there are some, since a program has none", async () => {
    const found = async (fresh: PlainObject): Promise<PlainObject | undefined> => {
      const findings = ["unmanagedAlertConfigs"];
      const names = { inputNames: ["projectId", ...findings], findings };
      const { methods } = scene({ ...names, read: async () => ({ args: { projectId: "p", ...fresh } }) });
      return (await methods.read("id", { projectId: "p" })).inputs;
    };
    const findings = { changedSecrets: ["apiToken"], unmanagedAlertConfigs: [{ id: "u1" }] };
    assert.deepEqual(await found(findings), { projectId: "p", ...findings });
    assert.deepEqual(await found({ changedSecrets: [], unmanagedAlertConfigs: [] }), { projectId: "p" });
  });
});
