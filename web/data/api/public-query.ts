/**
 * Queries of the public pages. They do not use the signed-in client, whose routes and idempotency
 * keys would make up much of these pages' code.
 */
import { queryOptions } from "@tanstack/react-query";
import type { BrowserApi, RouteName } from "../../../api/paths.ts";
import type { ApiAnswer } from "./route-shapes.ts";
import { answerOf, bodyOf, problemOf } from "./http.ts";

/** Path of each route, and a field that all its responses have. */
const PATHS = {
  getConfig: ["/config.json", "supabaseUrl"],
  getPublicStats: ["/api/v1/public/stats", "at"],
  listPlans: ["/api/v1/mining/plans", "items"],
  listReplayCases: ["/api/v1/history/cases", "series"],
} as const satisfies {
  readonly [Name in RouteName]?: readonly [
    path: BrowserApi[Name]["path"],
    mark: keyof ApiAnswer<Name>,
  ];
};

/**
 * Uses the same query key as `apiQuery`, so that both functions share one cache entry per route.
 */
export function publicQuery<Name extends keyof typeof PATHS>(name: Name) {
  return queryOptions({ queryKey: [name] as const, queryFn: () => readPublic(name) });
}

/**
 * Sends the request without a token, so that it works before the session is known. Throws ApiError.
 */
export async function readPublic<Name extends keyof typeof PATHS>(
  name: Name,
): Promise<ApiAnswer<Name>> {
  const [path, mark] = PATHS[name];
  const response = await answerOf(path, {
    method: "GET",
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw await problemOf(response);
  return (await bodyOf(response, mark)) as ApiAnswer<Name>;
}
