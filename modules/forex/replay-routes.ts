/** Handlers for replays: the account handlers, applied to the account and market of a replay. */
import type { forexReplaysApi } from "#api/forex-replays";
import type { Handlers, KeyCaller } from "#api/route";
import { forexAccountRoutes } from "./account-routes.ts";
import { instrumentForCandles } from "./instruments.ts";
import { presentCandles } from "./present-candles.ts";
import { priceFileRoutes } from "./price-files/price-file-routes.ts";
import { branchReplay } from "./replays/branch-replay.ts";
import { FAMOUS_DAYS } from "./replays/famous-days.ts";
import { peekReplay, withReplay, type OpenReplay, type ReplayDeps } from "./replays/open-replay.ts";
import { replaysOf } from "./replays/replays-table.ts";
import { setReplay } from "./replays/set-replay.ts";
import { startReplay } from "./replays/start-replay.ts";
import { presentReplay, viewReplay } from "./replays/view-replay.ts";
import { pageOf } from "./views/page.ts";

type AccountRoutes = ReturnType<typeof forexAccountRoutes>;

interface Inside {
  readonly caller: Pick<KeyCaller, "userId">;
  readonly params: { readonly replayId: string };
  readonly ip: string;
}

export function forexReplayRoutes(deps: ReplayDeps): Handlers<typeof forexReplaysApi> {
  const { database, clock, past } = deps;
  const opened = <Answer>(
    { caller, params, ip }: Inside,
    work: (replay: OpenReplay) => Promise<Answer>,
  ): Promise<Answer> =>
    withReplay(deps, { userId: caller.userId, replayId: params.replayId, ip }, work);
  const peeked = ({ caller, params }: Inside) =>
    peekReplay(deps, { userId: caller.userId, replayId: params.replayId });
  // These routes have the same schemas as the live account's routes, but a different path.
  const looked =
    <Name extends keyof AccountRoutes>(name: Name) =>
    (input: Inside) =>
      peeked(input).then(({ desk }) =>
        forexAccountRoutes(desk)[name](input as never),
      ) as ReturnType<AccountRoutes[Name]>;
  const inside =
    <Name extends keyof AccountRoutes>(name: Name) =>
    (input: Inside) =>
      opened(input, ({ desk }) => forexAccountRoutes(desk)[name](input as never)) as ReturnType<
        AccountRoutes[Name]
      >;

  return {
    async listReplayDays() {
      const { fromMs, untilMs } = await past.range();
      const days = FAMOUS_DAYS.map(({ id, title, instrument, startsAt, watch, question }) => ({
        id,
        title,
        instrument,
        startsAt: new Date(startsAt),
        watch,
        question: { text: question.text, choices: [...question.choices] },
      }));
      return { days, from: new Date(fromMs), until: new Date(untilMs) };
    },
    ...priceFileRoutes(deps),
    async listReplays({ caller, query: { cursor, limit } }) {
      const page = { ...(cursor === undefined ? {} : { before: cursor }), limit: limit + 1 };
      const { items, nextCursor } = pageOf(await replaysOf(database, caller.userId, page), limit);
      return { items: items.map(presentReplay), nextCursor };
    },
    startReplay({ body, idempotency: request, ip }) {
      if ("branchOf" in body) {
        const { pace, ...subject } = body;
        return branchReplay(deps, { request, ip, subject, pace });
      }
      const { pace, startCents, leverage, spreadFactor, ...subject } = body;
      return startReplay(deps, {
        request,
        subject,
        pace,
        account: { startCents, leverage, spreadFactor },
      });
    },
    getReplay: (input) => opened(input, viewReplay),
    setReplay: (input) =>
      opened(input, async (replay) => {
        await setReplay(replay, input.body, clock.now());
        return viewReplay(replay);
      }),
    async listReplayCandles(input) {
      const { desk, market, row } = await peeked(input);
      const { granularity, count, to, price } = input.query;
      const instrument = instrumentForCandles(input.query.instrument, market);
      const nowMs = desk.clock.now().getTime();
      const beforeMs = to?.getTime() ?? nowMs + 1;
      const sinceMs = row.startsAt.getTime();
      const query = { instrument, granularity, count, beforeMs, sinceMs };
      const requestCaller = { userId: input.caller.userId, ip: input.ip };
      const candles = await deps.turns.take(requestCaller, () => market.candles(query, nowMs));
      return presentCandles(market, { instrument, granularity, price }, candles);
    },
    listReplayDrawings: looked("listForexDrawings"),
    setReplayDrawing: looked("setForexDrawing"),
    removeReplayDrawing: looked("removeForexDrawing"),
    placeReplayOrder: inside("placeForexOrder"),
    previewReplayOrder: looked("previewForexOrder"),
    listReplayOrders: looked("listForexOrders"),
    replaceReplayOrder: inside("replaceForexOrder"),
    cancelReplayOrder: inside("cancelForexOrder"),
    getReplayOrderReport: looked("getForexOrderReport"),
    listReplayTrades: looked("listForexTrades"),
    closeReplayTrade: inside("closeForexTrade"),
    changeReplayTradeOrders: inside("changeForexTradeOrders"),
    listReplayPositions: looked("listForexPositions"),
    closeReplayPosition: inside("closeForexPosition"),
    closeAllReplayPositions: inside("closeAllForexPositions"),
    listReplayTransactions: looked("listForexTransactions"),
    getReplayStatistics: looked("getForexStatistics"),
    exportReplayOrders: looked("exportForexOrders"),
    exportReplayTrades: looked("exportForexTrades"),
    exportReplayTransactions: looked("exportForexTransactions"),
  };
}
