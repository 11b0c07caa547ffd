/** Creates query options for GET routes. */
import { queryOptions } from "@tanstack/react-query";
import type { RouteName } from "../../../api/paths.ts";
import { api } from "./call.ts";
import type { ApiArguments } from "./route-shapes.ts";

/**
 * The query key is `[name, input]`, so invalidating `["getWallet"]` covers all inputs of the route.
 */
export function apiQuery<Name extends RouteName>(name: Name, ...rest: ApiArguments<Name>) {
  return queryOptions({
    queryKey: [name, ...rest] as const,
    queryFn: () => api<Name>(name, ...rest),
  });
}
