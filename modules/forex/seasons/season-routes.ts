/** Handlers for the seasons of a live account. */
import type { forexSeasonsApi } from "#api/forex-seasons";
import type { Handlers } from "#api/route";
import { findAccount } from "../book/accounts-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { numberedBefore, pageOf } from "../views/page.ts";
import { currentSeason, endedSeasons, type SeasonRow } from "../book/seasons-table.ts";
import { startSeason } from "./start-season.ts";

export function forexSeasonRoutes(deps: DeskDeps): Handlers<typeof forexSeasonsApi> {
  const { database } = deps;
  return {
    async listForexSeasons({ caller: { userId }, query: { cursor, limit } }) {
      const { number, beganAt, afterTransaction } = await currentSeason(database, userId);
      const account = await findAccount(database, userId);
      const isEmpty = (account?.lastTransaction ?? 0) === afterTransaction;
      const page = { ...numberedBefore(cursor), limit: limit + 1 };
      const rows = await endedSeasons(database, userId, page);
      const { items, nextCursor } = pageOf(rows.map(presentSeason), limit);
      return {
        current: { number, beganAt, isEmpty },
        items: items.map(({ id: _id, ...season }) => season),
        nextCursor,
      };
    },
    startForexSeason: ({ body: { ends }, idempotency: request }) =>
      startSeason(deps, { request, ends }),
  };
}

function presentSeason({ lastOrder: _order, lastTrade: _trade, ...row }: SeasonRow) {
  const { lastTransaction: lastTransactionId, ...season } = row;
  return {
    id: row.number,
    ...season,
    lastTransactionId,
    resultCents: -season.transfersCents - season.fundsCostCents,
  };
}
