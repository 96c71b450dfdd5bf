import type { ApiKey, Project } from "./entities";
import { serviceError } from "./errors";
import { isId } from "./ids";
import type { Link } from "./paging";
import type { PathParameters } from "./router";
import type { Query } from "./query";
import type { Reply } from "./reply";
import type { Settings } from "./settings";
import { GLOBAL_SCOPE, type Store } from "./store";

/** The dependencies of the endpoints. */
export interface Context {
  readonly store: Store;
  /** The current settings; they can change between requests. */
  readonly settings: Readonly<Settings>;
  readonly changeSettings: (change: Partial<Settings>) => void;
  readonly now: () => number;
  /** The absolute URL of the API root, for links. */
  readonly apiUrl: () => string;
  /** The value of the service-version header. */
  readonly serviceVersion: string;
}

/** A request to an endpoint. */
export interface RoutedRequest {
  readonly params: PathParameters;
  readonly query: Query;
  /** The key that signed it; a placeholder at public endpoints. */
  readonly key: ApiKey;
  /** The address of the client. */
  readonly address: string;
  /** The parsed body if the route expects one. */
  readonly body: unknown;
  /** The body as sent. */
  readonly text: string;
}

/** One operation of the API. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below the API root. */
  readonly path: string;
  /** Whether a JSON body is expected. */
  readonly body?: "json";
  /** Whether it needs no credentials. */
  readonly public?: true;
  /** `false` if the operation has no `envelope` parameter. */
  readonly envelope?: false;
  readonly handle: (request: RoutedRequest) => Reply;
}

/** The namespace of link relations (Ops Manager documentation). */
export const REL_NAMESPACE = "http://mms.mongodb.com";

/** The link of a resource to itself. */
export function selfLink(href: string): Link {
  return { href, rel: "self" };
}

/** A path parameter. */
export function param(request: RoutedRequest, name: string): string {
  return request.params[name] ?? "";
}

/** Finds a project. @throws ServiceError for a malformed id */
export function findProject(context: Context, id: string): Project | undefined {
  if (!isId(id)) throw serviceError("INVALID_GROUP_ID", id);
  return context.store.tables.projects.get(GLOBAL_SCOPE, id);
}
