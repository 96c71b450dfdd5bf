import type { RoutedRequest, Context, Route } from "./context";
import { allRoutes } from "./endpoints";
import { addHeaders, ServiceError, serviceError } from "./errors";
import { createRouter, type Match } from "./router";
import type { Reply } from "./reply";

/** A request below the API root that is authenticated or addresses a public endpoint. */
interface ApiRequest extends Omit<RoutedRequest, "params" | "body"> {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
}

/** The operations of the service, independent of HTTP and authentication. */
export interface Api {
  match(method: string, path: string): Match<Route>;
  /** Performs the operation. @throws ServiceError if the service refuses it */
  call(match: Match<Route>, request: ApiRequest): Reply;
}

/** Creates the API for a context. */
export function createApi(context: Context): Api {
  const router = createRouter(allRoutes(context));
  return {
    match: router,
    call(match, request) {
      if (match.found === "nothing") throw serviceError("RESOURCE_NOT_FOUND", request.path);
      if (match.found === "path")
        throw addHeaders(serviceError("METHOD_NOT_ALLOWED", request.method), {
          Allow: match.methods.join(", "),
        });
      const body = match.route.body === "json" ? parseBody(request) : undefined;
      return match.route.handle({ ...request, params: match.params, body });
    },
  };
}

function parseBody(request: ApiRequest): unknown {
  if (request.contentType === undefined || !/^application\/json\s*(?:;|$)/i.test(request.contentType))
    throw new ServiceError(415, undefined, "The body of this request must be application/json.");
  try {
    return JSON.parse(request.text) as unknown;
  } catch {
    throw serviceError("INVALID_JSON");
  }
}
