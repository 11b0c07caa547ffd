/**
 * The few answers that public pages show to anybody. They do without the client of the signed-in
 * pages, its list of routes and its keys of payments, which would be a good part of their script.
 */
import { queryOptions } from "@tanstack/react-query";
import type { BrowserApi, RouteName } from "../../../api/paths.ts";
import type { ApiAnswer } from "./route-shapes.ts";
import { answerOf, bodyOf, problemOf } from "./http.ts";

/** Path, and a field that every answer has. */
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

/** Has the key that `apiQuery` gives the same route: both know one answer. */
export function publicQuery<Name extends keyof typeof PATHS>(name: Name) {
  return queryOptions({ queryKey: [name] as const, queryFn: () => readPublic(name) });
}

/** As nobody: also while it is not known who asks. Throws ApiError. */
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
