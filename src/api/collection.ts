/** The requests that all collections of the API have in common. */

import { ShapeError } from "../errors";
import { unfoldAdditional } from "../fields/additional";
import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { ApiRequest } from "../http/api-request";
import { isWithoutCode, path, provesAbsence, sendDelete } from "./common";
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
    const isListed = async (api: ApiClient, isIt: (item: T) => boolean): Promise<boolean> =>
      collect(pagesOf(api)).then(
        (items) => items.some(isIt),
        // A list that cannot be read proves nothing.
        () => true,
      );
    const find = async (api: ApiClient, id: string, { absent, single, isIt }: Finding<T> = {}) => {
      try {
        return await api.request({ method: "GET", path: itemPath(id), query: single ?? {}, schema: one });
      } catch (error) {
        const isAbsent = (absent ?? provesAbsence)(error);
        if (isAbsent || (isWithoutCode(error) && !(await isListed(api, isIt ?? hasId(id))))) return undefined;
        throw error;
      }
    };
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
        const found = await find(api, id, { absent });
        return found === undefined ? undefined : ofId(found, id, `GET ${itemPath(id)}`);
      },
      /** Returns `undefined` if the object does not exist. The response may be about another one. */
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

/** How an object is read by the end of its path. */
export interface Finding<T> {
  /** Whether an error says that it does not exist. @default {@link provesAbsence} */
  readonly absent?: (error: unknown) => boolean;
  /** The parameters of the request. */
  readonly single?: ApiRequest<T>["query"];
  /** Whether an item of the list is the object. @default it has the id */
  readonly isIt?: (item: T) => boolean;
}

function hasId(id: string) {
  return (item: unknown): boolean => idOf(item)?.toLowerCase() === id.toLowerCase();
}

function idOf(object: unknown): string | undefined {
  const { id } = object as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/**
 * The object of a response.
 * @param what what it is, and the id that the response has
 * @throws ShapeError if it is about another object than the request
 */
export function ofId<T>(
  object: T,
  id: string,
  request: string,
  [what, other]: readonly [what: string, id: string | undefined] = ["object", idOf(object)],
): T {
  if (other === undefined || other.toLowerCase() === id.toLowerCase()) return object;
  throw new ShapeError(`${request}: the response is about another ${what}, ${other}.`);
}
