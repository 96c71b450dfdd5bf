/** The source of resources in the programs of tests. `args` and `options` are source, too, and override the defaults. */

import { omit } from "../../../src/json";
import { STORE } from "../../contract/resources/managed";

/** The organization, its API key, the projects and the cluster that the emulator starts with. */
export const ORG = "5f3e9c41d2a7b84e60c1f0a3";
export const API_KEY = "61c0e5a8f1d24b3a7e905d11";
export const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
export const SECOND_PROJECT = "60b9d1f2e4b0c5571d47a90b";
export const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";

export const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 };
export const MAIL = JSON.stringify([EMAIL]);

function resource(kind: string, name: string, defaults: object, args: string, options: string): string {
  return `\nnew opsmanager.${kind}("${name}", { ...${JSON.stringify(defaults)}, ${args} }, { ${options} });\n`;
}

export function entry(name: string, args = "", options = ""): string {
  const defaults = { orgId: ORG, apiKeyId: API_KEY, entry: "192.0.2.17" };
  return resource("AccessListEntry", name, defaults, args, options);
}

export function alert(name: string, args = "", options = ""): string {
  const defaults = { projectId: PROJECT, eventTypeName: "HOST_DOWN", enabled: true, notifications: [EMAIL] };
  return resource("AlertConfig", name, defaults, args, options);
}

export function cluster(name: string, args = "", options = ""): string {
  const defaults = { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders-new" };
  return resource("ClusterName", name, defaults, args, options);
}

export function project(name: string, args = "", options = ""): string {
  const defaults = { name: "payments", orgId: ORG, tags: ["TEAM-PAY"] };
  return resource("Project", name, defaults, args, options).replace("new ", `const ${name} = new `);
}

/** The secrets of a store. */
export const STORE_SECRETS = {
  awsAccessKey: "AKIASTORESTORESTORE0",
  awsSecretKey: "store-secret-key",
  uri: "mongodb://backup:store-password@metadata.example.com/",
};

export function store(name: string, args = "", options = ""): string {
  const defaults = { ...omit(STORE, ["storeId"]), ...STORE_SECRETS };
  return resource("OplogS3Config", name, defaults, args, options);
}
