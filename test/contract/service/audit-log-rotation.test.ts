// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

// It is only read: a PUT would reset omitted fields to the defaults of the system.
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

  it("returns only the configured fields, without links [required]", async () => {
    for (const [name, value] of Object.entries(await service.read(path())))
      assert.equal(FIELDS[name]?.(value), true, name);
  });
});
