// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

// Nothing is written: it would replace the policies of another system.
describe("the service: feature control", () => {
  const service = useService();
  const path = (): string => `/groups/${service.target.projectId}/controlledFeature`;

  it("returns the policies of a project, also if there are none [controlled-features]", async () => {
    const { policies = [] } = await service.read(path());
    for (const { policy } of policies) assert.match(policy, /^[A-Z_]+$/);
  });

  it("names the policies that it has [controlled-features]", async () => {
    const { policies } = await service.read("/groups/availablePolicies");
    const names = policies.map(({ policy }: { policy: string }) => policy);
    assert.ok(names.includes("EXTERNALLY_MANAGED_LOCK"), String(names));
  });

  it("refuses null for the policies [seen in public clients]", async () => {
    const before = await service.read(path());
    const body = { externalManagementSystem: { name: "contract-test" }, policies: null };
    assert.equal((await service.call(`PUT ${path()}`, { body })).status, 400);
    assert.deepEqual(await service.read(path()), before);
  });
});

const TYPES = ["PAGER_DUTY", "SLACK", "DATADOG", "OPS_GENIE", "VICTOR_OPS", "WEBHOOK", "MICROSOFT_TEAMS"];

// Nothing is written: the keys of an integration cannot be read to restore it.
describe("the service: integrations", () => {
  const service = useService();
  const path = (type = ""): string => `/groups/${service.target.projectId}/integrations${type && `/${type}`}`;

  it("lists the integrations of a project [third-party-integration-settings]", async () => {
    const body = await service.read(path());
    assert.equal(body.totalCount, body.results.length);
  });

  it("returns 404 for one that is not configured: INTEGRATION_NOT_CONFIGURED [errors]", async () => {
    const { results } = await service.read(path());
    const has = (type: string): boolean => results.some((each: { type: string }) => each.type === type);
    for (const type of TYPES)
      if (!has(type)) await service.refuses("404 INTEGRATION_NOT_CONFIGURED", `GET ${path(type)}`);
  });

  it("refuses keys of the wrong form [errors]", async () => {
    const { results } = await service.read(path());
    const body = { type: "PAGER_DUTY", serviceKey: "not-a-key" };
    if (!results.some((each: { type: string }) => each.type === body.type))
      await service.refuses("400 INVALID_PAGER_DUTY_SERVICE_KEY", `POST ${path(body.type)}`, body);
  });
});
