import { selfLink, type Context, type Route } from "../context";
import { one } from "../reply";

/** `GET /`: the application and its build (Ops Manager documentation; most fields are omitted). */
export function rootRoutes(context: Context): Route[] {
  return [
    {
      method: "GET",
      path: "/",
      handle: () =>
        one({
          appName: "MongoDB Ops Manager",
          build: /gitHash=([^;]*)/.exec(context.serviceVersion)?.[1] ?? "",
          links: [selfLink(context.apiUrl())],
        }),
    },
  ];
}
