/** Routes for the analysis of closed trades, either of the live account or of one replay. */
import { z } from "zod";
import { journalLabel } from "./forex-journal-texts.ts";
import { seasonName } from "./forex-seasons.ts";
import type { Api } from "./route.ts";
import { cents, decimal, time } from "./values.ts";

const share = decimal.nullable();
/** A quotient with its 95 % interval. Null if it cannot be computed. */
const estimate = z.object({ value: share, low: share, high: share });

const figures = z.object({
  /** Number of closed trades. Below `tradesMin`, the figures say too little. */
  n: z.int(),
  wins: z.int(),
  losses: z.int(),
  /** Sum of the results. A trade's result includes its financing. */
  resultCents: cents,
  gainCents: cents,
  /** Sum of the losing results, as a negative number. */
  lossCents: cents,
  /** Half the spread of every fill. Already included in the results. */
  spreadCents: cents,
  /** Conversion at bid or ask instead of mid. Already included in the results. */
  conversionCents: cents,
  /** Negative if the user paid. Already included in the results. */
  financingCents: cents,
  /** Number of trades whose conversion cost was not recorded and counts as zero. */
  withoutConversion: z.int(),
  winRate: estimate,
  /** Average gain divided by the average loss. */
  payoff: estimate,
  profitFactor: estimate,
  expectancy: z.object({
    cents: cents.nullable(),
    lowCents: cents.nullable(),
    highCents: cents.nullable(),
  }),
  /** Average result in multiples of the risk. `n` counts the trades with a stop. */
  expectancyR: estimate.extend({ n: z.int() }),
  /** Spread, conversion and financing, divided by the gains. */
  costShare: estimate,
  /** Average value of the units at the entry price. */
  averageSizeCents: cents.nullable(),
});
const row = figures.extend({ key: z.string() }).meta({ id: "ForexAnalysisRow" });
const rows = z.array(row);

const day = z.string().meta({ description: "trading day in New York, such as 2026-11-20" });
const drawdown = z.object({
  cents,
  share,
  /** Day of the highest value before the fall. Null if the fall began at the start. */
  fromDay: day.nullable(),
  lowDay: day,
  /** Null if the highest value was not reached again. */
  recoveredDay: day.nullable(),
});

const analysis = z
  .object({
    practice: z.literal(true),
    /** Id of the replay. Null for the live account. */
    replayId: z.string().nullable(),
    /** Number of the season. Null for all seasons together, and for a replay. */
    season: z.int().nullable(),
    from: time.nullable(),
    to: time.nullable(),
    /** Fewer trades than this say too little. */
    tradesMin: z.int(),
    /** False if the account has more trades than one analysis includes. */
    isComplete: z.boolean(),
    figures: figures.meta({ id: "ForexAnalysisFigures" }),
    equity: z.object({
      /** Equity at each close and now, oldest first. */
      days: z.array(
        z.object({
          day,
          equityCents: cents,
          depositedCents: cents,
          /** Equity less net deposits, since the start of the period. */
          resultCents: cents,
          changeCents: cents,
          drawdownCents: cents,
          drawdownShare: share,
        }),
      ),
      resultCents: cents,
      largest: drawdown.nullable(),
      recoveryFactor: share,
    }),
    breakdowns: z.object({
      instrument: rows,
      side: rows,
      session: rows,
      weekday: rows,
      holding: rows,
    }),
    habits: z.object({ stops: rows, haste: rows, after: rows }),
    excursions: z.object({
      /** Prices that the excursions come from: five-minute candles, or one price a minute. */
      prices: z.enum(["M5-candles", "minute-prices"]),
      rows: z.array(
        z.object({
          key: z.enum(["all", "winners", "losers"]),
          n: z.int(),
          averageWorstCents: cents.nullable(),
          averageBestCents: cents.nullable(),
          averageResultCents: cents.nullable(),
          keptShare: share,
        }),
      ),
    }),
    calendar: z.array(
      z.object({ day, n: z.int(), resultCents: cents, changeCents: cents.nullable() }),
    ),
    /**
     * The whole season or replay, whatever the period: closed and open trades, transfers and
     * protection add up to the sum of all events, which is the change of the balance.
     */
    totals: z.object({
      closedTrades: z.int(),
      closedCents: cents,
      openTrades: z.int(),
      openBookedCents: cents,
      transfersCents: cents,
      protectionCents: cents,
      eventsCents: cents,
      /** Cost of converting coins to dollars and back, part of the equity's result only. */
      fundsCostCents: cents,
    }),
  })
  .meta({ id: "ForexAnalysis" });

const period = z.strictObject({
  from: time.optional().meta({ description: "first closing time, inclusive" }),
  to: time.optional().meta({ description: "last closing time, inclusive" }),
  tag: journalLabel.optional().meta({ description: "only trades with this tag in the journal" }),
  mistake: journalLabel.optional().meta({ description: "only trades with this mistake" }),
});
const ofSeason = period.extend({ season: seasonName.default("current") });
const byReplay = z.strictObject({ replayId: z.string().max(60) });
const ownRead = { method: "GET", auth: "user", readsStandby: true, keyScope: "read" } as const;
const asCsv = { contentType: "text/csv; charset=utf-8", response: z.string() } as const;

export const forexAnalysisApi = {
  getForexAnalysis: {
    ...ownRead,
    path: "/api/v1/forex/analysis",
    summary: "Analyse closed trades and equity of the live account",
    query: ofSeason,
    response: analysis,
  },
  exportForexAnalysis: {
    ...ownRead,
    path: "/api/v1/forex/analysis.csv",
    summary: "Export the analysis of the live account as CSV, one figure per line",
    query: ofSeason,
    ...asCsv,
  },
  getReplayAnalysis: {
    ...ownRead,
    path: "/api/v1/forex/replays/{replayId}/analysis",
    summary: "Analyse closed trades and equity of a replay",
    params: byReplay,
    query: period,
    response: analysis,
  },
  exportReplayAnalysis: {
    ...ownRead,
    path: "/api/v1/forex/replays/{replayId}/analysis.csv",
    summary: "Export the analysis of a replay as CSV, one figure per line",
    params: byReplay,
    query: period,
    ...asCsv,
  },
} as const satisfies Api;
