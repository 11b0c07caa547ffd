/** HTTP handlers for the time machine, which uses no user data, so callers are not identified. */
import type { historyApi } from "#api/history";
import type { Handlers } from "#api/route";
import { outcomeText } from "#economics/history";
import type { Clock, Database } from "#platform";
import { outcomesCsv } from "./outcomes-csv.ts";
import { caseOf, presentOutcomes, presentSeries } from "./outcomes.ts";
import {
  PLAN_DAYS,
  replayCases,
  replayedCount,
  RIG_DAYS,
  rigOffer,
  TARIFF_DEFAULT,
} from "./replay-cases.ts";
import { AFTER_CARRIED, seriesInUse } from "./series-in-use.ts";

export interface HistoryDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export function historyRoutes({ database, clock }: HistoryDeps): Handlers<typeof historyApi> {
  const readSeries = async () => ({
    ...(await seriesInUse(database)),
    cases: await replayCases(database, clock.now()),
  });
  return {
    async listReplayCases() {
      const { series, cases } = await readSeries();
      return {
        series: presentSeries(series),
        plans: cases.plans.map(({ offer, ...plan }) => ({
          ...plan,
          priceCents: offer.priceCents,
          worthCents: offer.worthCents,
          replayed: replayedCount(series, offer, PLAN_DAYS),
        })),
        rigs: cases.rigs.map(({ earnsMicros, ...rig }) => ({
          ...rig,
          earnsUsd: outcomeText(earnsMicros),
          replayed: replayedCount(
            series,
            rigOffer({ ...rig, earnsMicros }, TARIFF_DEFAULT),
            RIG_DAYS,
          ),
        })),
      };
    },

    async listAddedDays() {
      const { headers, cents, carriedDays } = (await seriesInUse(database)).added;
      return {
        headers: [...headers],
        cents: [...cents],
        carriedDays: [...carriedDays],
        ...AFTER_CARRIED,
      };
    },

    async getOutcomes({ query }) {
      const { series, cases } = await readSeries();
      return presentOutcomes(series, caseOf(query, cases, series), query);
    },

    async exportOutcomes({ query }) {
      const { series, cases } = await readSeries();
      return outcomesCsv(series, caseOf(query, cases, series));
    },
  };
}
