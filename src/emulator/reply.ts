import { sortKeys } from "./json";

/** The result of an endpoint, before envelope and serialization. */
export type Reply =
  | { readonly kind: "one"; readonly status: number; readonly body: unknown }
  | { readonly kind: "list"; readonly status: number; readonly body: object }
  | { readonly kind: "empty"; readonly status: number }
  | { readonly kind: "text"; readonly status: number; readonly text: string };

/** A single result. */
export function one(body: unknown, status = 200): Reply {
  return { kind: "one", status, body };
}

/** A page of a list, with `results` and `links` in its body. */
export function list(body: object, status = 200): Reply {
  return { kind: "list", status, body };
}

/** A response without a body. */
export function empty(status: number): Reply {
  return { kind: "empty", status };
}

/** A JSON document that is returned byte for byte, unless `pretty` is requested. */
export function text(document: string): Reply {
  return { kind: "text", status: 200, text: document };
}

/** How the body is serialized. */
export interface BodyOptions {
  readonly envelope: boolean;
  readonly pretty: boolean;
  /** Orders the keys. @default sorts them, as the service does */
  readonly arrange?: (value: unknown) => unknown;
}

/** A response with its serialized body. */
export interface SerializedReply {
  readonly status: number;
  /** Absent for a response without a body. */
  readonly body?: string;
}

/** Wraps a single result in `{status, content}`, and adds `status` to the body of a list. */
function wrapInEnvelope(reply: Reply): Reply {
  switch (reply.kind) {
    case "one":
      return one({ content: reply.body, status: reply.status }, reply.status);
    case "list":
      return { ...reply, body: { ...reply.body, status: reply.status } };
    case "text":
      return one({ content: JSON.parse(reply.text) as unknown, status: reply.status }, reply.status);
    case "empty":
    default:
      return one({ content: {}, status: reply.status });
  }
}

/** Serializes a reply. */
export function serializeReply(reply: Reply, options: BodyOptions): SerializedReply {
  const whole = options.envelope ? wrapInEnvelope(reply) : reply;
  if (whole.kind === "empty") return { status: whole.status };
  if (whole.kind === "text") {
    const indented = (): string => JSON.stringify(JSON.parse(whole.text), undefined, 2);
    return { status: whole.status, body: options.pretty ? indented() : whole.text };
  }
  const arrange = options.arrange ?? sortKeys;
  return {
    status: whole.status,
    body: JSON.stringify(arrange(whole.body), undefined, options.pretty ? 2 : undefined),
  };
}
