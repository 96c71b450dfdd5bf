import assert from "node:assert/strict";
import { createOwnership } from "../../../src/core/ownership";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { PlainObject } from "../../../src/json";
import type { Bodies, SetOptions } from "../../unit/resources/alert-config-set/sets";
import { setInputs } from "../../unit/resources/alert-config-set/sets";
import { DOWN } from "./inputs";
import type { Kind, Managed, ManagedOptions } from "./managed";
import { connectionsTo, managed } from "./managed";

const DELETE = "DELETE /groups/{projectId}/alertConfigs/{alertConfigId}";
const body = (eventTypeName: string): AlertConfigBody => ({ ...DOWN, eventTypeName });
const slack = (apiToken: string): AlertConfigBody => ({
  ...body("NO_PRIMARY"),
  notifications: [{ typeName: "SLACK", channelName: "#dba", apiToken }],
});

describe("an alert configuration that goes from one resource of a program to another", () => {
  let emulator: Emulator;
  let ownership = createOwnership();
  beforeEach(async () => {
    emulator = await startEmulator();
    ownership = createOwnership();
  });
  afterEach(async () => emulator.close());

  const inProgram = (kind: Kind, name: string, run?: ManagedOptions["run"]): Managed =>
    managed(kind, emulator, {
      name,
      ownership: () => ownership,
      connections: connectionsTo(emulator),
      pause: async () => undefined,
      ...(run && { run }),
    });
  const members = (bodies: Bodies, options: SetOptions = {}): PlainObject =>
    setInputs(bodies, { projectId: emulator.projectId, ...options });
  const single = (alert: AlertConfigBody, rest: object = {}): PlainObject => ({
    projectId: emulator.projectId,
    ...alert,
    ...rest,
  });
  const idsIn = ({ state }: Managed): Record<string, string> =>
    (state?.outputs["alertConfigIds"] ?? {}) as Record<string, string>;
  /** The next process, which knows nothing of the last one. */
  const nextRun = (): void => {
    ownership = createOwnership();
    emulator.clearRequests();
  };
  /** The same resource with what its program announces now. */
  const again = async (former: Managed, kind: Kind, name: string, run: ManagedOptions["run"]) => {
    const next = inProgram(kind, name, run);
    await next.import(former.state ?? assert.fail());
    return next;
  };
  const two = { down: body("HOST_DOWN"), up: body("HOST_UP") };
  /** A set of an earlier run, and the ids of its two members. */
  const former = async () => {
    const first = inProgram("AlertConfigSet", "first");
    await first.up(members(two));
    const { down = "", up = "" } = idsIn(first);
    nextRun();
    return { first, down, up };
  };
  const exists = (id: string): boolean => emulator.alertConfigs().get(id) !== undefined;
  const deletions = () => emulator.counters.byEndpoint[DELETE] ?? 0;

  it("is adopted by the second set and not deleted by the first, which names the other", async () => {
    const { first, down } = await former();
    const second = inProgram("AlertConfigSet", "second");
    await second.up(members({ down: two.down }));
    assert.deepEqual(idsIn(second), { down });
    await first.up(members({ up: two.up }));
    assert.equal(deletions(), 0);
    assert.ok(exists(down));
    assert.match(
      first.said.at(-1) ?? "",
      new RegExp(`${down} is managed by the resource "second" of this program now: it was not deleted`),
    );
    assert.deepEqual(Object.keys(idsIn(first)), ["up"]);
  });

  it("is kept from the deletion of the whole set", async () => {
    const { first, down, up } = await former();
    await inProgram("AlertConfigSet", "second").up(members({ down: two.down }));
    await first.destroy();
    assert.ok(exists(down));
    assert.ok(!exists(up));
  });

  it("is named in a preview with its new resource, apart from those that are deleted", async () => {
    const { first, down, up } = await former();
    const adopted = { [down.toUpperCase()]: "single" };
    const next = await again(first, "AlertConfigSet", "first", { adopted });
    const said = (await next.preview(members({}))).join("\n");
    assert.ok(said.includes(`nothing is deleted on the service:\n  down: ${down}, to "single"`), said);
    assert.ok(said.includes(`These members are deleted on the service:\n  up: ${up}`), said);
    assert.equal(emulator.counters.writes, 0);
  });

  it("is not deleted by a set before the resource that announced its adoption has begun", async () => {
    const { first, down } = await former();
    const next = await again(first, "AlertConfigSet", "first", { adopted: { [down]: "single" } });
    await next.up(members({ up: two.up }));
    assert.equal(deletions(), 0);
    const alert = inProgram("AlertConfig", "single");
    await alert.up(single(two.down, { adoptId: down }));
    assert.equal(alert.state?.outputs["alertConfigId"], down);
    assert.equal(emulator.counters.writes, 0);
  });

  it("is not deleted by a set with unmanaged delete while another resource of the program may have it", async () => {
    const run = { undecided: ["AlertConfig::later"] };
    const set = inProgram("AlertConfigSet", "set", run);
    await set.up(members(two, { unmanaged: "report" }));
    const found = (set.state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[];
    assert.ok(found.length > 0);
    nextRun();
    const next = await again(set, "AlertConfigSet", "set", run);
    await assert.rejects(
      next.up(members(two, { unmanaged: "delete" })),
      /not deleted, since it may belong to "AlertConfig::later"|not deleted, since it may belong to "later"/,
    );
    assert.equal(emulator.counters.writes, 0);
    for (const { id } of found) assert.ok(exists(id));
    nextRun();
    const alone = await again(set, "AlertConfigSet", "set", undefined);
    await alone.up(members(two, { unmanaged: "delete" }));
    for (const { id } of found) assert.ok(!exists(id));
  });

  it("is refused when both declare it", async () => {
    const first = inProgram("AlertConfigSet", "first");
    await first.up(members(two));
    await assert.rejects(
      inProgram("AlertConfig", "single").up(single(two.down)),
      /the resource "first" \(alertConfigs\.down\) of this program declares the same alert configuration: keep one of them/,
    );
    await assert.rejects(
      inProgram("AlertConfigSet", "second").up(members({ uno: two.up })),
      /^Error: alertConfigs\.uno: the resource "first" \(alertConfigs\.up\)/,
    );
  });

  it("is created once for each of two AlertConfigs that declare it, with a warning", async () => {
    const before = emulator.alertConfigs().list().length;
    const [first, second] = [inProgram("AlertConfig", "first"), inProgram("AlertConfig", "second")];
    await first.up(single(two.down));
    await second.up(single(two.down));
    assert.deepEqual(first.said, []);
    assert.match(
      second.said.join("\n"),
      /the resource "first" of this program declares the same alert configuration, so that the project gets two equal ones/,
    );
    assert.equal(emulator.alertConfigs().list().length, before + 2);
  });

  it("is refused to a resource that adopts what an existing one has", async () => {
    const alert = inProgram("AlertConfig", "single");
    await alert.up(single(two.down));
    const id = String(alert.state?.outputs["alertConfigId"]);
    await assert.rejects(
      inProgram("AlertConfig", "thief").up(single(two.up, { adoptId: id })),
      /is managed by another resource of this program/,
    );
    nextRun();
    const thief = inProgram("AlertConfig", "thief");
    await thief.up(single(two.up, { adoptId: id }));
    await assert.rejects(
      alert.up(single(two.down, { enabled: false })),
      /is managed by this resource, and the resource "thief" of the same program adopts it: keep one of them/,
    );
  });
});

describe("the secrets of a set", () => {
  let emulator: Emulator;
  let set: Managed;
  beforeEach(async () => {
    emulator = await startEmulator();
    set = managed("AlertConfigSet", emulator, { name: "set" });
  });
  afterEach(async () => emulator.close());
  const inputs = (token: string, secretsVersion?: number): PlainObject => {
    const { projectId } = emulator;
    return setInputs({ slack: slack(token), plain: DOWN }, { projectId, secretsVersion });
  };

  async function importSet(): Promise<string> {
    const slackId = emulator.alertConfigs().add(slack("xoxb-live-1111") as object).id;
    const plain = emulator.alertConfigs().add(DOWN as object).id;
    const { alertConfigSecrets: _, ...open } = inputs("");
    const entry = { ...open, __imported: true };
    const outputs = { ...entry, alertConfigIds: { slack: slackId, plain } };
    await set.import({ id: `${emulator.projectId}/set`, inputs: entry, outputs });
    return slackId;
  }

  it("that an update writes are named in a preview", async () => {
    await set.up(inputs("xoxb-first-0001"));
    const written = ["Writes the secrets alertConfigs.slack.notifications[0].apiToken (SLACK)."];
    assert.deepEqual(await set.preview(inputs("xoxb-other-0002")), written);
    assert.deepEqual(await set.preview(inputs("xoxb-first-0001", 2)), written);
    assert.deepEqual(await set.preview(inputs("xoxb-first-0001")), []);
  });

  it("that differ from those of an imported set are named in a preview and in the update", async () => {
    const id = await importSet();
    const wrong =
      /^The alert configuration alertConfigs\.slack \(.*\) was imported and is not as declared\. The update changes it:\n {2}notifications\[0\]\.apiToken \(SLACK\): the service has another value/;
    const previewed = await set.preview(inputs("xoxb-mine-2222"));
    assert.equal(previewed.length, 1);
    assert.match(previewed[0] ?? "", wrong);
    assert.deepEqual(await set.preview(inputs("xoxb-live-1111")), []);
    await set.up(inputs("xoxb-mine-2222"));
    assert.match(set.said.at(-1) ?? "", wrong);
    assert.equal(emulator.alertConfigs().get(id)?.notifications[0]?.apiToken, "xoxb-mine-2222");
  });

  it("that an imported set has are not written", async () => {
    await importSet();
    emulator.clearRequests();
    await set.up(inputs("xoxb-live-1111"));
    assert.equal(emulator.counters.writes, 0);
    assert.equal(await set.up(inputs("xoxb-live-1111")), "same");
  });
});
