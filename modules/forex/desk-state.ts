/**
 * Reads the desk's state for administrators: source and age of prices, the position in each
 * instrument, the platform's profit or loss, and recent stop-outs.
 */
import { factorOf, isMarketOpen, type Quotes } from "#market";
import { mulDiv } from "#money";
import { LIVE } from "./book/accounts-table.ts";
import { openPositions, type OpenPosition } from "./book/trades-table.ts";
import { viewOperatorResult } from "./operator-result.ts";
import type { ForexMarket } from "./market.ts";
import { priceAgeSeconds } from "./price-age.ts";

const DAY_MS = 86_400_000;

export type DeskState = Awaited<ReturnType<typeof viewDeskState>>;

export async function viewDeskState(market: Pick<ForexMarket, "database" | "clock" | "feed">) {
  const { database, clock, feed } = market;
  const nowMs = clock.now().getTime();
  const [{ resultCents, openResultCents }, positions, quotes, ageSeconds, [stopOuts]] =
    await Promise.all([
      viewOperatorResult(market),
      openPositions(database),
      feed.valuedAt(nowMs),
      priceAgeSeconds(market),
      // Counts accounts instead of fills, because one stop-out has a fill for each position that it
      // closes, all at the same time.
      database.query<{ day: number; week: number }>(
        `select (count(distinct (user_id, at)) filter (where at > $1))::int as day, count(distinct (user_id, at))::int as week
       from forex_transactions
       where type = 'ORDER_FILL' and at > $2 and detail ->> 'reason' = 'MARGIN_CLOSEOUT' and ${LIVE}`,
        [new Date(nowMs - DAY_MS), new Date(nowMs - 7 * DAY_MS)],
      ),
    ]);
  return {
    source: feed.source,
    label: feed.label,
    isOpen: isMarketOpen(nowMs),
    /** Null while the market is closed or has no price. */
    ageSeconds: ageSeconds === null || Number.isNaN(ageSeconds) ? null : Math.round(ageSeconds),
    resultCents,
    openResultCents,
    openPositions: positions.length,
    exposure: quotes ? byInstrument(positions, quotes) : [],
    stopOutsInDay: stopOuts?.day ?? 0,
    stopOutsInWeek: stopOuts?.week ?? 0,
  };
}

/** Returns the platform's position in each instrument, valued at mid price, largest first. */
function byInstrument(positions: readonly OpenPosition[], quotes: Quotes) {
  const groups = [...Map.groupBy(positions, ({ instrument }) => instrument)];
  return groups
    .map(([instrument, held]) => {
      const units = -held.reduce((sum, one) => sum + one.units, 0);
      const { top, bottom } = factorOf(instrument.base, "USD", quotes);
      const size = mulDiv(BigInt(Math.abs(units)) * 100n, top, bottom, "down");
      return { instrument: instrument.name, units, cents: units < 0 ? -size : size, size };
    })
    .toSorted((a, b) => Number(b.size - a.size))
    .map(({ size: _size, ...row }) => row);
}
