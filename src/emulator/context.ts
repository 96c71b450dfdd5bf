import type { ApiKey, Project } from "./entities";
import { serviceError } from "./errors";
import { isId } from "./ids";
import type { Link } from "./paging";
import type { PathParameters } from "./router";
import type { Query } from "./query";
import type { Reply } from "./reply";
import type { Settings } from "./settings";
import { GLOBAL_SCOPE, type Store } from "./store";

/** What endpoints work with. */
export interface Context {
  readonly store: Store;
  /** As they are now; they can change between requests. */
  readonly settings: Readonly<Settings>;
  readonly changeSettings: (change: Partial<Settings>) => void;
  readonly now: () => number;
  /** The absolute URL of the API root, for links. */
  readonly apiUrl: () => string;
  /** The value of the service-version header. */
  readonly serviceVersion: string;
}

/** A request that has passed the doors. */
export interface Call {
  readonly params: PathParameters;
  readonly query: Query;
  /** The key that signed it. Public endpoints never look at it. */
  readonly key: ApiKey;
  /** The address it came from. */
  readonly address: string;
  /** The parsed body where the route asks for one. */
  readonly body: unknown;
  /** The body as it was sent. */
  readonly text: string;
}

/** One operation of the API. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below the API root. */
  readonly path: string;
  /** Whether a JSON body is expected. */
  readonly body?: "json";
  /** Whether it is open to everybody. */
  readonly public?: true;
  /** `false` where the operation has no `envelope` parameter. */
  readonly envelope?: false;
  readonly handle: (call: Call) => Reply;
}

/** The name space of link relations (Ops Manager documentation). */
export const REL_NAMESPACE = "http://mms.mongodb.com";

/** The link of a resource to itself. */
export function selfLink(href: string): Link {
  return { href, rel: "self" };
}

/** The parameter of a path that the router has filled. */
export function param(call: Call, name: string): string {
  return call.params[name] ?? "";
}

/** The project of the path; unknown and malformed ids are both 404 (Ops Manager documentation). */
export function findProject(context: Context, id: string): Project | undefined {
  if (!isId(id)) throw serviceError("INVALID_GROUP_ID", id);
  return context.store.tables.projects.get(GLOBAL_SCOPE, id);
}
