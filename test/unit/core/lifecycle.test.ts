import assert from "node:assert/strict";
import { z } from "zod";
import type { Behaviour, Context } from "../../../src/core/behaviour";
import { PartialWriteError } from "../../../src/core/behaviour";
import type { Connection, Connections } from "../../../src/core/connections";
import type { ProviderMethods } from "../../../src/core/lifecycle";
import { lifecycle } from "../../../src/core/lifecycle";
import { error, warning } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/core/unknowns";
import { AuthError, ConfigError } from "../../../src/errors";
import type { PlainObject } from "../../../src/json";

type Calls = [method: string, connection: string | undefined, ...args: unknown[]][];

/** A kind of resource as small as it gets, and what its methods were called with. */
function scene(rest: Partial<Behaviour> = {}, connect: (name: string | undefined) => void = () => undefined) {
  const calls: Calls = [];
  const nameOf = (context: Context): string | undefined => (context as unknown as { name?: string }).name;
  const behaviour: Behaviour = {
    kind: "ClusterName",
    shape: z.strictObject({
      projectId: z.string(),
      size: z.number().optional(),
      tags: z.array(z.string()).optional(),
      apiToken: z.string().optional(),
    }),
    inputNames: ["projectId", "size", "tags", "apiToken"],
    replaceOn: ["projectId"],
    sameMeaning: (a, b) => (a["size"] ?? 0) === (b["size"] ?? 0),
    create: async (context, inputs) => {
      calls.push(["create", nameOf(context), inputs]);
      return { id: "id", outputs: { ...inputs, made: undefined, nested: { gone: undefined, kept: null } } };
    },
    read: async (context, id, state) => {
      calls.push(["read", nameOf(context), id, state]);
      return { outputs: { ...state, made: undefined }, inputs: { size: 2, tags: undefined } };
    },
    update: async (context, id, olds, news) => {
      calls.push(["update", nameOf(context), id, olds, news]);
      return { ...news, made: undefined };
    },
    delete: async (context, id, state) => {
      calls.push(["delete", nameOf(context), id, state]);
    },
    ...rest,
  };
  const connections: Connections = (name) => {
    connect(name);
    return { api: {}, settings: { strictCatalog: false }, name } as unknown as Connection;
  };
  return { methods: lifecycle(behaviour, connections), calls };
}

const PROVIDER = { __provider: "exports.handler = ..." };
const reasonsOf = async (methods: ProviderMethods, news: PlainObject): Promise<string[]> =>
  (await methods.check({}, news)).failures.map(({ reason }) => reason);

describe("lifecycle", () => {
  describe("check", () => {
    it("gives the inputs without the provider, nulls and marks of secrets", async () => {
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

    it("normalizes, and speaks of the arguments as the program wrote them", async () => {
      const seen: unknown[] = [];
      const { methods } = scene({
        normalize: (inputs) => ({ size: 1, ...inputs }),
        argumentsOf: ({ size: _, ...args }) => args,
        problems: (args) => {
          seen.push(args);
          return [];
        },
      });
      assert.deepEqual((await methods.check({}, { projectId: "p" })).inputs, { size: 1, projectId: "p" });
      assert.deepEqual(seen, [{ projectId: "p" }]);
    });

    it("tells all problems at once, none with a property", async () => {
      const { methods } = scene({
        problems: () => [
          error(["tags"], "are odd"),
          warning(["size"], "is unusual"),
          error(["projectId"], "again"),
        ],
      });
      assert.deepEqual((await methods.check({}, { size: "big", nmae: 1 })).failures, [
        { property: "", reason: "projectId: is missing; it is a string" },
        { property: "", reason: 'size: must be a number, not "big"' },
        { property: "", reason: "nmae: is no argument of ClusterName" },
        { property: "", reason: "tags: are odd" },
      ]);
    });

    const unknowns: PlainObject[] = [
      { projectId: UNKNOWN },
      { projectId: "p", size: UNKNOWN },
      { projectId: "p", tags: UNKNOWN },
      { projectId: "p", tags: ["a", UNKNOWN] },
      { projectId: "p", connection: UNKNOWN },
    ];
    for (const news of unknowns) {
      it(`takes ${JSON.stringify(news)} for right`, async () => {
        const { inputs, failures } = await scene().methods.check({}, news);
        assert.deepEqual({ inputs, failures }, { inputs: news, failures: [] });
      });
    }

    it("does not ask for a connection that is not known yet", async () => {
      const { methods } = scene({}, assert.fail);
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", connection: UNKNOWN }), []);
    });

    it("asks for the named connection, and tells what is wrong with it", async () => {
      const { methods } = scene({}, (name) => {
        throw new ConfigError(`no connection ${name}`);
      });
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", size: "x", connection: "eu" }), [
        'size: must be a number, not "x"',
        "no connection eu",
      ]);
    });

    it("refuses a name that is none", async () => {
      const { methods } = scene({}, assert.fail);
      assert.deepEqual(await reasonsOf(methods, { projectId: "p", connection: "E U" }), [
        'connection: must be a name such as "eu", not "E U"',
      ]);
    });

    it("repeats no secret, known by its name or marked by the program", async () => {
      const { methods } = scene({
        problems: () => [error(["tags"], "hold t0ken-1"), error(["tags"], "hold marked-2 and 77")],
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
      ["nothing that means something changed", { projectId: "p", size: 1, tags: ["x"] }, { changes: false }],
      ["the provider's text changed", { __provider: "other", projectId: "p", size: 1 }, { changes: false }],
      ["something changed", { projectId: "p", size: 2 }, {}],
      ["something may change", { projectId: "p", size: UNKNOWN }, {}],
      ["something may change at depth", { projectId: "p", size: 1, tags: [UNKNOWN] }, {}],
      [
        "it is another object",
        { projectId: "q", size: 1 },
        { replaces: ["projectId"], deleteBeforeReplace: false },
      ],
      [
        "it is another server",
        { projectId: "p", size: 1, connection: "eu" },
        { replaces: ["connection"], deleteBeforeReplace: false },
      ],
      [
        "it may be another object",
        { projectId: UNKNOWN, size: 1 },
        { replaces: ["projectId"], deleteBeforeReplace: false },
      ],
    ];
    for (const [what, news, result] of cases) {
      it(`says ${JSON.stringify(result)} when ${what}`, async () =>
        assert.deepEqual(await scene().methods.diff("id", olds, news), result));
    }

    it("deletes first where the behaviour says so", async () => {
      const { methods } = scene({ replaceDeletesFirst: (before, after) => before["size"] === after["size"] });
      const diff = (size: number): Promise<PlainObject> =>
        methods.diff("id", olds, { projectId: "q", size }) as Promise<PlainObject>;
      assert.equal((await diff(1))["deleteBeforeReplace"], true);
      assert.equal((await diff(2))["deleteBeforeReplace"], false);
    });
  });

  it("create passes the inputs, and gives outputs without undefined", async () => {
    const { methods, calls } = scene();
    const result = await methods.create({ ...PROVIDER, projectId: "p", connection: "eu" });
    assert.deepEqual(result, {
      id: "id",
      outs: { projectId: "p", connection: "eu", nested: { kept: null } },
    });
    assert.deepEqual(calls, [["create", "eu", { projectId: "p", connection: "eu" }]]);
  });

  it("read gives id, outputs and inputs, by the connection of the state", async () => {
    const { methods, calls } = scene();
    const result = await methods.read("id", { ...PROVIDER, projectId: "p", connection: "eu" });
    assert.deepEqual(result, { id: "id", props: { projectId: "p", connection: "eu" }, inputs: { size: 2 } });
    assert.deepEqual(calls, [["read", "eu", "id", { projectId: "p", connection: "eu" }]]);
  });

  it("read of what is gone is empty", async () =>
    assert.deepEqual(await scene({ read: async () => undefined }).methods.read("id", { size: 1 }), {}));

  it("a look-up of what is not there fails", async () =>
    assert.rejects(
      scene({ read: async () => undefined }).methods.read("id", { connection: "eu" }),
      /The ClusterName id does not exist\./,
    ));

  it("update passes both sides, by the connection of the new one", async () => {
    const { methods, calls } = scene();
    const result = await methods.update(
      "id",
      { ...PROVIDER, size: 1 },
      { ...PROVIDER, size: 2, connection: "eu" },
    );
    assert.deepEqual(result, { outs: { size: 2, connection: "eu" } });
    assert.deepEqual(calls, [["update", "eu", "id", { size: 1 }, { size: 2, connection: "eu" }]]);
  });

  it("delete passes the state", async () => {
    const { methods, calls } = scene();
    assert.equal(await methods.delete("id", { ...PROVIDER, size: 1 }), undefined);
    assert.deepEqual(calls, [["delete", undefined, "id", { size: 1 }]]);
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
      ["update", () => methods.update("id", state, state)],
      ["delete", () => methods.delete("id", state)],
    ];

    for (const [name, run] of methodsOf(fail(new TypeError("broken by t0ken-1 and k3y-22")))) {
      it(`of ${name} reaches the host as its message, without a secret and without a stack`, async () => {
        const told = await run().then(
          () => assert.fail("it did not fail"),
          (thrown: unknown) => thrown as Error,
        );
        assert.ok(told instanceof Error);
        assert.equal(told.message, "broken by [secret] and [secret]");
        assert.equal(`${String(told)}: ${told.stack}`, "broken by [secret] and [secret]: ");
        assert.equal(told.cause, undefined);
      });
    }

    for (const [name, run] of methodsOf(fail("a text"))) {
      it(`of ${name} may be no Error`, async () => assert.rejects(run(), { message: "a text" }));
    }

    for (const [name, run] of methodsOf(fail(new AuthError("The service refused the API key.")))) {
      const byState = name === "read" || name === "delete";
      it(`about a wrong key ${byState ? "says where the key comes from" : "is told as it is"} (${name})`, async () =>
        assert.rejects(run(), (told: Error) => {
          assert.match(told.message, /^The service refused the API key\./);
          assert.equal(/configuration that the last `pulumi up` stored/.test(told.message), byState);
          return true;
        }));
    }

    it("half way through a write leaves what was made in the state", async () => {
      const partial = new PartialWriteError("t0ken-1 was too much", "id-7", { projectId: "p", x: undefined });
      const { id, properties, reasons, message } = await fail(partial)
        .create(state)
        .then(
          () => assert.fail("it did not fail"),
          (thrown: unknown) => thrown as Error & { id: string; properties: PlainObject; reasons: string[] },
        );
      assert.deepEqual(
        { id, properties, reasons, message },
        {
          id: "id-7",
          properties: { projectId: "p" },
          reasons: ["[secret] was too much"],
          message: "[secret] was too much",
        },
      );
    });
  });
});
