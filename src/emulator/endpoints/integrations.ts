import { param, type RoutedRequest, type Context, type Route } from "../context";
import type { Integration, Project } from "../entities";
import { serviceError } from "../errors";
import { readIntegration, requireIntegrationType, type IntegrationFacts } from "../integration-validation";
import { buildListBody, readPage } from "../paging";
import { requireProjectRole } from "../permissions";
import { redactIntegration } from "../redaction";
import { empty, list, one, type Reply } from "../reply";

const COLLECTION = "/groups/{projectId}/integrations";
const ITEM = `${COLLECTION}/{type}`;

/**
 * `/groups/{projectId}/integrations` (Ops Manager documentation, "Third-Party Integration Settings"). A project has at most
 * one of each type; the responses to writes are lists.
 */
export function integrationRoutes(context: Context): Route[] {
  const { alertConfigs, integrations } = context.store.tables;
  const { settings } = context;

  // The documentation names no role; that of MongoDB Atlas.
  const authorize = (request: RoutedRequest): Project => requireProjectRole(context, request, "GROUP_OWNER");

  const facts = (): IntegrationFacts => ({
    slackConfigured: settings.slackConfigured,
    newer: settings.newerFields,
  });

  const typeOf = (request: RoutedRequest): string => {
    const type = param(request, "type");
    requireIntegrationType(type);
    return type;
  };

  const find = (request: RoutedRequest, groupId: string): Integration => {
    const type = typeOf(request);
    const integration = integrations.get(groupId, type);
    if (integration === undefined) throw serviceError("INTEGRATION_NOT_CONFIGURED", type);
    return integration;
  };

  const view = (integration: Integration): object => {
    const { groupId: _, ...fields } = redactIntegration(integration, settings.redact);
    return fields;
  };

  const listAll = (request: RoutedRequest, groupId: string, status = 200): Reply => {
    const url = `${context.apiUrl()}/groups/${groupId}/integrations`;
    return list(buildListBody(integrations.rows(groupId), view, url, request.query), status);
  };

  const isNeeded = (groupId: string): boolean =>
    alertConfigs
      .rows(groupId)
      .some(({ notifications }) =>
        notifications.some((each) => each.typeName === "WEBHOOK" && (each["webhookUrl"] ?? "") === ""),
      );

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle: (request) => listAll(request, authorize(request).id),
    },
    {
      method: "GET",
      path: ITEM,
      handle: (request) => one(view(find(request, authorize(request).id))),
    },
    {
      method: "POST",
      path: ITEM,
      body: "json",
      handle(request) {
        const { id: groupId } = authorize(request);
        readPage(request.query);
        const type = typeOf(request);
        if (integrations.get(groupId, type) !== undefined)
          throw serviceError("INTEGRATION_ALREADY_CONFIGURED", type);
        integrations.set({ ...readIntegration(request.body, type, undefined, facts()), groupId, type });
        return listAll(request, groupId, settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: ITEM,
      body: "json",
      handle(request) {
        const { id: groupId } = authorize(request);
        readPage(request.query);
        const type = typeOf(request);
        const current = integrations.get(groupId, type);
        integrations.set({ ...readIntegration(request.body, type, current, facts()), groupId, type });
        return listAll(request, groupId);
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(request) {
        const { id: groupId } = authorize(request);
        const { type } = find(request, groupId);
        if (type === "WEBHOOK" && isNeeded(groupId)) throw serviceError("WEBHOOK_NOTIFICATIONS_PRESENT");
        integrations.delete(groupId, type);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
