/** The market of the desk over HTTP: of nobody, so nobody is asked who they are. */
import type { forexMarketApi } from "#api-schema/forex";
import type { Handlers } from "#api-schema/route";
import { TICK_MS } from "#market";
import { listInstruments } from "./instruments.ts";
import type { ForexMarket } from "./market.ts";
import { presentBoard } from "./present-market.ts";
import { boardAt, type Board } from "./quotes.ts";

export function forexMarketRoutes(market: ForexMarket): Handlers<typeof forexMarketApi> {
  const board = oncePerTick((nowMs) => boardAt(market, nowMs));
  return {
    listInstruments: () => listInstruments(market),
    async getQuotes() {
      const nowMs = market.clock.now().getTime();
      return presentBoard(market.feed, await board(nowMs));
    },
  };
}

/** However many ask in one tick, it is worked out once. */
function oncePerTick(ask: (nowMs: number) => Promise<Board>): (nowMs: number) => Promise<Board> {
  let kept: { readonly tick: number; readonly board: Promise<Board> } | undefined;
  return (nowMs) => {
    const tick = Math.floor(nowMs / TICK_MS);
    if (kept?.tick === tick) return kept.board;
    const asked = { tick, board: ask(nowMs) };
    kept = asked;
    asked.board.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.board;
  };
}
