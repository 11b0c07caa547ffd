/** HTTP handlers that return the analytics report as JSON or CSV. */
import type { analyticsApi } from "#api/analytics";
import type { Handlers } from "#api/route";
import { getReport, type AnalyticsDeps } from "./get-report.ts";
import { presentReport } from "./present.ts";
import { reportCsv } from "./report-csv.ts";

export function analyticsRoutes(deps: AnalyticsDeps): Handlers<typeof analyticsApi> {
  return {
    getAnalytics: async ({ caller, query }) =>
      presentReport(await getReport(deps, { ...query, userId: caller.userId })),

    exportAnalytics: async ({ caller, query }) =>
      reportCsv(await getReport(deps, { ...query, userId: caller.userId })),
  };
}
