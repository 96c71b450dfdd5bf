/** A simple dynamic provider with a Digest library, which gets a challenge for each request. */

import * as pulumi from "@pulumi/pulumi";
import { request } from "urllib";
import { alert } from "./alerts";
import { indices, projectOf } from "./given";

type Props = Record<string, unknown>;

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: Props): Promise<Props> {
  const { OPSMANAGER_BASE_URL, OPSMANAGER_PUBLIC_KEY, OPSMANAGER_PRIVATE_KEY } = process.env;
  const { status, data } = await request(`${OPSMANAGER_BASE_URL}/api/public/v1.0${path}`, {
    method,
    digestAuth: `${OPSMANAGER_PUBLIC_KEY}:${OPSMANAGER_PRIVATE_KEY}`,
    contentType: "json",
    dataType: "json",
    ...(body !== undefined && { data: body }),
  });
  if (status >= 400) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(data)}`);
  return data as Props;
}

function split({
  __provider: _,
  projectId: project,
  alertConfigId: _id,
  ...alertConfig
}: Props): [string, Props] {
  return [`/groups/${project as string}/alertConfigs`, alertConfig];
}

const provider: pulumi.dynamic.ResourceProvider = {
  async create(inputs: Props) {
    const [path, body] = split(inputs);
    const made = await call("POST", path, body);
    return { id: made["id"] as string, outs: { ...inputs, alertConfigId: made["id"] } };
  },
  async read(id, props: Props = {}) {
    const [path, body] = split(props);
    const live = await call("GET", `${path}/${id}`);
    const declared = Object.fromEntries(Object.keys(body).map((key) => [key, body[key] ?? live[key]]));
    return { id, props: { ...props, ...declared } };
  },
  async diff(
    _id,
    { alertConfigId: _made, __provider: _olds, ...olds }: Props,
    { __provider: _, ...news }: Props,
  ) {
    return { changes: JSON.stringify(olds) !== JSON.stringify(news) };
  },
  async update(id, _olds, news: Props) {
    const [path, body] = split(news);
    await call("PUT", `${path}/${id}`, body);
    return { outs: { ...news, alertConfigId: id } };
  },
  async delete(id, props: Props) {
    await call("DELETE", `${split(props)[0]}/${id}`);
  },
};

class Alert extends pulumi.dynamic.Resource {
  constructor(name: string, args: Props) {
    super(provider, name, { ...args, alertConfigId: undefined });
  }
}

indices.forEach((index) => new Alert(`alert-${index}`, { projectId: projectOf(index), ...alert(index) }));
