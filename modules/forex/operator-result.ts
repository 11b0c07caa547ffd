/**
 * Computes the platform's profit or loss so far and its exposure to each currency, which arise
 * because the platform is the counterparty of every trade. Replays are excluded.
 */
import { accountBalance, houseAccount } from "#ledger";
import { factorOf, shown, type Instrument, type Quotes } from "#market";
import type { Clock, Database } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { openPositions, type OpenPosition } from "./book/trades-table.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

export interface OperatorResultDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
}

const LOSS = houseAccount("forex-loss", "USD");

export async function viewOperatorResult({ database, clock, feed }: OperatorResultDeps) {
  const now = clock.now();
  const [[booked], lossCents, positions, quotes] = await Promise.all([
    database.query<{ cents: bigint }>(
      `select coalesce(sum(realised_cents + financing_cents), 0)::bigint as cents from forex_trades where ${LIVE}`,
    ),
    accountBalance(database, LOSS),
    openPositions(database),
    feed.valuedAt(now.getTime()),
  ]);
  // Users' gains are the platform's loss. The platform also bears the losses that it took over.
  const resultCents = lossCents - (booked?.cents ?? 0n);
  const nets = netPositions(positions);
  const openResultCents = quotes ? -unrealisedOf(nets, quotes) : null;
  return {
    at: now,
    resultCents,
    openResultCents,
    totalResultCents: openResultCents === null ? null : resultCents + openResultCents,
    openPositions: positions.length,
    exposure: quotes ? exposureOf(nets, quotes) : [],
  };
}

/** Users' net position in an instrument: longs minus shorts. */
interface NetPosition {
  readonly instrument: Instrument;
  units: bigint;
  /** Sum of units x entry price. */
  cost: bigint;
}

/**
 * Adds up positions by instrument. Only the sum is rounded, so that many small positions have the
 * same result as one large position.
 */
function netPositions(positions: readonly OpenPosition[]): readonly NetPosition[] {
  const nets = new Map<string, NetPosition>();
  for (const { instrument, units, cost } of positions) {
    const net = nets.get(instrument.name) ?? { instrument, units: 0n, cost: 0n };
    net.units += BigInt(units);
    net.cost += BigInt(cost);
    nets.set(instrument.name, net);
  }
  return [...nets.values()];
}

/** Returns the cents that users would gain if all positions were closed at mid price. */
function unrealisedOf(nets: readonly NetPosition[], quotes: Quotes): bigint {
  return nets.reduce((sum, { instrument, units, cost }) => {
    const quote = quotes(instrument);
    if (!quote) return sum;
    const factor = factorOf(instrument.quote, "USD", quotes);
    const doubled = units * BigInt(quote.bid + quote.ask) - 2n * cost;
    const bottom = 2n * BigInt(instrument.priceScale) * factor.bottom;
    return sum + shown({ top: doubled * 100n * factor.top, bottom });
  }, 0n);
}

/**
 * Returns the platform's position in each currency at mid price, in cents, largest first. Positive
 * means long.
 */
function exposureOf(nets: readonly NetPosition[], quotes: Quotes) {
  const held = new Map<string, bigint>();
  for (const { instrument, units } of nets) {
    const { base, quote } = instrument;
    const { top, bottom } = factorOf(base, "USD", quotes);
    const cents = shown({ top: units * 100n * top, bottom });
    held.set(base, (held.get(base) ?? 0n) - cents);
    held.set(quote, (held.get(quote) ?? 0n) + cents);
  }
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  return [...held]
    .filter(([currency, cents]) => currency !== "USD" && cents !== 0n)
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((a, b) => (size(b.cents) > size(a.cents) ? 1 : -1));
}
