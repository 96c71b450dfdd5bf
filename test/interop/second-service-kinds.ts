/** The kinds of resources that the checks on the second server are about: a table of what is declared, disturbed and expected. */

import { deleted, updated } from "../e2e/support/assertions";
import type { SecondService, State } from "./second-service";
import type { Args, KindCase } from "./second-service-case";
import { EXISTS, FOREIGN, idOfProject, PLATFORM, projectOf, SECRETS } from "./second-service-case";
import { chainKindsOn, chainState } from "./second-service-chain";

const store = (storeId: string, s3MaxConnections = 50): Args => ({
  storeId,
  acceptedTos: true,
  labels: ["eu", "gold"],
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "snapshots",
  s3MaxConnections,
  sseEnabled: true,
  awsAccessKey: SECRETS["awsAccessKey"],
  awsSecretKey: SECRETS["awsSecretKey"],
  uri: SECRETS["uri"],
});

const ENTRIES = "/accessList$";
const STORES = "/snapshot/s3Configs$";

const LDAP = [
  { roleName: "GROUP_OWNER", ldapGroups: ["cn=owners", "cn=admins"] },
  { roleName: "GROUP_READ_ONLY", ldapGroups: ["cn=readers"] },
];
const OWNERS = [0, 1].map((index) => `ldapGroupMappings[0].ldapGroups[${index}]`);
const IDP = [{ roleName: "GROUP_OWNER", idpGroups: ["owners", "admins"] }];

const SHIPPED = "6f00000000000000000000d4";
const ADMIN = { typeName: "ADMIN", delayMin: 0, intervalMin: 15 };

function idOfGlobalAlert(event: string, { globalAlerts }: State): string {
  return Object.values(globalAlerts).find(({ eventTypeName }) => eventTypeName === event)?.id ?? event;
}

/** Filled in by the service, or sent by an update that repairs a rotation. */
const DEFAULTS = {
  numUncompressed: 5,
  percentOfDiskspace: 0.02,
  numTotal: 0,
  includeAuditLogsWithMongoDBLogs: false,
};

function rotation(log: "audit" | "system", others: Partial<KindCase> = {}): KindCase {
  const field = `${log}LogRotateConfig`;
  const [first, second] = log === "audit" ? [501, 601] : [502.5, 602.5];
  return {
    kind: log === "audit" ? "AuditLogRotation" : "SystemLogRotation",
    declared: {
      [`shop-${log}`]: {
        projectId: "@shop",
        sizeThresholdMB: first,
        timeThresholdHrs: 12,
        disableOnDestroy: true,
      },
      [`pay-${log}`]: { projectId: "@pay", sizeThresholdMB: second, timeThresholdHrs: 24, numTotal: 9 },
    },
    foreign: { projectId: FOREIGN, sizeThresholdMB: 250.5, timeThresholdHrs: 6, numTotal: 3 },
    live: ({ automation, groups }) =>
      Object.fromEntries(
        Object.entries(automation).flatMap(([id, { [field]: settings }]) =>
          settings == null ? [] : [[groups[id]?.name ?? id, { ...DEFAULTS, ...settings }]],
        ),
      ),
    expected: ({ projectId, disableOnDestroy: _, ...settings }) => [
      projectOf(projectId),
      { ...DEFAULTS, ...settings },
    ],
    idOf: idOfProject,
    creation: new RegExp(`^PUT .*/${field}$`),
    faults: [
      {
        method: "PUT",
        path: field,
        body: `${first}`,
        errorCode: "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION",
      },
      { method: "PUT", path: field, body: `${second}`, lose: true },
    ],
    byHand: (state) => ({
      automation: { [idOfProject("shop", state)]: { [field]: { sizeThresholdMB: 1 } } },
    }),
    shown: [deleted(`pay-${log}`), updated(`shop-${log}`, "sizeThresholdMB")],
    ...others,
  };
}

export function kindsOn(service: SecondService): readonly KindCase[] {
  const { orgId, apiKeyId } = service;
  const key = { orgId, apiKeyId };
  return [
    {
      kind: "Project",
      declared: {
        shop: { orgId, name: "shop", tags: ["EU", "TEAM-SHOP"], allowDelete: true, ldapGroupMappings: LDAP },
        pay: { orgId, name: "pay", allowDelete: true, idpGroupMappings: IDP },
      },
      foreign: { orgId, name: "foreign", tags: ["OLD"], ldapGroupMappings: LDAP },
      others: [{ orgId, name: "platform" }],
      live: ({ groups }) =>
        Object.fromEntries(
          Object.values(groups).map(({ name, tags, ldapGroupMappings, idpGroupMappings }) => [
            name,
            { tags, ldapGroupMappings, idpGroupMappings },
          ]),
        ),
      expected: ({ name, tags = [], ldapGroupMappings, idpGroupMappings }) => [
        String(name),
        { tags, ldapGroupMappings, idpGroupMappings },
      ],
      idOf: idOfProject,
      creation: /^POST \/groups$/,
      faults: [{ method: "POST", path: "/groups$", body: '"pay"', lose: true }],
      // With a project go its log rotations.
      byHand: (state) => ({
        groups: {
          [idOfProject("shop", state)]: {
            name: "by-hand",
            tags: ["BY-HAND"],
            ldapGroupMappings: [...LDAP.slice(1), { roleName: "GROUP_OWNER", ldapGroups: ["cn=others"] }],
          },
          [idOfProject("pay", state)]: null,
        },
      }),
      shown: [deleted("pay"), updated("shop", ...OWNERS, "name", "tags[0]", "tags[1]")],
      refusal: 'has a project "foreign" already',
    },
    rotation("audit"),
    rotation("system", {
      byHand: (state) => ({ automation: { [idOfProject("shop", state)]: { systemLogRotateConfig: null } } }),
      shown: [deleted("pay-system"), updated("shop-system", "sizeThresholdMB", "timeThresholdHrs")],
    }),
    {
      kind: "AccessListEntry",
      declared: {
        office: { ...key, entry: "203.0.113.9" },
        branch: { ...key, entry: "198.51.100.7/24" },
        shared: { ...key, entry: "2001:db8::9", adopt: true },
      },
      foreign: { ...key, entry: "192.0.2.0/24" },
      live: ({ entries }) => Object.fromEntries(Object.keys(entries).map((block) => [block, "there"])),
      expected: ({ entry }) => [
        String(entry).replace(/^[^/]+$/, (ip) => `${ip}/${ip.includes(":") ? 128 : 32}`),
        "there",
      ],
      idOf: (block) => `${orgId}/${apiKeyId}/${block.replace(/\/(32|128)$/, "")}`,
      creation: /^POST .*\/accessList$/,
      faults: [
        { method: "POST", path: ENTRIES, body: "198.51", lose: true },
        {
          method: "POST",
          path: ENTRIES,
          body: "2001",
          errorCode: "ADDRESS_ALREADY_IN_ACCESS_LIST",
          afterWork: true,
        },
      ],
      byHand: () => ({ entries: { "203.0.113.9/32": null, "2001:db8::9/128": null } }),
      shown: [deleted("office"), deleted("shared")],
      refusal: EXISTS,
    },
    {
      kind: "S3SnapshotStore",
      declared: { archive: store("archive"), rare: store("rare"), snapshots: store("snapshots") },
      foreign: store("foreign", 7),
      live: ({ stores }) => stores,
      expected: ({ storeId, ...body }) => [String(storeId), { ...body, id: storeId, disableProxyS3: false }],
      idOf: (id) => id,
      creation: /^POST .*\/snapshot\/s3Configs$/,
      faults: [
        { method: "POST", path: STORES, body: '"archive"', lose: true },
        { method: "POST", path: STORES, body: '"rare"', errorCode: "BACKUP-S3-VALIDATION_FAILED" },
      ],
      byHand: () => ({ stores: { archive: null, snapshots: { labels: ["by-hand"], s3MaxConnections: 3 } } }),
      shown: [deleted("archive"), updated("snapshots", "labels[0]", "labels[1]", "s3MaxConnections")],
      refusal: EXISTS,
    },
    {
      kind: "GlobalAlertConfig",
      declared: {
        everywhere: {
          eventTypeName: "HOST_DOWN",
          enabled: true,
          forAllGroups: true,
          tags: ["EU", "PRODUCTION"],
          notifications: [ADMIN],
        },
        some: {
          eventTypeName: "NO_PRIMARY",
          enabled: true,
          forAllGroups: false,
          groupIds: ["@shop", FOREIGN],
          notifications: [
            { typeName: "PAGER_DUTY", serviceKey: SECRETS["notifications[0].serviceKey"], delayMin: 5 },
          ],
        },
      },
      foreign: {
        eventTypeName: "BACKUP_AGENT_DOWN",
        enabled: true,
        forAllGroups: true,
        notifications: [ADMIN],
      },
      live: ({ globalAlerts, groups }) =>
        Object.fromEntries(
          Object.values(globalAlerts).map(
            ({ id: _, created: __, updated: ___, eventTypeName, groupIds = [], ...body }) => [
              eventTypeName,
              { ...body, groupIds: groupIds.map((id) => groups[id]?.name) },
            ],
          ),
        ),
      expected: ({ eventTypeName, groupIds = [], ...body }) => [
        String(eventTypeName),
        {
          ...body,
          groupIds: (groupIds as string[]).map(projectOf),
        },
      ],
      idOf: idOfGlobalAlert,
      creation: /^POST \/globalAlertConfigs$/,
      faults: [{ method: "POST", path: "/globalAlertConfigs$", body: "HOST_DOWN", lose: true }],
      byHand: (state) => ({
        globalAlerts: {
          [idOfGlobalAlert("HOST_DOWN", state)]: { enabled: false, tags: ["EU"] },
          [idOfGlobalAlert("NO_PRIMARY", state)]: null,
        },
      }),
      shown: [updated("everywhere", "enabled", "tags[1]"), deleted("some")],
    },
    ...chainKindsOn(service),
  ];
}

/** What exists before the first run. */
export function foreignState(service: SecondService): object {
  const { orgId } = service;
  const settings = { sizeThresholdMB: 250.5, timeThresholdHrs: 6, numTotal: 3 };
  const { storeId: id, ...body } = store("foreign", 7);
  return {
    groups: {
      [FOREIGN]: {
        id: FOREIGN,
        orgId,
        name: "foreign",
        tags: ["OLD"],
        agentApiKey: "0123456789abcdef",
        ldapGroupMappings: LDAP,
      },
      [PLATFORM]: { id: PLATFORM, orgId, name: "platform", tags: [], agentApiKey: "fedcba9876543210" },
    },
    automation: {
      [FOREIGN]: { version: 7, auditLogRotateConfig: settings, systemLogRotateConfig: settings },
    },
    entries: { "192.0.2.0/24": { block: "192.0.2.0/24", created: "2026-01-01T00:00:00Z" } },
    globalAlerts: {
      [SHIPPED]: {
        id: SHIPPED,
        created: "2026-01-01T00:00:00Z",
        updated: "2026-01-01T00:00:00Z",
        eventTypeName: "BACKUP_AGENT_DOWN",
        enabled: true,
        forAllGroups: true,
        notifications: [ADMIN],
      },
    },
    stores: { foreign: { ...body, id, disableProxyS3: false } },
    ...chainState(service),
  };
}
