/**
 * Facts about each route that the browser needs, derived from its row. The build of the pages
 * replaces this module by its values (`vite.config.ts`), so that no browser loads the schemas.
 */
import { z } from "zod";
import { routes, type RouteName, type Routes } from "./tables.ts";
import type { Route } from "./route.ts";

export type { RouteName };
export type BrowserApi = Routes;

export interface BrowserRoute {
  readonly method: Route["method"];
  readonly path: string;
  readonly movesMoney?: true;
  readonly oneTimeFields?: readonly string[];
  /**
   * The content type of a CSV, or a required field of the answer to a change. The browser takes an
   * answer without it for one that did not come from this server, such as that of a captive portal,
   * and reports no success.
   */
  readonly mark?: string;
}

export const paths = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, browserRoute(route)]),
) as { readonly [Name in RouteName]: BrowserRoute };

function browserRoute(route: Route): BrowserRoute {
  const { method, path, movesMoney, oneTimeFields } = route;
  const mark = markOf(route);
  return {
    method,
    path,
    ...(movesMoney && { movesMoney }),
    ...(oneTimeFields && { oneTimeFields }),
    ...(mark !== undefined && { mark }),
  };
}

function markOf({ method, contentType, response }: Route): string | undefined {
  if (contentType !== undefined) return contentType.split(";", 1)[0];
  if (method === "GET") return undefined;
  const [first = [], ...others] = shapesOf(response).map(requiredFields);
  const shared = first.filter((field) => others.every((fields) => fields.includes(field)));
  return shared.includes("id") ? "id" : shared[0];
}

/** The object that the schema describes, or each one of its union. */
function shapesOf(schema: z.core.$ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  throw new Error("a route answers with an object");
}

function requiredFields({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((field) => !(shape[field] instanceof z.ZodOptional));
}
