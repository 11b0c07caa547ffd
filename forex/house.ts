/**
 * The house is the other side of every trade: what that has brought it, and what it would feel if a
 * currency moved. Replays count nowhere.
 */
import { accountBalance, houseAccount } from "#ledger";
import { factorOf, shown, type Quotes } from "#market";
import { mulDiv } from "#money";
import type { Clock, Database } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { openPositions, type OpenPosition } from "./book/trades-table.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

export interface HouseParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
}

const LOSS = houseAccount("forex-loss", "USD");

export async function viewHouse({ database, clock, feed }: HouseParts) {
  const now = clock.now();
  const [[booked], lossCents, positions, quotes] = await Promise.all([
    database.query<{ cents: bigint }>(
      `select coalesce(sum(realised_cents + financing_cents), 0)::bigint as cents from forex_trades where ${LIVE}`,
    ),
    accountBalance(database, LOSS),
    openPositions(database),
    feed.valuedAt(now.getTime()),
  ]);
  // What people won is the house's loss; what it bore of theirs is in it.
  const resultCents = lossCents - (booked?.cents ?? 0n);
  const openResultCents = quotes ? -unrealisedOf(positions, quotes) : null;
  return {
    at: now,
    resultCents,
    openResultCents,
    totalResultCents: openResultCents === null ? null : resultCents + openResultCents,
    openPositions: positions.length,
    exposure: quotes ? exposureOf(positions, quotes) : [],
  };
}

/** Cents that users would gain if everything open were closed at mid. */
function unrealisedOf(positions: readonly OpenPosition[], quotes: Quotes): bigint {
  return positions.reduce((sum, { instrument, units, cost }) => {
    const quote = quotes(instrument);
    if (!quote) return sum;
    const factor = factorOf(instrument.quote, "USD", quotes);
    const doubled = BigInt(units) * BigInt(quote.bid + quote.ask) - 2n * BigInt(cost);
    const bottom = 2n * BigInt(instrument.priceScale) * factor.bottom;
    return sum + shown({ top: doubled * 100n * factor.top, bottom });
  }, 0n);
}

/** Cents of each currency that the house is long (above 0) or short of, at mid; largest first. */
function exposureOf(positions: readonly OpenPosition[], quotes: Quotes) {
  const held = new Map<string, bigint>();
  for (const { instrument, units } of positions) {
    const { base, quote } = instrument;
    const { top, bottom } = factorOf(base, "USD", quotes);
    const value = mulDiv(BigInt(Math.abs(units)) * 100n, top, bottom, "down");
    const cents = units > 0 ? value : -value;
    held.set(base, (held.get(base) ?? 0n) - cents);
    held.set(quote, (held.get(quote) ?? 0n) + cents);
  }
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  return [...held]
    .filter(([currency, cents]) => currency !== "USD" && cents !== 0n)
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((a, b) => (size(b.cents) > size(a.cents) ? 1 : -1));
}
