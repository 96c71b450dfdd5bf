import { selfLink, type Context, type Route } from "../context";
import { one } from "../reply";

/** `GET /`: who is there (Ops Manager documentation; the fields are few on purpose). */
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
