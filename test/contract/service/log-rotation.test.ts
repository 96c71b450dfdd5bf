// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  sizeThresholdMB: (value) => typeof value === "number",
  timeThresholdHrs: Number.isInteger,
  numUncompressed: Number.isInteger,
  percentOfDiskspace: (value) => typeof value === "number",
  numTotal: Number.isInteger,
};

// Nothing is written: each write publishes a new version to all agents of the project.
for (const log of ["audit", "system"] as const)
  describe(`the service: ${log} log rotation`, () => {
    const service = useService();
    const path = (): string => `/groups/${service.target.projectId}/automationConfig/${log}LogRotateConfig`;

    it("returns only the configured fields, without links [required]", async () => {
      const body = await service.read(path());
      assert.equal(body.links, undefined);
      for (const [name, isValid] of Object.entries(FIELDS))
        if (body[name] !== undefined) assert.equal(isValid(body[name]), true, name);
    });

    it(`refuses settings without one of the two thresholds [automation-config/update-${log}-log-rotate-config]`, async () => {
      const before = await service.read(path());
      for (const body of [{ sizeThresholdMB: 10 }, { timeThresholdHrs: 10 }])
        assert.equal((await service.call(`PUT ${path()}`, { body })).status, 400);
      assert.deepEqual(await service.read(path()), before);
    });
  });
