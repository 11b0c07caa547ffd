/**
 * Sends the orders that close all positions at the end of a season. Each order has its own latency,
 * like any market order, but all of them are filled in one transaction.
 */
import { opensAt, type Instrument } from "#market";
import { transferIdOf, type IdempotentRequest } from "#platform";
import type { Sent } from "../book/assert-takes-orders.ts";
import type { Turn } from "../book/fill-now.ts";
import { findAccount } from "../book/accounts-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";

export interface ClosingOrder {
  readonly id: string;
  readonly instrument: Instrument;
  /** Time at which the order reaches the market. */
  readonly atMs: number;
  readonly turn: Turn;
}

export interface ClosePlan {
  readonly sent: Sent;
  /** Orders by time of arrival, one per position. Empty if there is no price. */
  readonly orders: readonly ClosingOrder[];
  /** Time at which the last order has reached the market. */
  readonly at: Date;
  /** Number of the account's last event before the orders were sent. */
  readonly afterTransaction: number;
}

/** Waits until the last order has reached the market. */
export async function planCloses(deps: DeskDeps, request: IdempotentRequest): Promise<ClosePlan> {
  const { database, clock, feed } = deps;
  const accountId = deps.accounts.idOf(request.userId);
  const account = await findAccount(database, accountId);
  const afterTransaction = account?.lastTransaction ?? 0;
  const timeMs = clock.now().getTime();
  const trades = await openTradesOf(database, accountId);
  const instruments = [...new Set(trades.map(({ instrument }) => instrument))];
  const [quotes, values] = await Promise.all([feed.quotesAt(timeMs), feed.valuedAt(timeMs)]);
  const sent: Sent = { timeMs, quotes, values };
  if (instruments.length === 0 || !quotes || opensAt(timeMs) > timeMs)
    return { sent, orders: [], at: new Date(timeMs), afterTransaction };
  const arriving = await Promise.all(
    instruments.map(async (instrument) => {
      const id = `fxo_${transferIdOf(request, instrument.name).replaceAll("-", "")}`;
      return { id, instrument, ...(await feed.arrivalOf(id, timeMs)) };
    }),
  );
  const lastMs = Math.max(...arriving.map((order) => order.timeMs));
  await deps.until(lastMs);
  const orders = await Promise.all(
    arriving.map(async ({ id, instrument, latencyMs, timeMs: atMs }): Promise<ClosingOrder> => {
      const [arrived, valued] = await Promise.all([feed.quotesAt(atMs), feed.valuedAt(atMs)]);
      const turn = { sent, latencyMs, quotes: arrived, values: valued, label: feed.label };
      return { id, instrument, atMs, turn };
    }),
  );
  const sorted = orders.toSorted((a, b) => a.atMs - b.atMs);
  return { sent, orders: sorted, at: new Date(lastMs), afterTransaction };
}
