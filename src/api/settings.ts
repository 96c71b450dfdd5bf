/** Settings: an object of which each project has exactly one, with a GET and a PUT. */

import { ShapeError } from "../errors";
import type { Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { Modernize } from "./schema";
import { responseSchema } from "./schema";

/** @param pathOf their path in a project */
export function settingsAt<Live extends object>(
  table: Fields,
  pathOf: (projectId: string) => string,
  modernize?: Modernize,
) {
  const schema = responseSchema<Live>(table, modernize);
  return {
    read: async (api: ApiClient, projectId: string): Promise<Live> =>
      api.request({ method: "GET", path: pathOf(projectId), schema }),
    /**
     * Replaces all settings. It is not repeated, because a write may have an effect beside them.
     * @throws ShapeError if the response does not show that they were written
     */
    send: async (api: ApiClient, projectId: string, json: object): Promise<void> => {
      const target = pathOf(projectId);
      const request = { method: "PUT", path: target, json, isRepeatable: false } as const;
      const { isConfirmed } = await api.send({ ...request, confirmedBy: argumentNames(table) });
      if (!isConfirmed)
        throw new ShapeError(`PUT ${target}: the response does not show that the settings were written.`);
    },
  };
}
