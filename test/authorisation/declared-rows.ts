/**
 * Lists all rows of the access table by the component that declares their routes: the API, the
 * sign-in service and the built pages.
 */
import { join } from "node:path";
import type { Route } from "../../api/route.ts";
import { routes } from "../../api/tables.ts";
import { readSiteMap } from "../../server/site.ts";
import { apiRows, otherRows, pageRow, type Row } from "../authorisation.ts";

export interface Declared {
  /** `METHOD /path` as registered by the server. */
  readonly route: string;
  readonly row: Row;
  readonly keyScope?: Route["keyScope"];
  readonly wantsAccount?: Route["wantsAccount"];
}

const registered = ({ method, path }: Route): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** Returns the rows of all declared routes. Requires that the pages have been built. */
export function declaredRows(): readonly Declared[] {
  const site = readSiteMap(join(import.meta.dirname, "..", "..", "dist", "web"));
  return [
    ...Object.entries(apiRows).map(([name, row]) => {
      const route = routes[name as keyof typeof apiRows];
      return { ...route, route: registered(route), row };
    }),
    ...Object.entries(otherRows).map(([route, row]) => ({ route, row })),
    ...Object.keys(site.pages).map((path) => ({
      route: `GET ${path}`,
      row: pageRow,
    })),
  ];
}

/**
 * Returns one row per registered route. HEAD is omitted because every GET route has it. A route
 * that is registered for every method becomes a single row.
 */
export function rowsOf(registrations: readonly string[]): string[] {
  const byPath = Map.groupBy(registrations, (route) => route.slice(route.indexOf(" ") + 1));
  return [...byPath].flatMap(([path, all]) => {
    const methods = all.map((route) => route.slice(0, route.indexOf(" ")));
    if (methods.includes("TRACE")) return [`ALL ${path}`];
    const comesWithGet = (method: string) => method === "HEAD" && methods.includes("GET");
    return methods.filter((method) => !comesWithGet(method)).map((method) => `${method} ${path}`);
  });
}
