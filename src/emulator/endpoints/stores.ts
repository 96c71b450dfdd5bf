import { param, selfLink, type RoutedRequest, type Context, type Route } from "../context";
import type { ProjectBackup } from "../entities";
import { serviceError, type ErrorCode } from "../errors";
import { buildListBody } from "../paging";
import { requireGlobalRole } from "../permissions";
import { readFlag } from "../query";
import { empty, list, one } from "../reply";
import { GLOBAL_SCOPE, type Table } from "../store";

/** What stores of every kind have. */
interface AnyStore {
  readonly id: string;
  readonly assignmentEnabled: boolean;
}

/** A collection of stores. */
export interface Stores<Store extends AnyStore> {
  readonly path: string;
  readonly table: Table<Store>;
  /** Validates the body of a POST, or of a PUT that replaces `current`. */
  readonly read: (body: unknown, current: Store | undefined) => Store;
  /** Tests the store at every write. @throws ServiceError if the service cannot use it */
  readonly probe?: (store: Store) => void;
  /** The fields of a response: without those that it never has, and without secrets. */
  readonly show: (store: Store) => object;
  readonly isInUse: (store: Store) => boolean;
  /** The ids of the stores of this kind that the backup configuration of a project names. */
  readonly namedIn: (backup: ProjectBackup) => readonly string[];
  readonly codes: Readonly<Record<"notFound" | "exists" | "inUse", ErrorCode>>;
}

/** The ids of the stores of a type in a filter. */
export function idsOfType(filter: readonly { id: string; type: string }[] = [], type: string): string[] {
  return filter.filter((each) => each.type === type).map(({ id }) => id);
}

/** The endpoints of a collection of stores. */
export function storeRoutes<Store extends AnyStore>(
  context: Context,
  { path, table, read, probe, show, isInUse, namedIn, codes }: Stores<Store>,
): Route[] {
  const item = `${path}/{id}`;
  const { settings } = context;
  const { projectBackups } = context.store.tables;

  const collectionUrl = (): string => context.apiUrl() + path;
  const itemUrl = (id: string): string => `${collectionUrl()}/${encodeURIComponent(id)}`;

  const authorizeRead = (request: RoutedRequest): void =>
    requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN", "GLOBAL_READ_ONLY");
  const authorizeWrite = (request: RoutedRequest): void => requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN");

  const find = (request: RoutedRequest): Store => {
    const id = param(request, "id");
    const store = table.get(GLOBAL_SCOPE, id);
    if (store === undefined) throw serviceError(codes.notFound, id);
    return store;
  };

  const isNamed = (id: string): boolean => projectBackups.all().some((each) => namedIn(each).includes(id));

  const view = (store: Store, self: string): object => ({ ...show(store), links: [selfLink(self)] });

  return [
    {
      method: "GET",
      path,
      handle(request) {
        authorizeRead(request);
        const assignableOnly =
          !request.query.has("assignableOnly") || readFlag(request.query, "assignableOnly");
        const all = table.rows(GLOBAL_SCOPE);
        const rows = assignableOnly ? all.filter((store) => store.assignmentEnabled) : all;
        return list(
          buildListBody(rows, (store) => view(store, itemUrl(store.id)), collectionUrl(), request.query),
        );
      },
    },
    {
      method: "GET",
      path: item,
      handle(request) {
        authorizeRead(request);
        const store = find(request);
        return one(view(store, itemUrl(store.id)));
      },
    },
    {
      method: "POST",
      path,
      body: "json",
      handle(request) {
        authorizeWrite(request);
        const store = read(request.body, undefined);
        if (table.get(GLOBAL_SCOPE, store.id) !== undefined) throw serviceError(codes.exists, store.id);
        probe?.(store);
        table.set(store);
        return one(view(store, collectionUrl()), settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: item,
      body: "json",
      handle(request) {
        authorizeWrite(request);
        const store = read(request.body, find(request));
        probe?.(store);
        table.set(store);
        return one(view(store, itemUrl(store.id)));
      },
    },
    {
      method: "DELETE",
      path: item,
      handle(request) {
        authorizeWrite(request);
        const store = find(request);
        if (store.assignmentEnabled || isInUse(store) || isNamed(store.id))
          throw serviceError(codes.inUse, store.id);
        table.delete(GLOBAL_SCOPE, store.id);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
