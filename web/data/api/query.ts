/** A GET route as a query of the screens. */
import { queryOptions } from "@tanstack/react-query";
import type { RouteName } from "../../../api/paths.ts";
import { api } from "./call.ts";
import type { ApiArguments } from "./route-shapes.ts";

/** The key is `[name, input]`, so `["getWallet"]` invalidates all of its calls. */
export function apiQuery<Name extends RouteName>(name: Name, ...rest: ApiArguments<Name>) {
  return queryOptions({
    queryKey: [name, ...rest] as const,
    queryFn: () => api<Name>(name, ...rest),
  });
}
