import { sortKeys } from "./json";
import { one, type Reply } from "./reply";

/** How a client wants the body. */
export interface BodyOptions {
  readonly envelope: boolean;
  readonly pretty: boolean;
  /** Changes the order of keys; the service sorts them. */
  readonly arrange?: (value: unknown) => unknown;
}

/** Status and body as they go over the wire. */
export interface WireReply {
  readonly status: number;
  /** Absent where the answer has no body. */
  readonly body?: string;
}

/** Wraps a reply if an envelope is asked for: a single result gets `{status, content}`, a list `status` beside its fields. */
function inEnvelope(reply: Reply): Reply {
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

/** Prints a reply. */
export function printReply(reply: Reply, options: BodyOptions): WireReply {
  const whole = options.envelope ? inEnvelope(reply) : reply;
  if (whole.kind === "empty") return { status: whole.status };
  if (whole.kind === "text") return { status: whole.status, body: whole.text };
  const arrange = options.arrange ?? sortKeys;
  return {
    status: whole.status,
    body: JSON.stringify(arrange(whole.body), undefined, options.pretty ? 2 : undefined),
  };
}
