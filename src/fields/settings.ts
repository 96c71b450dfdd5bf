/** The settings of a connection. */

import type { Documented, Fields } from "./table";

export const CONNECTION_OPTIONS = {
  baseUrl: {
    type: "string",
    required: true,
    doc: "`https://host:port`, with or without `/api/public/v1.0`.",
  },
  publicKey: {
    type: "string",
    required: true,
    doc: "The public API key: the user name of HTTP Digest.",
  },
  privateKey: {
    type: "string",
    required: true,
    secret: true,
    doc: "The private API key: the password of HTTP Digest.",
  },
  caCert: { type: "string", doc: "An additional trusted CA, PEM text or a path." },
  clientCert: { type: "string", doc: "A client certificate for mutual TLS, PEM text or a path." },
  clientKey: { type: "string", secret: true, doc: "The key of the client certificate, PEM text or a path." },
  allowHttp: { type: "boolean", default: false, doc: "Allows plain http to a host other than loopback." },
  timeoutSeconds: { type: "number", default: 60, doc: "The limit for one attempt in seconds." },
  totalTimeoutSeconds: {
    type: "number",
    default: 300,
    doc: "The limit for one operation with all its attempts in seconds.",
  },
  maxRetries: { type: "number", default: 4, doc: "Attempts after the first." },
  maxConcurrency: { type: "number", default: 16, doc: "Operations in progress at once." },
  envelope: {
    type: "boolean",
    default: false,
    doc: "Requests enveloped responses, for gateways that hide status and headers.",
  },
  pretty: { type: "boolean", default: false, doc: "Requests pretty-printed responses." },
} as const satisfies Fields;

/** All settings of a connection: how to reach the service, and how strict checks are. */
export const SETTINGS = {
  strictCatalog: { type: "boolean", doc: "Unknown event, metric and role names are errors." },
  onlineChecks: {
    type: "boolean",
    doc: "Whether a preview reads from the service. `undefined`: where something could be lost, and it warns when it cannot; `true`: wherever it can, and not reaching the service is an error; `false`: never.",
  },
  ...CONNECTION_OPTIONS,
} as const satisfies Fields;

export const SETTINGS_INTERFACES: readonly Documented[] = [
  {
    name: "ConnectionOptions",
    doc: "The options of a connection.",
    table: CONNECTION_OPTIONS,
    use: "arguments",
  },
];
