import type { IncomingMessage } from "node:http";
import type { Api } from "./api";
import type { Route } from "./context";
import type { Authentication } from "./digest-auth";
import type { ApiKey } from "./entities";
import { describeAction, type FaultAction } from "./faults";
import { splitTarget, type Query } from "./query";
import type { RequestRecord } from "./request-log";
import type { Match } from "./router";

/** The path of the API below the origin of the service. */
export const API_PATH = "/api/public/v1.0";

/** Verifies the credentials of a request. */
export type Authenticate = (
  method: string,
  target: string,
  header: string | undefined,
) => Authentication<ApiKey>;

/** A request line and headers, routed and authenticated. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: Query;
  /** Absent outside the API. */
  readonly match: Match<Route> | undefined;
  /** Absent for public endpoints and outside the API. */
  readonly authentication: Authentication<ApiKey> | undefined;
  /** Whether it is authenticated or addresses a public endpoint. */
  readonly isAdmitted: boolean;
}

/** Routes and authenticates a request, which uses up its nonce counter. */
export function readHead(request: IncomingMessage, api: Api, authenticate: Authenticate): RequestHead {
  const { method = "GET", url: target = "/" } = request;
  const { path, query } = splitTarget(target);
  const below = path.startsWith(API_PATH) ? path.slice(API_PATH.length) : undefined;
  const isInside = below === "" || below?.startsWith("/") === true;
  const match = isInside ? api.match(method, below === "" ? "/" : below) : undefined;
  const isPublic = match?.found === "route" && match.route.public === true;
  const isGuarded = isInside && !isPublic;
  const authentication = isGuarded ? authenticate(method, target, request.headers.authorization) : undefined;
  const isAdmitted = isPublic || authentication?.verdict === "granted";
  return { method, target, path, query, match, authentication, isAdmitted };
}

/** The fields of a log record that follow from the head. */
export type HeadRecord = Omit<
  RequestRecord,
  "number" | "at" | "ms" | "bodyBytes" | "body" | "status" | "errorCode"
>;

/** Describes a request for the log. */
export function describeHead(head: RequestHead, fault: FaultAction | undefined): HeadRecord {
  const { method, target, path, match, authentication, isAdmitted } = head;
  const nc = authentication?.verdict === "malformed" ? undefined : authentication?.nc;
  return {
    method,
    target,
    path,
    authenticated: isAdmitted,
    ...(match?.found === "route" ? { endpoint: `${match.route.method} ${match.route.path}` } : {}),
    ...(authentication?.verdict === "challenged" ? { challenge: { stale: authentication.stale } } : {}),
    ...(authentication?.verdict === "granted" ? { publicKey: authentication.identity.publicKey } : {}),
    ...(nc === undefined ? {} : { nc }),
    ...(fault === undefined ? {} : { fault: describeAction(fault) }),
  };
}
