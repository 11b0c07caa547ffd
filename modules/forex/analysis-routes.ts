/** Handlers for the analysis of the live account and of replays. */
import type { forexAnalysisApi } from "#api/forex-analysis";
import type { Handlers } from "#api/route";
import { TRADES_MIN } from "#performance";
import type { Queryable } from "#platform";
import { createRequestQueue } from "./heavy-requests/request-queue.ts";
import { labelledTrades } from "./journal/journal-table.ts";
import { listLiveCandles } from "./live-candles.ts";
import type { Forex } from "./open-forex.ts";
import { peekReplay } from "./replays/open-replay.ts";
import { readSeason } from "./seasons/read-season.ts";
import { forexRefusals } from "./terms/refusals.ts";
import { analyseAccount, type AccountAnalysis, type Period } from "./analysis/analyse-account.ts";
import { analysisCsv } from "./analysis/analysis-csv.ts";
import type { FiveMinutes } from "./analysis/excursions.ts";
import { minutePrices } from "./analysis/minute-prices.ts";
import { liveMarks, replayMarks } from "./analysis/equity-marks.ts";

/** Reads of at most 17 trading days of an instrument each. */
const LIVE_LIMITS = { count: 5_000, reads: 40 };
/** Reads of one trading day of an instrument each. */
const REPLAY_LIMITS = { count: 288, reads: 60 };

interface Input {
  readonly caller: { readonly userId: string };
  readonly ip: string;
  readonly query: {
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
    readonly tag?: string | undefined;
    readonly mistake?: string | undefined;
  };
}

type OfLive = Input & { readonly query: { readonly season: string } };
type InReplay = Input & { readonly params: { readonly replayId: string } };

export function forexAnalysisRoutes(
  { market, desk, replays }: Forex,
  database: Forex["desk"]["database"],
): Handlers<typeof forexAnalysisApi> {
  const turns = createRequestQueue(forexRefusals.analyses_busy);
  const ofLive = ({ caller, ip, query }: OfLive) =>
    turns.take({ userId: caller.userId, ip }, async () => {
      const deps = { ...desk, database };
      const accountId = desk.accounts.idOf(caller.userId);
      const season = await readSeason(database, accountId, query.season);
      return analyseAccount(
        {
          database,
          accountId,
          season,
          marks: (totals) => liveMarks(deps, accountId, totals, season),
          candlesOf: (instrument, page) =>
            listLiveCandles(market, { instrument, granularity: "M5", ...page }),
          prices: "M5-candles",
          limits: LIVE_LIMITS,
        },
        await selectionOf(database, accountId, query),
      );
    });
  const ofReplay = ({ caller, params, ip, query }: InReplay) =>
    turns.take({ userId: caller.userId, ip }, async () => {
      const replay = await peekReplay(
        { ...replays, database },
        { userId: caller.userId, replayId: params.replayId },
      );
      const { row, desk: deps, market: past } = replay;
      const nowMs = row.clockAt.getTime();
      const isOfFile = row.priceFileId !== null;
      const candlesOf: FiveMinutes = (instrument, { count, beforeMs }) => {
        const sinceMs = row.startsAt.getTime();
        const page = { count, beforeMs: Math.min(beforeMs, nowMs + 1), sinceMs };
        return past.candles({ instrument, granularity: "M5", ...page }, nowMs);
      };
      return analyseAccount(
        {
          database,
          accountId: row.id,
          marks: () => replayMarks(deps, row),
          candlesOf: isOfFile ? candlesOf : minutePrices(past, nowMs),
          prices: isOfFile ? "M5-candles" : "minute-prices",
          limits: REPLAY_LIMITS,
        },
        await selectionOf(database, row.id, query),
      );
    });
  return {
    getForexAnalysis: async (input) => presentAnalysis(await ofLive(input), input.query, null),
    exportForexAnalysis: async (input) => analysisCsv(await ofLive(input)),
    getReplayAnalysis: async (input) =>
      presentAnalysis(await ofReplay(input), input.query, input.params.replayId),
    exportReplayAnalysis: async (input) => analysisCsv(await ofReplay(input)),
  };
}

/** Returns the period, and the trades with the label if the query names one. */
async function selectionOf(
  database: Queryable,
  accountId: string,
  { from, to, tag, mistake }: Input["query"],
): Promise<Period> {
  if (from && to && from > to) throw forexRefusals.period_invalid();
  if (tag === undefined && mistake === undefined) return { from, to };
  return { from, to, ids: await labelledTrades(database, accountId, { tag, mistake }) };
}

function presentAnalysis(
  analysis: AccountAnalysis,
  { from, to }: Input["query"],
  replayId: string | null,
) {
  const { figures, equity, breakdowns, habits, excursions, calendar, totals } = analysis;
  return {
    practice: true as const,
    replayId,
    season: analysis.season,
    from: from ?? null,
    to: to ?? null,
    tradesMin: TRADES_MIN,
    isComplete: analysis.isComplete,
    figures,
    equity: { ...equity, days: [...equity.days] },
    breakdowns: {
      instrument: [...breakdowns.instrument],
      side: [...breakdowns.side],
      session: [...breakdowns.session],
      weekday: [...breakdowns.weekday],
      holding: [...breakdowns.holding],
    },
    habits: { stops: [...habits.stops], haste: [...habits.haste], after: [...habits.after] },
    excursions: { prices: analysis.prices, rows: [...excursions] },
    calendar: [...calendar],
    totals,
  };
}
