/**
 * Facts about each route that the browser needs, derived from the route tables. The web build
 * replaces this module with its computed values (`vite.config.ts`), so that browsers do not load
 * the schemas.
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
  readonly streamsBody?: true;
  readonly oneTimeFields?: readonly string[];
  /**
   * Marks a genuine response: the content type of a CSV, or a required field in the response to a
   * change. A response without the mark comes from elsewhere, such as a captive portal, so the
   * browser does not report success.
   */
  readonly mark?: string;
}

export const paths = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, browserRoute(route)]),
) as { readonly [Name in RouteName]: BrowserRoute };

function browserRoute(route: Route): BrowserRoute {
  const { method, path, movesMoney, streamsBody, oneTimeFields } = route;
  const mark = markOf(route);
  return {
    method,
    path,
    ...(movesMoney && { movesMoney }),
    ...(streamsBody && { streamsBody }),
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

/** Returns the object that the schema describes. For a union, returns all of its objects. */
function shapesOf(schema: z.core.$ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  throw new Error("a route answers with an object");
}

function requiredFields({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((field) => !(shape[field] instanceof z.ZodOptional));
}
