/** The values of the placeholders of a path, unescaped. */
export type PathParameters = Readonly<Record<string, string>>;

/** What the router found: a route, a path that knows other methods only, or nothing. */
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
 * Makes a router over paths such as `/groups/{projectId}/clusters`. A segment is unescaped after the path was split,
 * so `%2F` stays inside its segment. HEAD is answered by the route for GET.
 */
export function createRouter<Route extends { readonly method: string; readonly path: string }>(
  routes: readonly Route[],
): (method: string, path: string) => Match<Route> {
  const root = emptyNode<Route>();
  for (const route of routes) nodeFor(root, route.path).methods.set(route.method, route);

  return (method, path) => {
    const params: Record<string, string> = {};
    let node: Node<Route> | undefined = root;
    for (const escaped of segments(path)) {
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

function nodeFor<Route>(root: Node<Route>, path: string): Node<Route> {
  let node = root;
  for (const segment of segments(path)) {
    if (segment.startsWith("{")) {
      node.placeholder ??= { name: segment.slice(1, -1), node: emptyNode() };
      node = node.placeholder.node;
    } else {
      const next: Node<Route> = node.literal.get(segment) ?? emptyNode<Route>();
      node.literal.set(segment, next);
      node = next;
    }
  }
  return node;
}

function emptyNode<Route>(): Node<Route> {
  return { literal: new Map(), methods: new Map() };
}

function segments(path: string): string[] {
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
