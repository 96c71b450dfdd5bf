/** The unescaped values of the placeholders of a path. */
export type PathParameters = Readonly<Record<string, string>>;

/** The result of routing: a route, a path that only supports other methods, or nothing. */
export type Match<Route> =
  | { readonly found: "route"; readonly route: Route; readonly params: PathParameters }
  | { readonly found: "path"; readonly methods: readonly string[] }
  | { readonly found: "nothing" };

interface Node<Route> {
  readonly literal: Map<string, Node<Route>>;
  readonly methods: Map<string, Route>;
  placeholder?: { readonly name: string; readonly node: Node<Route> };
}

/**
 * Creates a router for paths such as `/groups/{projectId}/clusters`. Segments are unescaped after the path is split, so
 * `%2F` stays inside its segment. The route for GET also handles HEAD.
 */
export function createRouter<Route extends { readonly method: string; readonly path: string }>(
  routes: readonly Route[],
): (method: string, path: string) => Match<Route> {
  const root = createNode<Route>();
  for (const route of routes) insertPath(root, route.path).methods.set(route.method, route);

  return (method, path) => {
    const params: Record<string, string> = {};
    let node: Node<Route> | undefined = root;
    for (const escaped of splitPath(path)) {
      const segment = unescape(escaped);
      if (segment === undefined) return { found: "nothing" };
      const literal: Node<Route> | undefined = node.literal.get(segment);
      if (literal === undefined && node.placeholder !== undefined) params[node.placeholder.name] = segment;
      node = literal ?? node.placeholder?.node;
      if (node === undefined) return { found: "nothing" };
    }
    const route = node.methods.get(method === "HEAD" ? "GET" : method);
    if (route !== undefined) return { found: "route", route, params };
    return node.methods.size === 0
      ? { found: "nothing" }
      : { found: "path", methods: [...node.methods.keys()] };
  };
}

function insertPath<Route>(root: Node<Route>, path: string): Node<Route> {
  let node = root;
  for (const segment of splitPath(path)) {
    if (segment.startsWith("{")) {
      node.placeholder ??= { name: segment.slice(1, -1), node: createNode() };
      node = node.placeholder.node;
    } else {
      const next: Node<Route> = node.literal.get(segment) ?? createNode<Route>();
      node.literal.set(segment, next);
      node = next;
    }
  }
  return node;
}

function createNode<Route>(): Node<Route> {
  return { literal: new Map(), methods: new Map() };
}

function splitPath(path: string): string[] {
  const parts = path.split("/").slice(1);
  return parts.at(-1) === "" ? parts.slice(0, -1) : parts;
}

function unescape(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
