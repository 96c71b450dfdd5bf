/** The requests that all collections of the API have in common. */

import { ShapeError } from "../errors";
import { unfoldAdditional } from "../fields/additional";
import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { ApiRequest } from "../http/api-request";
import { orUndefined, path, provesAbsence, sendDelete } from "./common";
import { collect, pages } from "./paging";
import type { Modernize } from "./schema";
import { pageSchema, responseSchema } from "./schema";

/**
 * Makes the requests of a collection from its path.
 * @param modernize converts an object of a response from an older form
 */
export function collectionOf<T, Body extends object = object>(fields: Fields, modernize?: Modernize) {
  const one = responseSchema<T>(fields, modernize);
  const page = pageSchema<T>(fields, modernize);
  const bodyOf = (body: Body): Body => unfoldAdditional(fields, body);
  /** @param query the parameters of a list */
  return (listPath: string, query: ApiRequest<T>["query"] = {}) => {
    const itemPath = (id: string): string => listPath + path`/${id}`;
    const pagesOf = (api: ApiClient) => pages(api, { path: listPath, query }, page);
    const find = async (api: ApiClient, id: string, absent = provesAbsence, single: typeof query = {}) =>
      orUndefined(api.request({ method: "GET", path: itemPath(id), query: single, schema: one }), absent);
    const write = async (api: ApiClient, method: "PUT" | "PATCH", id: string, json: object) =>
      ofId(
        await api.request({ method, path: itemPath(id), json, schema: one }),
        id,
        `${method} ${itemPath(id)}`,
      );
    return {
      pages: pagesOf,
      list: async (api: ApiClient) => collect(pagesOf(api)),
      /** Returns `undefined` if the object does not exist. */
      get: async (api: ApiClient, id: string, absent = provesAbsence) => {
        const found = await find(api, id, absent);
        return found === undefined ? undefined : ofId(found, id, `GET ${itemPath(id)}`);
      },
      /** Reads an object, with parameters and other reasons to say that it does not exist. */
      find,
      create: async (api: ApiClient, body: Body) =>
        api.request({ method: "POST", path: listPath, json: bodyOf(body), schema: one }),
      /** Replaces the whole object: the body must hold its secrets. */
      update: async (api: ApiClient, id: string, body: Body) => write(api, "PUT", id, bodyOf(body)),
      /** Changes some fields. */
      patch: async (api: ApiClient, id: string, body: Partial<Body>) => write(api, "PATCH", id, body),
      /** Returns whether the response shows that the object is gone. */
      delete: async (api: ApiClient, id: string) => sendDelete(api, itemPath(id)),
    };
  };
}

/** The object of a response. @throws ShapeError if it is about another object than the request */
function ofId<T>(object: T, id: string, request: string): T {
  const { id: other } = object as { readonly id?: unknown };
  if (typeof other !== "string" || other.toLowerCase() === id.toLowerCase()) return object;
  throw new ShapeError(`${request}: the response is about another object, ${other}.`);
}
