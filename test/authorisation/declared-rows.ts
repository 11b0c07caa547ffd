/**
 * All rows of the matrix under the routes they are declared for: of the API, of the sign-in
 * service, of the built pages.
 */
import { join } from "node:path";
import { paths, type BrowserRoute, type RouteName } from "../../api/paths.ts";
import type { KeyScope } from "../../api/route.ts";
import { readSiteMap } from "../../server/site.ts";
import { apiRows, otherRows, pageRow, type Row } from "../authorisation.ts";
import { keyScopeOf } from "./key-rows.ts";

export interface Declared {
  /** `METHOD /path` as the server registers it. */
  readonly route: string;
  readonly row: Row;
  /** Of the API. */
  readonly name?: RouteName;
  /** With which a key for programs opens it. */
  readonly keyScope?: KeyScope | undefined;
}

const registered = ({ method, path }: BrowserRoute): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** Needs the built pages. */
export function declaredRows(): readonly Declared[] {
  const site = readSiteMap(join(import.meta.dirname, "..", "..", "dist", "web"));
  return [
    ...Object.entries(apiRows).map(([name, row]) => ({
      route: registered(paths[name as RouteName]),
      row,
      name: name as RouteName,
      keyScope: keyScopeOf(name as RouteName),
    })),
    ...Object.entries(otherRows).map(([route, row]) => ({ route, row })),
    ...Object.keys(site.pages).map((path) => ({
      route: `GET ${path}`,
      row: pageRow,
    })),
  ];
}

/** HEAD comes with every GET; a route of every method is one row. */
export function rowsOf(routes: readonly string[]): string[] {
  const byPath = Map.groupBy(routes, (route) => route.slice(route.indexOf(" ") + 1));
  return [...byPath].flatMap(([path, all]) => {
    const methods = all.map((route) => route.slice(0, route.indexOf(" ")));
    if (methods.includes("TRACE")) return [`ALL ${path}`];
    const comesWithGet = (method: string) => method === "HEAD" && methods.includes("GET");
    return methods.filter((method) => !comesWithGet(method)).map((method) => `${method} ${path}`);
  });
}
