import assert from "node:assert/strict";
import { z } from "zod";
import type { CommonArgs, Context, ResourceDefinition } from "../../../src/core/definition";
import { PartialWriteError } from "../../../src/core/definition";
import type { Settings } from "../../../src/core/settings";
import type { Connection, Connections } from "../../../src/core/connections";
import type { ProviderMethods, HostProcess } from "../../../src/dynamic/provider";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { createPreviewReads } from "../../../src/core/scope";
import { error, warning } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";
import { ApiError, AuthError, ConfigError, TransportError } from "../../../src/errors";
import type { ApiClient } from "../../../src/http/api-client";
import type { PlainObject } from "../../../src/json";
import { surroundings } from "./surroundings";

type Calls = [method: string, connection: string | undefined, ...args: unknown[]][];

/** Replaces parts of the connections. */
interface Connecting {
  readonly connect?: (name: string | undefined) => void;
  readonly settings?: Settings;
  readonly settingsOf?: (name: string | undefined) => Settings;
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
  { connect, settings, settingsOf, api = {} as ApiClient }: Connecting = {},
  around: Partial<HostProcess> = {},
) {
  const calls: Calls = [];
  const nameOf = (context: Context): string | undefined => (context as unknown as { at?: string }).at;
  const definition: Definition = {
    kind: "ClusterName",
    what: "thing",
    hasServiceIds: true,
    schema: () =>
      z.strictObject({
        projectId: z.string(),
        size: z.number().optional(),
        tags: z.array(z.string()).optional(),
        apiToken: z.string().optional(),
      }),
    inputNames: ["projectId", "size", "tags", "apiToken", "adoptId"],
    replaceOn: ["projectId"],
    fromInputs: (inputs) => inputs,
    fromOutputs: ({ made, ...args }) => ({ args, ...(made !== undefined && { made }) }),
    toOutputs: ({ args, made }) => ({ ...args, made, nested: { gone: undefined, kept: null } }),
    sameMeaning: (a, b) => (a.size ?? 0) === (b.size ?? 0),
    create: async (context, args) => {
      calls.push(["create", nameOf(context), args]);
      return { id: "id", state: { args } };
    },
    read: async (context, id, state) => {
      calls.push(["read", nameOf(context), id, state]);
      return { args: { ...state?.args, size: 2 } };
    },
    update: async (context, id, olds, news) => {
      calls.push(["update", nameOf(context), id, olds, news]);
      return { args: news };
    },
    delete: async (context, id, state) => {
      calls.push(["delete", nameOf(context), id, state]);
    },
    ...rest,
  };
  const usual = { baseUrl: "https://h", strictCatalog: false } as unknown as Settings;
  const connections: Connections = (name) => {
    connect?.(name);
    return { api, settings: settings ?? settingsOf?.(name) ?? usual, at: name } as unknown as Connection;
  };
  const process = surroundings(around);
  return { methods: dynamicProvider(definition, connections, process), calls, process };
}

const PROVIDER = { __provider: "exports.handler = ..." };
const reasonsOf = async (methods: ProviderMethods, news: PlainObject): Promise<string[]> =>
  (await methods.check({}, news)).failures.map(({ reason }) => reason);

describe("lifecycle", () => {
  describe("check", () => {
    it("returns the inputs without the provider, nulls and secret markers", async () => {
      const { methods } = scene();
      const news = {
        ...PROVIDER,
        __secrets: ["s"],
        projectId: "p",
        size: null,
        tags: ["a", null],
        x: undefined,
      };
      assert.deepEqual(await methods.check({}, news), {
        inputs: { projectId: "p", tags: ["a"] },
        failures: [],
      });
    });

    it("normalizes the inputs, and validates arguments", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({
        normalize: (inputs) => ({ size: 1, ...inputs }),
        fromInputs: ({ size: _, ...args }) => args,
        validate: (args) => {
          seen.push(args);
          return [];
        },
      });
      assert.deepEqual((await methods.check({}, { projectId: "p" })).inputs, { size: 1, projectId: "p" });
      assert.deepEqual(seen, [{ projectId: "p" }]);
    });

    it("reports all errors at once, without a property", async () => {
      const { methods } = scene({
        validate: () => [error(["tags"], "are odd"), warning(["size"], "is unusual")],
      });
      assert.deepEqual((await methods.check({}, { size: "big", nmae: 1 })).failures, [
        { property: "", reason: "projectId: is missing; it is a string" },
        { property: "", reason: 'size: must be a number, not "big"' },
        { property: "", reason: "nmae: is not an argument of ClusterName" },
        { property: "", reason: "tags: are odd" },
      ]);
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

    it("passes a create-only input as its argument", async () => {
      const { methods, calls } = scene();
      await methods.create({ projectId: "p", __adoptId: "x", __import: "y" });
      assert.deepEqual(calls, [["create", undefined, { projectId: "p", adoptId: "x", import: "y" }]]);
    });

    const unknowns: PlainObject[] = [
      { projectId: UNKNOWN },
      { projectId: "p", size: UNKNOWN },
      { projectId: "p", tags: UNKNOWN },
      { projectId: "p", tags: ["a", UNKNOWN] },
      { projectId: "p", connection: UNKNOWN },
    ];
    for (const news of unknowns) {
      it(`accepts ${JSON.stringify(news)}`, async () => {
        const { inputs, failures } = await scene().methods.check({}, news);
        assert.deepEqual({ inputs, failures }, { inputs: news, failures: [] });
      });
    }

    it("does not request an unknown connection", async () => {
      const { methods } = scene({}, { connect: assert.fail });
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", connection: UNKNOWN }), []);
    });

    it("requests the named connection, and reports its error", async () => {
      const { methods } = scene(
        {},
        {
          connect: (name) => {
            throw new ConfigError(`no connection ${name}`);
          },
        },
      );
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", size: "x", connection: "eu" }), [
        'size: must be a number, not "x"',
        "no connection eu",
      ]);
    });

    it("refuses an invalid connection name", async () => {
      const { methods } = scene({}, { connect: assert.fail });
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", connection: "E U" }), [
        'connection: must be a name such as "eu", not "E U"',
      ]);
    });

    it("masks secrets, whether known by field name or marked by the program", async () => {
      const { methods } = scene({
        validate: () => [error(["tags"], "hold t0ken-1"), error(["tags"], "hold marked-2 and 77")],
      });
      const reasons = await reasonsOf(methods, {
        projectId: "p",
        apiToken: "t0ken-1",
        size: "marked-2",
        __secrets: ["marked-2", "77"],
      });
      assert.deepEqual(reasons, [
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
      [
        "only values of the same meaning changed",
        { projectId: "p", size: 1, tags: ["x"] },
        { changes: false },
      ],
      ["the provider's text changed", { __provider: "other", projectId: "p", size: 1 }, { changes: false }],
      ["a value changed", { projectId: "p", size: 2 }, {}],
      ["a value is unknown", { projectId: "p", size: UNKNOWN }, {}],
      ["a nested value is unknown", { projectId: "p", size: 1, tags: [UNKNOWN] }, {}],
      ["replaceOn changed", { projectId: "q", size: 1 }, { replaces: ["projectId"] }],
      ["connection changed", { projectId: "p", size: 1, connection: "eu" }, {}],
      ["replaceOn is unknown", { projectId: UNKNOWN, size: 1 }, { replaces: ["projectId"] }],
    ];
    for (const [what, news, result] of cases) {
      it(`returns ${JSON.stringify(result)} if ${what}`, async () =>
        assert.deepEqual(await scene().methods.diff("id", olds, news), result));
    }
  });

  it("create passes the inputs, and returns outputs without undefined", async () => {
    const { methods, calls } = scene();
    const result = await methods.create({ ...PROVIDER, projectId: "p", connection: "eu" });
    assert.deepEqual(result, {
      id: "id",
      outs: { projectId: "p", connection: "eu", nested: { kept: null } },
    });
    assert.deepEqual(calls, [["create", "eu", { projectId: "p", connection: "eu" }]]);
  });

  it("read returns id, outputs and inputs, over the connection of the state", async () => {
    const { methods, calls } = scene();
    const result = await methods.read("id", { ...PROVIDER, projectId: "p", connection: "eu" });
    const inputs = { projectId: "p", size: 2, connection: "eu" };
    assert.deepEqual(result, { id: "id", props: { ...inputs, nested: { kept: null } }, inputs });
    assert.deepEqual(calls, [["read", "eu", "id", { args: { projectId: "p", connection: "eu" } }]]);
  });

  it("read returns the stored state and no inputs if nothing changed", async () => {
    const { methods } = scene({ read: async (_context, _id, state) => state });
    const props = { projectId: "p", made: 1 };
    assert.deepEqual(await methods.read("id", { ...PROVIDER, ...props }), { id: "id", props });
  });

  it("read passes no state for an id alone", async () => {
    const { methods, calls } = scene();
    await methods.read("id", { connection: "eu" });
    assert.deepEqual(calls, [["read", "eu", "id", undefined]]);
  });

  it("read returns nothing for a missing object", async () =>
    assert.deepEqual(await scene({ read: async () => undefined }).methods.read("id", { size: 1 }), {}));

  it("read fails for a missing object that the program looks up", async () =>
    assert.rejects(
      scene({ read: async () => undefined }).methods.read("id", { connection: "eu" }),
      /The ClusterName id does not exist\./,
    ));

  it("update passes olds and news, over the connection of the news", async () => {
    const { methods, calls } = scene();
    const result = await methods.update(
      "id",
      { ...PROVIDER, size: 1 },
      { ...PROVIDER, size: 2, connection: "eu" },
    );
    assert.deepEqual(result, { outs: { size: 2, connection: "eu", nested: { kept: null } } });
    assert.deepEqual(calls, [["update", "eu", "id", { args: { size: 1 } }, { size: 2, connection: "eu" }]]);
  });

  it("delete passes the state", async () => {
    const { methods, calls } = scene();
    assert.equal(await methods.delete("id", { ...PROVIDER, size: 1 }), undefined);
    assert.deepEqual(calls, [["delete", undefined, "id", { args: { size: 1 } }]]);
  });

  describe("the ownership of objects", () => {
    const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:ClusterName";
    const inputs = { projectId: "p", size: 1 };
    const run = (name: string, rest: object = {}): PlainObject => ({
      ...inputs,
      __run: { urn: `${URN}::${name}`, preview: false, ...rest },
    });
    const claiming = (id: string): Partial<Definition> => ({
      claims: () => ({ id, adopts: true, argument: "size", mustExist: true }),
    });
    const deletions = (calls: Calls): unknown[] =>
      calls.filter(([method]) => method === "delete").map((call) => call[2]);

    it("does not delete the object that the replacement adopted", async () => {
      const { methods, calls, process } = scene(claiming("id"));
      await methods.check({}, run("a"));
      await methods.create(inputs);
      await methods.delete("id", inputs);
      await methods.delete("another", inputs);
      assert.deepEqual(deletions(calls), ["another"]);
      assert.deepEqual(process.said, ["The thing id is still managed by this program: it was not deleted."]);
    });

    it("does not delete an object before the create that adopts it", async () => {
      const { methods, calls } = scene(claiming("id"));
      await methods.check({}, run("a"));
      await methods.delete("id", inputs);
      assert.deepEqual(deletions(calls), []);
    });

    it("does not delete the object of a resource that survived an interrupted replacement", async () => {
      const { methods, calls } = scene();
      await methods.check(inputs, run("a"));
      await methods.diff("id", inputs, inputs);
      await methods.delete("id", inputs);
      assert.deepEqual(deletions(calls), []);
    });

    it("deletes objects replaced by `replaceOnChanges`, and objects that only a refresh has read", async () => {
      const { methods, calls } = scene();
      await methods.diff("refreshed", inputs, inputs);
      await methods.check(inputs, run("a"));
      await methods.diff("replaced", { ...inputs, size: 5 }, inputs);
      await methods.check({}, run("a"));
      await methods.delete("refreshed", inputs);
      await methods.delete("replaced", inputs);
      assert.deepEqual(deletions(calls), ["refreshed", "replaced"]);
    });

    it("refuses a second resource that claims the same object", async () => {
      const { methods } = scene(claiming("id"));
      assert.deepEqual((await methods.check({}, run("a"))).failures, []);
      assert.deepEqual((await methods.check({}, run("b"))).failures, [
        {
          property: "",
          reason:
            'The resources "a" and "b" both manage the thing id: keep one of them. Nothing was written.',
        },
      ]);
    });

    it("reports a conflict that the program detected", async () => {
      const { methods } = scene();
      const { failures } = await methods.check({}, run("a", { conflict: "Two of them." }));
      assert.deepEqual(failures, [{ property: "", reason: "Two of them." }]);
    });

    it("refuses to adopt the object of an existing resource", async () => {
      const { methods } = scene(claiming("id"));
      await methods.check(inputs, run("a"));
      await methods.diff("id", inputs, inputs);
      const { failures } = await methods.check({}, { ...run("b"), size: 2 });
      assert.match(failures[0]?.reason ?? "", /both manage the thing id|is managed by another resource/);
    });

    it("refuses to change the object that another resource is about to adopt", async () => {
      const { methods } = scene({
        claims: ({ size }) =>
          size === 2 ? { id: "id", adopts: true, argument: "size", mustExist: true } : undefined,
      });
      await methods.check({}, { ...run("thief"), size: 2 });
      await methods.check(inputs, run("owner"));
      await assert.rejects(
        methods.diff("id", { ...inputs, size: 7 }, inputs),
        /The thing id is managed by this resource, and the resource "thief" of the same program adopts it/,
      );
    });

    it("keeps the internal inputs of the program out of the state", async () => {
      assert.deepEqual((await scene().methods.check({}, run("a"))).inputs, inputs);
    });
  });

  describe("the reads of a preview", () => {
    const preview = { projectId: "p", __run: { urn: "urn::a", preview: true } };
    const settings = (onlineChecks: boolean | undefined): Settings =>
      ({ baseUrl: "https://h", strictCatalog: false, onlineChecks }) as unknown as Settings;

    it("log notes and warnings at the resource, and return errors as failures", async () => {
      const { methods, process } = scene({
        preview: async () => ({
          problems: [warning(["size"], "odd"), error(["size"], "wrong t0k")],
          notes: ["changes t0k"],
        }),
      });
      const { failures } = await methods.check({}, { ...preview, apiToken: "t0k" });
      assert.deepEqual(failures, [{ property: "", reason: "size: wrong [secret]" }]);
      assert.deepEqual(process.logged, [
        ["urn::a", "warn", "size: odd"],
        ["urn::a", "info", "changes [secret]"],
      ]);
    });

    it("receive the inputs of the state, or nothing for a new resource", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({
        preview: async (_context, olds) => (seen.push(olds), { problems: [], notes: [] }),
      });
      await methods.check({}, preview);
      await methods.check({ ...PROVIDER, projectId: "o" }, preview);
      assert.deepEqual(seen, [undefined, { projectId: "o" }]);
    });

    it("are skipped in an update, and if the arguments are invalid", async () => {
      let reads = 0;
      const { methods } = scene({
        preview: async () => {
          reads++;
          return { problems: [], notes: [] };
        },
      });
      const update = { ...preview, __run: { urn: "urn::a", preview: false } };
      assert.deepEqual((await methods.check({}, update)).failures, []);
      assert.deepEqual(await reasonsOf(methods, { ...preview, size: "x" }), [
        'size: must be a number, not "x"',
      ]);
      assert.equal(reads, 0);
      await methods.check({}, preview);
      assert.equal(reads, 1);
    });

    const unreachable = async (): Promise<never> => {
      throw new TransportError("GET x: nothing listens.", "refused", false);
    };

    it("warn once, at the stack, if the service is unreachable", async () => {
      const { methods, process } = scene({ preview: unreachable }, { settings: settings(undefined) });
      assert.deepEqual((await methods.check({}, preview)).failures, []);
      assert.deepEqual((await methods.check({}, preview)).failures, []);
      assert.deepEqual(process.logged, [
        [
          undefined,
          "warn",
          "The preview could not read from the service and does not show what would change there: GET x: nothing listens.",
        ],
      ]);
    });

    it("are not repeated over an unreachable connection", async () => {
      let reads = 0;
      const { methods } = scene(
        {
          preview: async () => {
            reads++;
            return unreachable();
          },
        },
        { settings: settings(undefined) },
      );
      await methods.check({}, preview);
      await methods.check({}, preview);
      assert.equal(reads, 1);
    });

    it("continue with the next resource after the service refused one", async () => {
      const refusal = new ApiError("GET x: 401 NOT_IN_GROUP", {
        method: "GET",
        path: "x",
        status: 401,
        errorCode: "NOT_IN_GROUP",
        fromService: true,
      });
      let reads = 0;
      const { methods, process } = scene(
        {
          preview: async () => {
            reads++;
            throw refusal;
          },
        },
        { settings: settings(undefined) },
      );
      await methods.check({}, preview);
      await methods.check({}, preview);
      assert.deepEqual([reads, process.logged.length], [2, 2]);
    });

    it("fail the preview if the service is unreachable and onlineChecks is true", async () => {
      const { methods } = scene({ preview: unreachable }, { settings: settings(true) });
      assert.match(
        (await methods.check({}, preview)).failures[0]?.reason ?? "",
        /nothing listens\. \(opsmanager:onlineChecks is true\)/,
      );
    });

    it("are skipped if onlineChecks is false", async () => {
      let reads = 0;
      const read = async (): Promise<never> => {
        reads++;
        return unreachable();
      };
      const { methods, process } = scene({ preview: read, checkMoved: read }, { settings: settings(false) });
      assert.deepEqual((await methods.check({}, preview)).failures, []);
      assert.deepEqual(
        await methods.diff("id", { projectId: "p", connection: "eu" }, { projectId: "p" }),
        {},
      );
      assert.equal(reads, 0);
      assert.deepEqual(process.logged, []);
    });

    it("end after a timeout", async () => {
      const api = {
        request: async ({ signal }: { signal: AbortSignal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      };
      const logged: unknown[][] = [];
      const { methods } = scene(
        { preview: async (context) => context.api.request({ method: "GET", path: "/" }) },
        { settings: settings(undefined), api: api as never },
        { readInPreview: createPreviewReads(1, async (...message) => void logged.push(message)) },
      );
      await methods.check({}, preview);
      assert.match(String(logged[0]?.[2]), /: no response within 0\.001 s\.$/);
    });
  });

  describe("a changed connection", () => {
    const olds = { projectId: "p", size: 1, connection: "eu" };
    const news = { projectId: "p", size: 1 };

    it("changes only the state if it leads to the same object", async () => {
      const { methods, calls } = scene({ checkMoved: async () => undefined });
      assert.deepEqual(await methods.update("id", { ...olds, made: 1 }, news), {
        outs: { ...news, made: 1, nested: { kept: null } },
      });
      assert.deepEqual(calls, []);
    });

    it("is refused by an update and by a preview if it leads to another object", async () => {
      const { methods, calls } = scene({ checkMoved: async () => "connection: another one" });
      await assert.rejects(methods.update("id", olds, news), /connection: another one/);
      assert.deepEqual(calls, []);
      assert.deepEqual(await methods.diff("id", olds, news), {}, "the update reads the object");
      await methods.check({}, { ...news, __run: { urn: "urn::b", preview: true } });
      await assert.rejects(methods.diff("id", olds, news), /connection: another one/);
    });

    it("does not need the configuration of the old one", async () => {
      const { methods } = scene(
        { hasServiceIds: false },
        {
          connect: (name) => {
            if (name === "eu") throw new ConfigError("eu is not configured");
          },
        },
      );
      assert.deepEqual(await methods.diff("id", olds, news), {});
    });

    it("does not delete an adopted object over another spelling of the same URL", async () => {
      const spellings: Record<string, string> = { eu: "https://h:443/", us: "https://h/api/public/v1.0" };
      const { methods, calls } = scene(
        {
          hasServiceIds: false,
          claims: () => ({ id: "id", adopts: true, argument: "size", mustExist: true }),
        },
        { settingsOf: (name) => ({ baseUrl: spellings[name ?? ""] ?? "https://h" }) as unknown as Settings },
      );
      await methods.check({}, { ...news, connection: "eu", __run: { urn: "urn::a", preview: false } });
      await methods.delete("id", news);
      await methods.delete("id", { ...news, connection: "us" });
      assert.deepEqual(calls, []);
    });

    it("does not delete the moved object over the old or the new connection", async () => {
      const { methods, calls } = scene(
        { hasServiceIds: false },
        { settingsOf: (name) => ({ baseUrl: `https://${name ?? "default"}` }) as unknown as Settings },
      );
      await methods.check(olds, { ...news, __run: { urn: "urn::a", preview: false } });
      await methods.diff("id", olds, news);
      await methods.delete("id", olds);
      await methods.delete("id", news);
      assert.deepEqual(calls, []);
    });
  });

  describe("an error", () => {
    const state = {
      projectId: "p",
      apiToken: "t0ken-1",
      notificationSecrets: { k: { serviceKey: "k3y-22" } },
    };
    const fail = (thrown: unknown): ProviderMethods => {
      const reject = async (): Promise<never> => {
        throw thrown;
      };
      return scene({
        create: reject,
        read: reject,
        update: reject,
        delete: reject,
        sameMeaning: () => {
          throw thrown;
        },
        normalize: () => {
          throw thrown;
        },
      }).methods;
    };
    const methodsOf = (methods: ProviderMethods): [name: string, run: () => Promise<unknown>][] => [
      ["check", () => methods.check({}, state)],
      ["diff", () => methods.diff("id", state, state)],
      ["create", () => methods.create(state)],
      ["read", () => methods.read("id", state)],
      ["update", () => methods.update("another", state, state)],
      ["delete", () => methods.delete("id", state)],
    ];

    for (const [name, run] of methodsOf(fail(new TypeError("broken by t0ken-1 and k3y-22")))) {
      it(`of ${name} reaches the host as a message without secrets and stack`, async () => {
        const reported = await run().then(
          () => assert.fail("no error"),
          (thrown: unknown) => thrown as Error,
        );
        assert.ok(reported instanceof Error);
        assert.equal(reported.message, "broken by [secret] and [secret]");
        assert.equal(`${String(reported)}: ${reported.stack}`, "broken by [secret] and [secret]: ");
        assert.equal(reported.cause, undefined);
      });
    }

    for (const [name, run] of methodsOf(fail("a text"))) {
      it(`of ${name} need not be an Error`, async () => assert.rejects(run(), { message: "a text" }));
    }

    const reaching = {
      "a refused key": new AuthError("There is no such key."),
      "an address where nothing listens": new TransportError("Nothing listens.", "refused", false),
      "a certificate of another CA": new TransportError("It cannot be verified.", "tls", false),
      "a broken connection": new TransportError("It broke.", "reset", true),
    };
    for (const [what, failure] of Object.entries(reaching)) {
      for (const [name, run] of methodsOf(fail(failure))) {
        const byState = (name === "read" || name === "delete") && what !== "a broken connection";
        it(`about ${what} ${byState ? "names the source of the configuration" : "is not changed"} (${name})`, async () =>
          assert.rejects(run(), ({ message }: Error) => {
            assert.ok(message.startsWith(failure.message), message);
            assert.equal(/use what the last `pulumi up` stored/.test(message), byState);
            return true;
          }));
      }
    }

    it("after a partial write carries the created object to the state", async () => {
      const partial = new PartialWriteError<State>("t0ken-1 was too much", "id-7", {
        args: { projectId: "p" },
      });
      const { id, properties, reasons, message } = await fail(partial)
        .create({ ...PROVIDER, ...state })
        .then(
          () => assert.fail("no error"),
          (thrown: unknown) => thrown as Error & { id: string; properties: PlainObject; reasons: string[] },
        );
      assert.deepEqual(
        { id, properties, reasons, message },
        {
          id: "id-7",
          properties: { projectId: "p", nested: { kept: null }, __provider: PROVIDER.__provider },
          reasons: ["[secret] was too much"],
          message: "[secret] was too much",
        },
      );
    });
  });

  describe("a resource with several objects", () => {
    const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:ClusterName";
    const [ONE, TWO] = [`${URN}::one`, `${URN}::two`];
    const inputs = { projectId: "p", size: 1 };
    const run = (urn: string, rest: object = {}, preview = false): PlainObject => ({
      ...inputs,
      __run: { urn, preview, ...rest },
    });
    /** It keeps `kept` and deletes `deleted`. */
    const several: Partial<Definition> = {
      objects: () => ({ kept: ["kept"], deleted: ["deleted"] }),
    };

    it("holds what it keeps and releases what it deletes, in a diff that follows a check", async () => {
      const { methods, process } = scene(several);
      await methods.diff("id", inputs, inputs);
      assert.ok(process.ownership.isFree("kept"), "the diff of a refresh");
      await methods.check(inputs, run(ONE));
      await methods.diff("id", inputs, inputs);
      assert.ok(process.ownership.isHeld("kept") && !process.ownership.isTaken("kept", ONE));
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
        await methods.check(inputs, run(ONE));
        await assert.rejects(
          methods.diff("id", inputs, inputs),
          /Other resources of the program manage or adopt objects of this thing as well: kept\. Keep one/,
        );
      }
    });

    it("may delete what another resource has now: its delete checks that by itself", async () => {
      const { methods, process, calls } = scene(several);
      process.ownership.hold("deleted", TWO);
      await methods.check(inputs, run(ONE));
      await methods.diff("id", inputs, inputs);
      await methods.delete("id", inputs);
      assert.deepEqual(
        calls.map(([method]) => method),
        ["delete"],
      );
    });

    it("knows what the other resources of the program adopt from its check on", async () => {
      const { methods, process } = scene(several);
      await methods.check(inputs, run(ONE, { adopted: { deleted: "two" } }));
      assert.ok(!process.ownership.isFree("deleted"));
    });

    it("gets its URN in a create and an update, unless it is uncertain", async () => {
      const urns: unknown[] = [];
      const { methods } = scene({
        create: async ({ urn }, args) => (urns.push(urn), { id: "id", state: { args } }),
        update: async ({ urn }, _id, _olds, news) => (urns.push(urn), { args: news }),
      });
      await methods.check({}, run(ONE));
      await methods.create(inputs);
      await methods.update("id", inputs, inputs);
      await methods.check({}, run(TWO));
      await methods.create(inputs);
      assert.deepEqual(urns, [ONE, ONE, undefined]);
    });

    describe("in a place of its own", () => {
      const place = (alone: boolean): Partial<Definition> => ({
        place: ({ projectId = "" }) => ({
          name: projectId,
          alone,
          conflict: (others) => `not beside ${others.join(" and ")}`,
        }),
      });
      const reasons = async (methods: ProviderMethods, news: PlainObject): Promise<string[]> =>
        (await methods.check({}, news)).failures.map(({ reason }) => reason);

      it("is refused beside the others that the program announces, by name", async () => {
        const { methods } = scene(place(true));
        const neighbours = ["ClusterName::two", "AlertConfig::three"];
        assert.deepEqual(await reasons(methods, run(ONE, { neighbours })), ["not beside two and three"]);
      });

      it("is refused beside one that was checked before, and named once", async () => {
        const around = { ownership: scene().process.ownership };
        await scene(place(false), {}, around).methods.check({}, run(TWO));
        const { methods } = scene(place(true), {}, around);
        assert.deepEqual(await reasons(methods, run(ONE, { neighbours: ["ClusterName::two"] })), [
          "not beside two",
        ]);
      });

      it("refuses one that is checked after it, which others would not", async () => {
        const around = { ownership: scene().process.ownership };
        await scene(place(true), {}, around).methods.check({}, run(TWO));
        assert.deepEqual(await reasons(scene(place(false), {}, around).methods, run(ONE)), [
          "not beside two",
        ]);
        const { methods } = scene(place(false));
        assert.deepEqual(await reasons(methods, run(ONE, { neighbours: ["ClusterName::two"] })), []);
      });
    });

    describe("that an update changes further", () => {
      const further = (isHidden: boolean): Partial<Definition> => ({
        furtherChanges: () => ({ text: "more is deleted", isHidden, deleted: [] }),
      });
      for (const preview of [true, false]) {
        for (const [isHidden, result] of [
          [false, {}],
          [true, { changes: true }],
        ] as const) {
          it(`${preview ? "says so in a preview" : "says nothing in an update"}, and returns ${JSON.stringify(result)}`, async () => {
            const { methods, process } = scene(further(isHidden));
            await methods.check(inputs, run(ONE, {}, preview));
            assert.deepEqual(await methods.diff("id", inputs, inputs), result);
            assert.deepEqual(process.logged, preview ? [[ONE, "info", "more is deleted"]] : []);
          });
        }
      }

      it("does not in a refresh, and not if there is nothing more", async () => {
        const { methods } = scene(further(true));
        assert.deepEqual(await methods.diff("id", inputs, inputs), { changes: false });
        const without = scene({ furtherChanges: () => undefined }).methods;
        await without.check(inputs, run(ONE));
        assert.deepEqual(await without.diff("id", inputs, inputs), { changes: false });
      });
    });
  });

  describe("the findings of a refresh", () => {
    const found = async (fresh: PlainObject): Promise<PlainObject | undefined> => {
      const { methods } = scene({
        inputNames: ["projectId", "unmanagedAlertConfigs"],
        findings: ["unmanagedAlertConfigs"],
        read: async () => ({ args: { projectId: "p", ...fresh } }),
      });
      return (await methods.read("id", { projectId: "p" })).inputs;
    };

    it("are inputs if there are some, so that a refresh shows them and the next update differs", async () => {
      const findings = { changedSecrets: ["apiToken"], unmanagedAlertConfigs: [{ id: "u1" }] };
      assert.deepEqual(await found(findings), { projectId: "p", ...findings });
    });

    it("are not inputs if they are empty, since a program has none", async () => {
      assert.deepEqual(await found({ changedSecrets: [], unmanagedAlertConfigs: [] }), { projectId: "p" });
    });
  });
});
