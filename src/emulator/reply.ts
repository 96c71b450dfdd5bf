/** What an endpoint answers, before the envelope and the wire. */
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
export function list(body: object): Reply {
  return { kind: "list", status: 200, body };
}

/** An answer without a body. */
export function empty(status: number): Reply {
  return { kind: "empty", status };
}

/** A JSON document that is answered exactly as it is written. */
export function text(document: string): Reply {
  return { kind: "text", status: 200, text: document };
}
