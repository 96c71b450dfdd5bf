import { randomBytes } from "node:crypto";
import { statusOf } from "../cluster-backup";
import { param, selfLink, type RoutedRequest, type Context, type Route } from "../context";
import type { AlertConfig, Project } from "../entities";
import { serviceError } from "../errors";
import { formatTimestamp, newId } from "../ids";
import { compact, reverseLists } from "../json";
import { buildListBody } from "../paging";
import {
  hasGlobalRole,
  mayReadProject,
  requireProjectCreator,
  requireProjectRole,
  requireReadableOrg,
  requireReadableProject,
} from "../permissions";
import { readNewProject, readProjectChange, type ProjectFacts } from "../project-validation";
import { list, one, type Reply } from "../reply";
import { GLOBAL_SCOPE } from "../store";
import { isAtLeast } from "../versions";

const ITEM = "/groups/{projectId}";

/** `/groups` and `/orgs/{orgId}/groups` (Ops Manager documentation, "Projects" and "Organizations"). */
export function groupRoutes(context: Context): Route[] {
  const { tables } = context.store;
  const { agentApiKeys, alertConfigs, apiKeys, backupConfigs, clusters, orgs, projects } = tables;
  const { settings } = context;

  const facts = (): ProjectFacts => ({
    ldap: settings.ldap,
    // A newer version than that of LDAP.
    idp: isAtLeast(context.serviceVersion, "8.0.17"),
  });

  const url = (): string => `${context.apiUrl()}/groups`;

  /** @param hasKey whether the response contains the key of the agents, which most do not */
  const view = (project: Project, hasKey = false): object => {
    const { id, name, orgId, tags = [], agentApiKey, ldapGroupMappings, idpGroupMappings } = project;
    const all = clusters.rows(id);
    const hostCounts = { arbiter: 0, config: 0, master: 0, mongos: 0, primary: 0, secondary: 0, slave: 0 };
    return {
      id,
      name,
      orgId,
      tags,
      ...compact(reverseLists({ ldapGroupMappings, idpGroupMappings })),
      ...(hasKey && agentApiKey !== undefined ? { agentApiKey } : {}),
      activeAgentCount: 0,
      hostCounts,
      lastActiveAgent: null,
      publicApiEnabled: true,
      replicaSetCount: all.filter(({ typeName }) => typeName === "REPLICA_SET").length,
      shardCount: all.filter(({ shardName }) => shardName !== undefined).length,
      links: [selfLink(`${url()}/${id}`)],
    };
  };

  const listed = (
    request: RoutedRequest,
    listUrl: string,
    isListed: (project: Project) => boolean,
  ): Reply => {
    const rows = projects
      .rows(GLOBAL_SCOPE)
      .filter((each) => mayReadProject(request.key, each) && isListed(each));
    return list(buildListBody(rows, (project) => view(project), listUrl, request.query));
  };

  const refuseTaken = (name: string, orgId: string, ownId?: string): void => {
    const isTaken = projects
      .rows(GLOBAL_SCOPE)
      .some((each) => each.name === name && each.orgId === orgId && each.id !== ownId);
    if (isTaken) throw serviceError("GROUP_ALREADY_EXISTS", name);
  };

  const remove = ({ id }: Project): void => {
    for (const table of Object.values(tables)) {
      if (table.key.scopeField === "groupId") table.clear(id);
      if (table.key.idField === "groupId") table.delete(GLOBAL_SCOPE, id);
    }
    for (const key of apiKeys.all())
      if (key.roles.some(({ groupId }) => groupId === id))
        apiKeys.set({ ...key, roles: key.roles.filter(({ groupId }) => groupId !== id) });
    projects.delete(GLOBAL_SCOPE, id);
  };

  /** Which alert configurations the service creates is a guess. */
  const addDefaultAlerts = (groupId: string): void => {
    const stamp = formatTimestamp(context.now());
    for (const eventTypeName of ["NO_PRIMARY", "USERS_WITHOUT_MULTI_FACTOR_AUTH"]) {
      const notification = {
        id: newId(context.now()),
        typeName: "GROUP",
        delayMin: 0,
        intervalMin: 60,
        emailEnabled: true,
        smsEnabled: false,
      };
      const alert: AlertConfig = {
        id: newId(context.now()),
        groupId,
        created: stamp,
        updated: stamp,
        enabled: true,
        eventTypeName,
        matchers: [],
        notifications: [notification],
      };
      alertConfigs.set(alert);
    }
  };

  return [
    { method: "GET", path: "/groups", handle: (request) => listed(request, url(), () => true) },
    {
      method: "GET",
      path: "/orgs/{orgId}/groups",
      handle(request) {
        const id = requireReadableOrg(context, request);
        const prefix = request.query.get("name") ?? "";
        const listUrl = `${context.apiUrl()}/orgs/${id}/groups`;
        return listed(request, listUrl, ({ orgId, name }) => orgId === id && name.startsWith(prefix));
      },
    },
    {
      method: "GET",
      path: "/groups/byName/{name}",
      handle(request) {
        const name = param(request, "name");
        const [project, ...others] = projects
          .rows(GLOBAL_SCOPE)
          .filter((each) => each.name === name && mayReadProject(request.key, each));
        if (project === undefined)
          throw serviceError(hasGlobalRole(request.key) ? "GROUP_NOT_FOUND" : "NOT_IN_GROUP", name);
        if (others.length > 0) throw serviceError("MULTIPLE_GROUPS", name);
        return one(view(project, true));
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(request) {
        const project = requireReadableProject(context, request);
        const { deleted } = project;
        if (deleted !== undefined && deleted.readsLeft <= 0) {
          remove(project);
          return one(view(requireReadableProject(context, request)));
        }
        if (deleted !== undefined) deleted.readsLeft -= 1;
        return one(view(project));
      },
    },
    {
      method: "POST",
      path: "/groups",
      body: "json",
      handle(request) {
        const { hasDefaultAlerts, ...given } = readNewProject(request.body, facts());
        if (orgs.get(GLOBAL_SCOPE, given.orgId) === undefined)
          throw serviceError("ORG_NOT_FOUND", given.orgId);
        requireProjectCreator(request, given.orgId);
        if (hasDefaultAlerts && settings.billingUnsupported) throw serviceError("BILLING_UNSUPPORTED");
        refuseTaken(given.name, given.orgId);
        const agentApiKey = randomBytes(20).toString("hex");
        const project = { id: newId(context.now()), ...given, agentApiKey };
        projects.set(project);
        agentApiKeys.set({
          id: newId(context.now()),
          groupId: project.id,
          desc: "Initial key",
          key: agentApiKey,
          createdBy: "PROVISIONING",
          createdTime: context.now(),
        });
        if (hasDefaultAlerts) addDefaultAlerts(project.id);
        return one(view(project, true), 201);
      },
    },
    {
      method: "PATCH",
      path: ITEM,
      body: "json",
      handle(request) {
        const change = readProjectChange(request.body, facts());
        const project = requireReadableProject(context, request);
        if (change.name !== undefined) requireProjectRole(context, request, "GROUP_OWNER");
        // The documentation contradicts itself: Global Owner on one page, Project Automation Admin on another.
        if (change.tags !== undefined) requireProjectRole(context, request, "GROUP_AUTOMATION_ADMIN");
        if (change.ldapGroupMappings !== undefined || change.idpGroupMappings !== undefined)
          requireProjectRole(context, request);
        if (change.name !== undefined) refuseTaken(change.name, project.orgId, project.id);
        const changed = { ...project, ...change };
        projects.set(changed);
        return one(view(changed));
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(request) {
        const project = requireProjectRole(context, request, "GROUP_OWNER");
        const isActive = backupConfigs.rows(project.id).some((each) => statusOf(each) !== "INACTIVE");
        if (isActive || (project.activeBackups ?? 0) > 0)
          throw serviceError("CANNOT_CLOSE_GROUP_ACTIVE_BACKUP", project.id);
        const readsLeft = settings.lateDeletionReads;
        if (readsLeft > 0) projects.set({ ...project, deleted: { readsLeft } });
        else remove(project);
        return one({}, 202);
      },
    },
  ];
}
