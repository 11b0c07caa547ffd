/**
 * Routes of replays. A replay is an account with virtual dollars in the market of a past day, with
 * the same routes as a live account. Replays do not change real balances.
 */
import { z } from "zod";
import { forexAccountApi as live } from "./forex-account.ts";
import { figures } from "./forex-shapes.ts";
import { forexPriceFilesApi } from "./forex-price-files.ts";
import { board, forexMarketApi } from "./forex.ts";
import { forexReplayLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { cents, listOf, pageQuery, time } from "./values.ts";

const pace = z.int().min(0).max(1_000).meta({
  description: "market seconds per second; 0 pauses the replay",
});

const leverage = z.int().min(1).max(forexReplayLimits.leverageMax).meta({
  description: "highest leverage; a pair that allows less keeps its own margin rate",
});
const spreadFactor = z.int().min(1).max(forexReplayLimits.spreadFactorMax).meta({
  description: "factor that widens all spreads about the mid",
});

const answer = z.int().min(0).max(2).meta({
  description: "index of the chosen answer to the famous day's question",
});

const lesson = z
  .object({
    question: z.string(),
    choices: z.array(z.string()),
    /** The user's answer. Null if the question was skipped. */
    answer: answer.nullable(),
    right: answer,
    happened: z.string(),
    /** Effect of the day on stops and limits. */
    orders: z.string(),
    sources: z.array(z.string()),
  })
  .meta({ id: "ForexReplayLesson" });

/** The account with which a replay starts. */
const start = {
  pace,
  startCents: cents.default(BigInt(forexReplayLimits.startCents)),
  leverage: leverage.default(forexReplayLimits.leverageMax),
  spreadFactor: spreadFactor.default(1),
};

/**
 * A blind replay hides its pair, day and direction. Its instrument is then `BLIND_USD`, and all of
 * its times are in the fictional year 2099.
 */
const blind = z
  .object({
    /** SHA-256 of the secret's text, in hex. */
    commitment: z.string(),
    /** Null until the replay, and all branches of it, have ended. */
    revealed: z
      .object({
        /** The text whose SHA-256 is the commitment. It contains all of the facts below. */
        secret: z.string(),
        instrument: z.string(),
        startsAt: time,
        isMirrored: z.boolean(),
        /** Real price that was shown as 1. */
        scale: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "ForexReplayBlind" });

const replay = z
  .object({
    id: z.string(),
    title: z.string(),
    /** Main instrument of the replay. */
    instrument: z.string(),
    begunAt: time,
    endedAt: time.nullable(),
    startsAt: time,
    /** Market time of the replay at its last update. */
    time,
    pace,
    /** Market time at which the current jump will end. Null if no jump is in progress. */
    jumpTo: time.nullable(),
    /** The uploaded price file that the replay uses. Null if the replay uses ECB rates. */
    priceFileId: z.string().nullable(),
    startCents: cents,
    leverage,
    spreadFactor,
    /** Id of the famous day. Null if the replay is of another day or of a price file. */
    famous: z.string().nullable(),
    answer: answer.nullable(),
    /** Id of the replay of which this replay is a branch. */
    branchOf: z.string().nullable(),
    /** Market time at which the branch began. */
    branchedAt: time.nullable(),
    /** Null if the replay is not blind. */
    blind: blind.nullable(),
  })
  .meta({ id: "ForexReplay" });

const standing = z
  .object({
    replay,
    account: figures,
    /** The parent of a branch. Null if the replay is no branch. */
    parent: z
      .object({
        id: z.string(),
        title: z.string(),
        instrument: z.string(),
        /** False if the parent has more than 10,000 events. */
        isCompared: z.boolean(),
        /** Equity at the branch's time. Null if not compared or if not reached by the parent. */
        navCents: cents.nullable(),
      })
      .nullable(),
    /** Lesson of a famous day. Null until the critical moment has passed. */
    lesson: lesson.nullable(),
    /** Prices at the replay's time. */
    board,
  })
  .meta({ id: "ForexReplayStanding" });

const famousDay = z.object({
  id: z.string(),
  title: z.string(),
  instrument: z.string(),
  startsAt: time,
  /** Hint about the day's events. */
  watch: z.string(),
  /** Question that can be answered at the start. */
  question: z.object({ text: z.string(), choices: z.array(z.string()) }),
});

const byReplay = z.strictObject({ replayId: z.string().max(60) });
const BASE = "/api/v1/forex/replays";

/** A replay has no seasons. */
const SEASON = { season: true } as const;

export const forexReplaysApi = {
  listReplayDays: {
    method: "GET",
    path: "/api/v1/forex/replay-days",
    auth: "anonymous",
    summary: "List famous days, and the period in which days can be replayed",
    response: z.object({ days: z.array(famousDay), from: time, until: time }),
  },
  ...forexPriceFilesApi,
  listReplays: {
    method: "GET",
    path: BASE,
    auth: "user",
    keyScope: "read",
    summary: "List your own replays, newest first",
    query: pageQuery,
    response: listOf(replay),
  },
  startReplay: {
    method: "POST",
    path: BASE,
    auth: "user",
    keyScope: "trade",
    summary:
      "Start a replay of a famous day, any moment, a price file or a hidden day, or a branch of a replay at a time or before an entry order",
    movesMoney: true,
    body: z.union([
      z.strictObject({ famous: z.string().max(40), answer: answer.optional(), ...start }),
      z.strictObject({ startsAt: time, instrument: z.string().max(20), ...start }),
      z.strictObject({ priceFile: z.string().max(60), ...start }),
      z.strictObject({ branchOf: z.string().max(60), at: time, pace }),
      z.strictObject({ branchOf: z.string().max(60), before: z.string().max(60), pace }),
      z.strictObject({ blind: z.literal(true), ...start }),
    ]),
    response: z.object({ id: z.string() }),
  },
  getReplay: {
    method: "GET",
    path: `${BASE}/{replayId}`,
    auth: "user",
    keyScope: "read",
    summary: "Get a replay's current time, prices and account",
    params: byReplay,
    response: standing,
  },
  setReplay: {
    method: "PUT",
    path: `${BASE}/{replayId}`,
    auth: "user",
    keyScope: "trade",
    summary: "Change a replay's speed, jump forward, or end it",
    params: byReplay,
    body: z.union([
      z.strictObject({ pace }),
      z.strictObject({ jumpTo: time }),
      z.strictObject({ end: z.literal(true) }),
    ]),
    response: standing,
  },
  listReplayCandles: {
    method: "GET",
    path: `${BASE}/{replayId}/candles`,
    auth: "user",
    keyScope: "read",
    summary: "List an instrument's candles up to the replay's time, oldest first",
    params: byReplay,
    query: forexMarketApi.listCandles.query.extend({
      count: z.coerce.number().int().min(1).max(1_000).default(300),
    }),
    response: forexMarketApi.listCandles.response,
  },
  listReplayDrawings: {
    ...live.listForexDrawings,
    path: "/api/v1/forex/replays/{replayId}/drawings",
    params: byReplay,
  },
  setReplayDrawing: {
    ...live.setForexDrawing,
    path: "/api/v1/forex/replays/{replayId}/drawings/{drawingId}",
    params: byReplay.extend(live.setForexDrawing.params.shape),
  },
  removeReplayDrawing: {
    ...live.removeForexDrawing,
    path: "/api/v1/forex/replays/{replayId}/drawings/{drawingId}",
    params: byReplay.extend(live.removeForexDrawing.params.shape),
  },
  placeReplayOrder: {
    ...live.placeForexOrder,
    path: "/api/v1/forex/replays/{replayId}/orders",
    params: byReplay,
  },
  previewReplayOrder: {
    ...live.previewForexOrder,
    path: "/api/v1/forex/replays/{replayId}/orders/preview",
    params: byReplay,
  },
  listReplayOrders: {
    ...live.listForexOrders,
    query: live.listForexOrders.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/orders",
    params: byReplay,
  },
  replaceReplayOrder: {
    ...live.replaceForexOrder,
    path: "/api/v1/forex/replays/{replayId}/orders/{orderId}",
    params: byReplay.extend(live.replaceForexOrder.params.shape),
  },
  cancelReplayOrder: {
    ...live.cancelForexOrder,
    path: "/api/v1/forex/replays/{replayId}/orders/{orderId}/cancel",
    params: byReplay.extend(live.cancelForexOrder.params.shape),
  },
  getReplayOrderReport: {
    ...live.getForexOrderReport,
    path: "/api/v1/forex/replays/{replayId}/orders/{orderId}/report",
    params: byReplay.extend(live.getForexOrderReport.params.shape),
  },
  listReplayTrades: {
    ...live.listForexTrades,
    query: live.listForexTrades.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/trades",
    params: byReplay,
  },
  closeReplayTrade: {
    ...live.closeForexTrade,
    path: "/api/v1/forex/replays/{replayId}/trades/{tradeId}/close",
    params: byReplay.extend(live.closeForexTrade.params.shape),
  },
  changeReplayTradeOrders: {
    ...live.changeForexTradeOrders,
    path: "/api/v1/forex/replays/{replayId}/trades/{tradeId}/orders",
    params: byReplay.extend(live.changeForexTradeOrders.params.shape),
  },
  listReplayPositions: {
    ...live.listForexPositions,
    path: "/api/v1/forex/replays/{replayId}/positions",
    params: byReplay,
  },
  closeReplayPosition: {
    ...live.closeForexPosition,
    path: "/api/v1/forex/replays/{replayId}/positions/{instrument}/close",
    params: byReplay.extend(live.closeForexPosition.params.shape),
  },
  closeAllReplayPositions: {
    ...live.closeAllForexPositions,
    path: "/api/v1/forex/replays/{replayId}/positions/close",
    params: byReplay,
  },
  listReplayTransactions: {
    ...live.listForexTransactions,
    query: live.listForexTransactions.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/transactions",
    params: byReplay,
  },
  getReplayStatistics: {
    ...live.getForexStatistics,
    query: live.getForexStatistics.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/statistics",
    params: byReplay,
  },
  exportReplayOrders: {
    ...live.exportForexOrders,
    query: live.exportForexOrders.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/orders.csv",
    params: byReplay,
  },
  exportReplayTrades: {
    ...live.exportForexTrades,
    query: live.exportForexTrades.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/trades.csv",
    params: byReplay,
  },
  exportReplayTransactions: {
    ...live.exportForexTransactions,
    query: live.exportForexTransactions.query.omit(SEASON),
    path: "/api/v1/forex/replays/{replayId}/transactions.csv",
    params: byReplay,
  },
} as const satisfies Api;
