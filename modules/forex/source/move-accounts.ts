/**
 * Closes the old market when the price source changes. Open positions are closed at the old
 * source's last quotes, and pending orders end, because their prices refer to the old source.
 */
import { TICK_MS, type Quotes } from "#market";
import { isolateFailure, type Failed, type Log } from "#platform";
import { cancel, place, type Book } from "../book/book.ts";
import { orderIdAfter } from "../book/fill.ts";
import { allPendingOrders } from "../book/orders-table.ts";
import { openPositions } from "../book/trades-table.ts";
import { changeBook } from "../engine/account-actions.ts";
import { processedUntil } from "../engine/processed-until.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { recordNotice } from "../notices/record-notice.ts";
import { fillNow } from "../book/fill-now.ts";
import { markMoved, priceSources, type PriceSource } from "./price-sources-table.ts";

type MoveDeps = DeskDeps & { readonly log: Log };

/**
 * Moves all accounts to the new source once the engine has processed the old prices to their end,
 * including financing. Returns true if a change was completed.
 */
export async function moveAccounts(deps: MoveDeps): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const rows = await priceSources(database);
  const due = rows.filter(({ fromAt, movedAt }) => fromAt <= now && movedAt === null);
  for (const change of due) {
    const before = rows.findLast((row) => row.position < change.position && row.movedAt !== null);
    // Neither a withdrawn change nor its withdrawal closes any position.
    const isChange = (before?.source ?? "practice") !== change.source;
    if (isChange && !isOvertaken(rows, change) && !(await moveAll(deps, change))) return false;
    await markMoved(database, change, now);
  }
  return due.length > 0;
}

/** True if a later announcement takes effect at the same time or earlier. */
function isOvertaken(rows: readonly PriceSource[], { position, fromAt }: PriceSource): boolean {
  return rows.some((row) => row.position > position && row.fromAt <= fromAt);
}

/** Moves all accounts. Returns false if some accounts could not be moved yet. */
async function moveAll(deps: MoveDeps, { fromAt }: PriceSource): Promise<boolean> {
  const { database, feed, bus } = deps;
  const [positions, orders] = await Promise.all([
    openPositions(database),
    allPendingOrders(database),
  ]);
  const waiting = orders.filter(({ createdAt }) => createdAt < fromAt);
  const userIds = new Set([...positions, ...waiting].map(({ userId }) => userId));
  if (userIds.size === 0) return true;
  const processedMs = (await processedUntil(database)) ?? 0;
  const lastMs = fromAt.getTime() - TICK_MS;
  const quotes = await feed.valuedAt(lastMs);
  if (processedMs < fromAt.getTime() || (!quotes && positions.length > 0)) {
    bus.publish("wake", { worker: "forex-engine" });
    return false;
  }
  const failed: Failed[] = [];
  const move = { fromAt, lastMs, quotes, label: labelAt(feed, lastMs) };
  for (const userId of userIds)
    await isolateFailure({ ...deps, failed }, userId, () =>
      changeBook(deps, userId, fromAt.getTime(), (book) => moveBook(book, move)),
    );
  return failed.length === 0;
}

interface Move {
  readonly fromAt: Date;
  readonly lastMs: number;
  readonly quotes: Quotes | undefined;
  readonly label: string;
}

function moveBook(book: Book, { fromAt, lastMs, quotes, label }: Move): void {
  for (const pending of book.pending)
    if (pending.order.tradeId === undefined && pending.createdAt < fromAt)
      cancel(book, pending, "MIGRATION");
  const held = Map.groupBy(book.trades, ({ instrument }) => instrument);
  for (const [instrument, trades] of held) {
    const units = -trades.reduce((sum, trade) => sum + trade.units, 0);
    const order = place(
      book,
      orderIdAfter(`forex_${book.userId}`, `move ${book.lastTransaction}`),
      {
        type: "MARKET",
        instrument,
        units,
        timeInForce: "FOK",
        positionFill: "REDUCE_ONLY",
        triggerCondition: "DEFAULT",
        onFill: {},
      },
      { reason: "MIGRATION" },
    );
    const sent = { timeMs: lastMs, quotes };
    fillNow(book, order, { sent, quotes, values: quotes, latencyMs: 0, label });
  }
  recordNotice(book);
}
