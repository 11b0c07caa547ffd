/**
 * Takes orders into their books, each once: alone with all its refusals, or those of many people in
 * one transaction, each as if it had come alone.
 */
import { dayAt } from "#market";
import {
  failpoint,
  groupCommit,
  Refusal,
  excludeFromBatch,
  NotBatchable,
  runOnce,
  type Database,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import type { Accounts } from "./accounts.ts";
import { assertWalked, NotWalkedError, type PastPrices } from "./assert-walked.ts";
import { assertTakesOrders, type Sent } from "./assert-takes-orders.ts";
import { cancel, lockBooks, openBook, type Book, type Keeper } from "./book.ts";
import { countOrders, type OrderCount, type StoredOrder } from "./orders-table.ts";
import { saveBooks } from "./save.ts";

const ORDERS_A_SECOND = 10;
const PENDING_MAX = 300;

export interface OrderToTake<Answer = unknown> {
  readonly request: IdempotentRequest;
  readonly sent: Sent;
  /** When it meets the market: the book's time. */
  readonly at: Date;
  /** For now, not with a price to wait for. */
  readonly isAtOnce: boolean;
  /** It has a price that the market has reached: its turn is at `at`, else the engine's. */
  readonly isReached?: boolean;
  /** It only closes: taken also when the desk takes no new ones. */
  readonly isClosing: boolean;
  /** The order whose place it takes. */
  readonly replaces?: (tx: DatabaseTransaction, book: Book) => Promise<StoredOrder>;
  /** Throws a Refusal, and leaves a book that nobody writes. */
  readonly take: (book: Book, replaced: StoredOrder | undefined, isTurn: boolean) => Answer;
}

export type TakeOrder = <Answer>(order: OrderToTake<Answer>) => Promise<Answer>;

export interface TakingParts extends Keeper {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly feed: PastPrices;
}

/**
 * Throws the refusals of `assertTakesOrders`, `too_many_orders`, `too_many_pending`, and
 * `NotWalkedError`.
 */
export function takesAlone(parts: TakingParts): TakeOrder {
  return (order) => takeAlone(parts, order);
}

/** The same; those that come at the same time share a transaction. */
export function takesTogether(parts: TakingParts): TakeOrder {
  const { database, accounts } = parts;
  const run = groupCommit<OrderToTake, unknown>({
    database,
    single: (order) => takeAlone(parts, order),
    batch: (tx, orders) => takeTogether(tx, parts, orders),
    publish: ({ request }) => {
      failpoint("forex.order-committed");
      accounts.announce(accounts.idOf(request.userId));
    },
  });
  return async <Answer>(order: OrderToTake<Answer>) => (await run(order)) as Answer;
}

async function takeAlone<Answer>(parts: TakingParts, order: OrderToTake<Answer>): Promise<Answer> {
  const { database, accounts } = parts;
  const { request, sent, at } = order;
  const userId = accounts.idOf(request.userId);
  const answer = await runOnce(database, request, async (tx) => {
    const book = await openBook(tx, parts, userId, at);
    await assertTakesOrders(tx, accounts, order, sent);
    const [count] = await countOrders(tx, [{ userId, since: aSecondBefore(sent) }]);
    assertFrequency(count);
    if (needsWalk(order)) await assertWalked(parts.feed, book);
    const isTurn = order.isAtOnce || (await canFillNow(tx, parts, order, book));
    const replaced = await order.replaces?.(tx, book);
    if (replaced) cancel(book, replaced, "CLIENT_REQUEST_REPLACED");
    const taken = order.take(book, replaced, isTurn);
    if (!order.isAtOnce && !replaced) assertPending(count);
    await saveBooks(tx, accounts, [book]);
    failpoint("forex.order-saved");
    return taken;
  });
  failpoint("forex.order-committed");
  accounts.announce(userId);
  return answer;
}

/** A new order that waits for its price uses no knowledge of earlier ticks. */
function needsWalk({ isAtOnce, replaces }: OrderToTake): boolean {
  return isAtOnce || replaces !== undefined;
}

/** Whether an order with a price that is reached has its turn now; else the engine fills it. */
async function canFillNow(
  tx: DatabaseTransaction,
  { accounts, feed }: TakingParts,
  { isReached = false, at, isClosing, sent }: OrderToTake,
  book: Book,
): Promise<boolean> {
  if (!isReached) return false;
  try {
    await assertTakesOrders(tx, accounts, { at, isAtOnce: true, isClosing }, sent);
    await assertWalked(feed, book);
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotWalkedError) return false;
    throw error;
  }
}

/**
 * Throws `NotBatchable` for those that would be refused, and for all when the market takes none.
 */
async function takeTogether(
  tx: DatabaseTransaction,
  parts: TakingParts,
  orders: readonly OrderToTake[],
): Promise<readonly unknown[]> {
  const { accounts } = parts;
  excludeFromBatch(
    orders,
    ({ replaces, isReached }) => replaces !== undefined || isReached === true,
  );
  const asked = orders.map(({ request, sent, at }) => {
    const userId = accounts.idOf(request.userId);
    return { userId, at, since: aSecondBefore(sent) };
  });
  const found = await lockBooks(tx, parts, asked);
  excludeFromBatch(found, (book) => book === undefined);
  const books = found.filter((book) => book !== undefined);
  const [counts] = await Promise.all([
    countOrders(tx, asked),
    assertTakesAll(tx, accounts, orders),
  ]);
  const answers: unknown[] = [];
  const refused: number[] = [];
  for (const [place, order] of orders.entries()) {
    const book = books[place];
    if (!book) throw new Error("more orders than books");
    try {
      assertFrequency(counts[place]);
      if (needsWalk(order)) await assertWalked(parts.feed, book);
      answers.push(order.take(book, undefined, order.isAtOnce));
      if (!order.isAtOnce) assertPending(counts[place]);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof NotWalkedError)) throw error;
      refused.push(place);
    }
  }
  if (refused.length > 0) throw new NotBatchable(refused);
  await saveBooks(tx, accounts, books);
  failpoint("forex.order-saved");
  return answers;
}

/** As the strictest of them is asked: whoever might be refused is asked alone. */
async function assertTakesAll(
  tx: DatabaseTransaction,
  accounts: Accounts,
  orders: readonly OrderToTake[],
): Promise<void> {
  const ats = orders.map(({ at }) => at.getTime());
  const latestMs = Math.max(...ats);
  if (dayAt(Math.min(...ats)) !== dayAt(latestMs)) throw new NotBatchable(orders.keys());
  const last = orders.reduce((latest, one) =>
    one.sent.timeMs > latest.sent.timeMs ? one : latest,
  );
  const strictest = {
    at: new Date(latestMs),
    isAtOnce: orders.some(({ isAtOnce }) => isAtOnce),
    isClosing: orders.every(({ isClosing }) => isClosing),
  };
  const quotes = orders.every(({ sent }) => sent.quotes) ? last.sent.quotes : undefined;
  try {
    await assertTakesOrders(tx, accounts, strictest, { timeMs: last.sent.timeMs, quotes });
  } catch (error) {
    if (error instanceof Refusal) throw new NotBatchable(orders.keys());
    throw error;
  }
}

function aSecondBefore({ timeMs }: Sent): Date {
  return new Date(timeMs - 1_000);
}

function assertFrequency(count: OrderCount | undefined): void {
  if ((count?.recent ?? 0) >= ORDERS_A_SECOND) throw forexRefusals.too_many_orders();
}

function assertPending(count: OrderCount | undefined): void {
  if ((count?.pending ?? 0) >= PENDING_MAX) throw forexRefusals.too_many_pending();
}
