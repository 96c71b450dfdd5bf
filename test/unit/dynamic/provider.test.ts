import assert from "node:assert/strict";
import { PartialWriteError } from "../../../src/core/definition";
import type { ProviderMethods } from "../../../src/dynamic/provider";
import { createPreviewReads } from "../../../src/core/scope";
import { error, warning } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";
import { AuthError, ConfigError, TransportError } from "../../../src/errors";
import type { PlainObject } from "../../../src/json";
import { jsonEqual } from "../../../src/json";
import { refusal } from "../resources/connection";
import {
  type Definition,
  failing,
  NESTED,
  PREVIEW,
  PROVIDER,
  reasonsOf,
  run,
  scene,
  type State,
} from "./scene";

describe("the methods of a provider", () => {
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
        secrets: {
          exposed: () => [],
          apart: {
            input: "sizes",
            split: (props) => props,
            join: ({ size: _, ...args }) => args,
            normalize: (inputs) => inputs,
          },
        },
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

    it("passes invalid and missing values to the other rules as unknown", async () => {
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
      ["no meaning changed", { projectId: "p", size: 1, tags: ["x"] }, { changes: false }],
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

    it("returns no changes for an option that the state of an earlier version lacks", async () => {
      const { methods } = scene({
        options: { keep: { type: "boolean", default: false } },
        sameMeaning: (a, b) => jsonEqual(Reflect.get(a, "keep"), Reflect.get(b, "keep")),
      });
      const changes = async (keep: boolean) => methods.diff("id", olds, { projectId: "p", size: 1, keep });
      assert.deepEqual(await changes(false), { changes: false });
      assert.deepEqual(await changes(true), {});
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
      assert.deepEqual(
        await methods.diff("id", { projectId: "p", connection: "eu" }, { projectId: "p" }),
        {},
      );
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
      assert.match(String(logged[0]), /: no response from \S+ within 0\.001 s\.$/);
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
      "an invalid setting": new ConfigError("opsmanager:onlineChecks must be true or false."),
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

  it("a secret that the service returned to one resource is masked in errors of another", async () => {
    const broken = { update: failing(new Error("no agent with the key k3y-of-the-agents")) };
    const created = {
      create: async () => ({ id: "id", state: { args: { apiToken: "k3y-of-the-agents" } } }),
    };
    const { methods } = scene({ ...created, ...broken });
    const inputs = { projectId: "p" };
    await methods.create(inputs);
    await assert.rejects(methods.update("id", inputs, inputs), { message: "no agent with the key [secret]" });
  });

  it("the findings of a refresh are inputs if there are some, since a program has none", async () => {
    const found = async (fresh: PlainObject): Promise<PlainObject | undefined> => {
      const names = { hiddenInputs: ["unmanagedAlertConfigs"] };
      const { methods } = scene({ ...names, read: async () => ({ args: { projectId: "p", ...fresh } }) });
      return (await methods.read("id", { projectId: "p" })).inputs;
    };
    const findings = { changedSecrets: ["apiToken"], unmanagedAlertConfigs: [{ id: "u1" }] };
    assert.deepEqual(await found(findings), { projectId: "p", ...findings });
    assert.deepEqual(await found({ changedSecrets: [], unmanagedAlertConfigs: [] }), { projectId: "p" });
  });
});
