// Sources in brackets: see authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

// It is only read: a PUT would set what it leaves out to the defaults of the system.
describe("the service: audit log rotation", () => {
  const service = useService();
  const path = (): string => `/groups/${service.target.projectId}/automationConfig/auditLogRotateConfig`;

  const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
    sizeThresholdMB: (value) => typeof value === "number",
    timeThresholdHrs: Number.isInteger,
    numUncompressed: Number.isInteger,
    percentOfDiskspace: (value) => typeof value === "number",
    numTotal: Number.isInteger,
  };

  it("answers the configured fields and no others, not even links [specification 2.0, 2.4, 4.4]", async () => {
    const { status, body } = await service.call("GET", path());
    assert.equal(status, 200);
    for (const [name, value] of Object.entries(body)) assert.equal(FIELDS[name]?.(value), true, name);
  });

  it("wraps them when asked [specification 4.0, 4.4]", async () => {
    const [plain, wrapped] = [
      await service.call("GET", path()),
      await service.call("GET", `${path()}?envelope=true`),
    ];
    assert.deepEqual(wrapped.body, { status: 200, content: plain.body });
  });
});
