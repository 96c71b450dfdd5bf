import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { AuditLogRotation, SystemLogRotation } from "../../../src/resources/log-rotation";
import { arrived, mockEngine } from "./registered";

const ARGS = { projectId: "p", sizeThresholdMB: 500, timeThresholdHrs: 12 };

describe("AuditLogRotation and SystemLogRotation", () => {
  before(mockEngine);

  it("pass the arguments of the program", async () => {
    const args = { ...ARGS, numTotal: pulumi.output(3), disableOnDestroy: true };
    assert.deepEqual(await arrived(new AuditLogRotation("logs", args)), {
      ...ARGS,
      numTotal: 3,
      disableOnDestroy: true,
    });
  });

  it("leave it to the check to report arguments that a JavaScript program omits", async () =>
    assert.deepEqual(await arrived(new SystemLogRotation("without arguments", undefined as never)), {
      disableOnDestroy: false,
    }));

  it("can be declared once each for a project and connection", async () => {
    const args = { ...ARGS, projectId: "q" };
    const text = /^The resources "once" and "twice" both manage the audit log rotation q: keep one/;
    for (const each of [new AuditLogRotation("once", args), new AuditLogRotation("twice", args)])
      assert.match(String((await arrived(each))["conflict"]), text);
    const others = [
      new SystemLogRotation("system", args),
      new AuditLogRotation("elsewhere", { ...args, connection: "eu" }),
    ];
    for (const other of others) assert.equal((await arrived(other))["conflict"], undefined);
  });

  it("pass only an id and a connection for a look-up", async () => {
    const found = SystemLogRotation.get("found", "p", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "p", connection: "eu" });
  });
});
