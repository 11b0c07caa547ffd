/**
 * Runs the engine's actions on one account, each in its own transaction: filling a triggered order,
 * ending an expired order, and recording a margin call. The row lock serialises these actions with
 * the owner's actions.
 */
import { isMarginCall, levelOf, shown, valueAccount, type Quotes } from "#market";
import { failpoint, type DatabaseTransaction } from "#platform";
import { accountOf, cancel, lockBook, record, type Book } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import { saveBook } from "../book/save.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { hasMarginCallSince } from "../book/transactions-table.ts";
import { fillNow } from "../book/fill-now.ts";
import { recordNotice } from "../notices/record-notice.ts";
import { marginCallMessage } from "./messages.ts";

const NOTIFIED_AGAIN_MS = 3_600_000;

export interface Tick {
  readonly timeMs: number;
  /** Quotes at which orders are filled. */
  readonly quotes: Quotes;
  /** Quotes at which open positions are valued. */
  readonly values: Quotes;
}

export interface TriggeredOrder {
  /** The order in its state when it was triggered. */
  readonly order: StoredOrder;
  readonly triggeredMs: number;
  readonly startQuotes: Quotes;
  readonly latencyMs: number;
  /** Time at which the order reaches the market. */
  readonly fillMs: number;
}

/** Fills a triggered order. Does nothing if the order has ended or its limit is no longer met. */
export async function fillTriggered(
  deps: DeskDeps,
  triggered: TriggeredOrder,
  { quotes, values }: Pick<Tick, "quotes" | "values">,
): Promise<void> {
  const { order, triggeredMs, startQuotes, latencyMs, fillMs } = triggered;
  await changeBook(deps, order.userId, fillMs, (book) => {
    const pending = book.pending.find(({ id }) => id === order.id);
    if (!pending) return;
    const { price } = order.order;
    const moved = price === undefined ? pending.order : { ...pending.order, price };
    const sent = { timeMs: triggeredMs, quotes: startQuotes };
    const label = labelAt(deps.feed, fillMs);
    markIfLate(deps, book);
    fillNow(book, { ...pending, order: moved }, { sent, quotes, values, latencyMs, label });
    recordNotice(book);
  });
}

export async function expireOrder(
  deps: DeskDeps,
  { id, userId, order: { expiresMs } }: StoredOrder,
): Promise<void> {
  if (expiresMs === undefined) return;
  await changeBook(deps, userId, expiresMs, (book) => {
    const pending = book.pending.find((order) => order.id === id);
    if (!pending) return;
    cancel(book, pending, "TIME_IN_FORCE_EXPIRED");
    recordNotice(book);
  });
}

/** Ends the orders with which a disabled user would open positions. Exits of open trades remain. */
export async function endOrdersOf(deps: DeskDeps, userId: string, timeMs: number) {
  await changeBook(deps, userId, timeMs, (book) => {
    for (const pending of book.pending)
      if (pending.order.tradeId === undefined) cancel(book, pending, "ACCOUNT_LOCKED");
  });
}

/**
 * Records that the margin level crossed 100 % in either direction. Notifies the owner at most once
 * an hour.
 */
export async function markMarginCall(
  deps: DeskDeps,
  userId: string,
  { timeMs, values }: Pick<Tick, "timeMs" | "values">,
): Promise<void> {
  await changeBook(deps, userId, timeMs, async (book, tx) => {
    const value = valueAccount(accountOf(book), values);
    const isCall = isMarginCall(value);
    if (isCall === book.isMarginCall) return false;
    book.isMarginCall = isCall;
    const since = new Date(timeMs - NOTIFIED_AGAIN_MS);
    const isNotified =
      isCall &&
      !(await hasMarginCallSince(tx, userId, since)) &&
      (await deps.accounts.deliver(tx, marginCallMessage(book, value)));
    record(book, {
      type: isCall ? "MARGIN_CALL_ENTER" : "MARGIN_CALL_EXIT",
      detail: {
        source: labelAt(deps.feed, timeMs),
        navCents: shown(value.nav).toString(),
        marginUsedCents: shown(value.marginUsed).toString(),
        level: levelOf(value)?.toString() ?? null,
      },
    });
    return isNotified;
  });
}

/**
 * Minimum delay between a tick and its fill for the fill to be marked as delayed by an engine
 * outage.
 */
const CAUGHT_UP_MS = 3_000;

export function markIfLate({ clock }: Pick<DeskDeps, "clock">, book: Book): void {
  const now = clock.now();
  if (now.getTime() - book.at.getTime() > CAUGHT_UP_MS) book.caughtUpAt = now;
}

/**
 * Runs `change` on a locked book, and writes the book if `change` recorded an event. `change`
 * returns true if it sent a message.
 */
export async function changeBook(
  deps: Pick<DeskDeps, "database" | "bus" | "accounts" | "termsOf">,
  userId: string,
  timeMs: number,
  change: (book: Book, tx: DatabaseTransaction) => void | Promise<boolean | void>,
): Promise<void> {
  const { database, bus, accounts } = deps;
  const outcome = await database.transaction(async (tx) => {
    const book = await lockBook(tx, deps, userId, new Date(timeMs));
    if (!book) return undefined;
    const isNotified = (await change(book, tx)) ?? false;
    if (book.changes.entries.length === 0) return undefined;
    await saveBook(tx, book);
    failpoint("forex.turn-saved");
    return { isNotified };
  });
  if (!outcome) return;
  accounts.publish(userId);
  if (outcome.isNotified) bus.publish("me", { userId, what: "mailbox" });
}
