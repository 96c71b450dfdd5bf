import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOwnership } from "../../../src/core/ownership";
import { objectName } from "../../../src/core/ownership-table";
import type { Participant } from "../../../src/core/processes";
import { thisProcess } from "../../../src/core/processes";
import { earlierEvents, openRunLog } from "../../../src/core/run-log";
import { endedProcess } from "../../support/ended-process";

const ADDRESS = "127.0.0.1:40000";
const OBJECT = objectName("AlertConfig", "p/1");

describe("the log of a run", () => {
  let [parent, folder] = ["", ""];
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "run-log-"));
    folder = join(parent, "logs");
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const self = thisProcess(false);
  /** What a process of the run knows. By default the process is this one. */
  const ownership = (who: Participant = self, address = ADDRESS) =>
    createOwnership(openRunLog(address, who, folder));
  const files = (): string[] => readdirSync(folder).sort();
  const file = (): string => join(folder, files().at(-1) ?? assert.fail());

  it("shows each process what the others have claimed, held, adopted, marked, deleted and announced", () => {
    const [a, b] = [ownership(), ownership()];
    assert.equal(a.claim({ object: OBJECT, urn: "a", adopts: true }), undefined);
    assert.equal(b.claim({ object: OBJECT, urn: "b", adopts: true }), "a");
    assert.equal(b.adopterOf(OBJECT), "a");
    b.hold(["held"], "b");
    assert.ok(a.keeps("held") && a.isHeldByAnother("held", "a"));
    assert.deepEqual(a.adopt(["held", "free"], "a"), ["held"]);
    assert.deepEqual(b.markForDeletion(["free", "other"], "b"), ["free"]);
    assert.deepEqual(a.deleterOf("other"), { urn: "b" });
    b.recordDelete(["other"]);
    assert.ok(a.wasDeleted("other"));
    b.reserve({ "7": "b" });
    assert.equal(a.ownerName(objectName("AlertConfig", "p/7")), "b");
    assert.equal(a.enter("place", "a", true), undefined);
    assert.equal(b.enter("place", "b", false), "a");
    const same = [{ path: "", meaning: "same" }];
    a.declare({ urn: "a", isSet: false }, same);
    assert.deepEqual(b.declare({ urn: "b", isSet: true }, same), [{ urn: "a", isSet: false, path: "" }]);
  });

  it("has one order for all: of several processes that want an object, the first that has said so gets it", async () => {
    const script = `
      const { createOwnership } = require("./src/core/ownership");
      const { openRunLog } = require("./src/core/run-log");
      const { thisProcess } = require("./src/core/processes");
      const ownership = createOwnership(openRunLog("${ADDRESS}", thisProcess(false), ${JSON.stringify(folder)}));
      const mine = [];
      for (let i = 0; i < 300; i++)
        if (ownership.claim({ object: "o" + i, urn: String(process.pid), adopts: true }) === undefined) mine.push("o" + i);
      console.log(JSON.stringify(mine));
      setTimeout(() => undefined, 60_000);`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["-r", "ts-node/register/transpile-only", "-e", script], {
        cwd: join(__dirname, "../../.."),
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
    try {
      const outputs = await Promise.all(
        children.map(async ({ stdout }) => String((await once(stdout, "data"))[0])),
      );
      const all = outputs.flatMap((text) => JSON.parse(text) as string[]);
      assert.equal(all.length, 300);
      assert.equal(new Set(all).size, 300, "nothing was claimed twice");
      assert.equal(files().length, 1);
    } finally {
      for (const child of children) child.kill();
    }
  });

  it("begins again at the address of an engine that has ended, or was killed and left a provider behind", async () => {
    const engine = await endedProcess();
    const orphan = { ...self, parents: [{ pid: engine.pid, start: "1" }] };
    for (const who of [await endedProcess(), orphan]) {
      ownership(who).hold([OBJECT], "old");
      assert.ok(!ownership().keeps(OBJECT));
      rmSync(folder, { recursive: true });
    }
    const reused = { ...self, start: `${self.start}0` };
    ownership(reused).hold([OBJECT], "old");
    assert.ok(!ownership().keeps(OBJECT), "another process has the id");
  });

  it("is joined while its engine runs, even if no other provider process does any more", async () => {
    const engine = { pid: process.pid, start: self.start };
    const killed = { ...(await endedProcess()), parents: [engine] };
    ownership(killed).hold([OBJECT], "a");
    assert.ok(ownership({ ...self, parents: [engine] }).keeps(OBJECT));
  });

  it("refuses adoptions and deletions after somebody has removed it during the run", () => {
    const a = ownership();
    a.hold([OBJECT], "a");
    rmSync(folder, { recursive: true });
    assert.ok(a.keeps(OBJECT), "what is known is not forgotten");
    assert.match(
      a.refusalOf("The deletion") ?? "",
      /^The deletion is refused: .*somebody has removed the log of the run/,
    );
  });

  it("is joined while one of its processes runs", async () => {
    ownership(await endedProcess()).hold([OBJECT], "old");
    const first = ownership();
    first.hold(["new"], "a");
    ownership(await endedProcess()).hold(["third"], "b");
    assert.ok(ownership().keeps("third"));
    assert.ok(first.keeps("third"));
    assert.ok(!first.keeps(OBJECT));
  });

  it("is another one for each address", () => {
    ownership().hold([OBJECT], "a");
    assert.ok(!ownership(self, "127.0.0.1:40001").keeps(OBJECT));
  });

  it("ignores a torn line, and loses no line beside it", () => {
    const a = ownership();
    a.hold(["before"], "a");
    appendFileSync(file(), '\n120 [1,"x",1,"hold",["tor');
    const b = ownership();
    b.hold(["after"], "b");
    assert.deepEqual(
      [a.keeps("before"), a.keeps("after"), b.keeps("before"), a.keeps("tor")],
      [true, true, true, false],
    );
    assert.equal(a.refusalOf("It"), undefined);
  });

  it("refuses adoptions and deletions when a process of another version takes part", () => {
    const a = ownership();
    a.hold(["before"], "a");
    const line = JSON.stringify([2, "x", 1, "hold", ["unknown"]]);
    appendFileSync(file(), `\n${line.length} ${line}\n`);
    assert.ok(a.keeps("before"));
    assert.match(
      a.refusalOf("The deletion") ?? "",
      /^The deletion is refused: another version of the provider.*: use one version of the package\.$/,
    );
  });

  const bad: [what: string, make: () => void, reason: RegExp][] = [
    [
      "is a link",
      () => {
        mkdirSync(join(parent, "other"), { mode: 0o700 });
        symlinkSync(join(parent, "other"), folder);
      },
      /not a folder/,
    ],
    ["is a file", () => appendFileSync(folder, ""), /EEXIST/],
    ["is readable for others", () => mkdirSync(folder, { mode: 0o755 }), /other users may read or write it/],
    [
      "cannot be made",
      () => {
        appendFileSync(folder, "");
        folder = join(folder, "below");
      },
      /ENOTDIR/,
    ],
  ];
  for (const [what, make, reason] of bad)
    it(`refuses adoptions and deletions if its folder ${what}, and keeps what this process knows`, () => {
      make();
      const a = ownership();
      const refusal = a.refusalOf("The adoption of x") ?? "";
      assert.match(refusal, reason);
      assert.match(refusal, /^The adoption of x is refused: .*set TMPDIR\.$/);
      a.hold([OBJECT], "a");
      assert.ok(a.keeps(OBJECT));
    });

  it("is a file that only the user can read", () => {
    ownership().hold([OBJECT], "a");
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it("of a preview is found by the update of the same engine process, and by no other", async () => {
    const engine = { pid: process.pid, start: self.start };
    const preview = { ...self, parents: [engine] };
    createOwnership(openRunLog(ADDRESS, preview, folder)).enter("place", "a", false);
    const found = earlierEvents("127.0.0.1:40001", engine, folder);
    assert.deepEqual(found, [["enter", "place", "a", false]]);
    assert.equal(earlierEvents(ADDRESS, engine, folder), undefined, "it is the same run");
    assert.equal(earlierEvents("127.0.0.1:40001", { ...engine, start: "0" }, folder), undefined);
    assert.equal(earlierEvents("127.0.0.1:40001", engine, join(parent, "missing")), undefined);
  });

  it("of a run that has ended is removed by the next one, that of a preview with its engine", async () => {
    const gone = await endedProcess();
    const engine = { pid: process.pid, start: self.start };
    const logOf = (address: string, who: Participant): void =>
      createOwnership(openRunLog(address, who, folder)).hold([OBJECT], "a");
    logOf("h:1", { ...gone, parents: [{ pid: gone.pid, start: "1" }] });
    const [stale] = files();
    logOf("h:2", { ...gone, parents: [engine] });
    assert.ok(!files().includes(stale ?? ""));
    logOf("h:3", self);
    logOf("h:4", gone);
    assert.equal(files().length, 3);
    const week = Date.now() / 1_000 - 8 * 86_400;
    for (const name of files()) utimesSync(join(folder, name), week, week);
    logOf("h:5", self);
    assert.equal(files().length, 1);
  });
});
