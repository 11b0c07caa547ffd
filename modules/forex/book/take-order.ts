/** Takes orders into their books, each once, singly or in batches of orders of different users. */
import { dayAt } from "#market";
import {
  decideBatch,
  excludeFromBatch,
  failpoint,
  groupCommit,
  NotBatchable,
  Refusal,
  runOnce,
  type Database,
  type DatabaseTransaction,
} from "#platform";
import type { Accounts } from "./accounts.ts";
import { assertWalked, NotWalkedError, type PastPrices } from "./assert-ticks-processed.ts";
import { assertTakesOrders, type Sent } from "./assert-takes-orders.ts";
import { lockBooks, openBook, type Book, type Keeper } from "./book.ts";
import { decideOrder, type OrderFacts, type OrderToTake } from "./decide-order.ts";
import { countOrders } from "./orders-table.ts";
import { saveBooks } from "./save.ts";

export type TakeOrder = <Answer>(order: OrderToTake<Answer>) => Promise<Answer>;

export interface TakingDeps extends Keeper {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly feed: PastPrices;
}

/** Throws the refusals of `assertTakesOrders` and `decideOrder`, and `NotWalkedError`. */
export function takeOrdersSingly(deps: TakingDeps): TakeOrder {
  return (order) => takeSingle(deps, order);
}

/** The same; concurrent orders share a transaction. */
export function takeOrdersInBatches(deps: TakingDeps): TakeOrder {
  const { database, accounts } = deps;
  const run = groupCommit<OrderToTake, unknown>({
    database,
    single: (order) => takeSingle(deps, order),
    batch: (tx, orders) => takeBatch(tx, deps, orders),
    publish: ({ request }) => {
      failpoint("forex.order-committed");
      accounts.announce(accounts.idOf(request.userId));
    },
  });
  return async <Answer>(order: OrderToTake<Answer>) => (await run(order)) as Answer;
}

async function takeSingle<Answer>(deps: TakingDeps, order: OrderToTake<Answer>): Promise<Answer> {
  const { database, accounts } = deps;
  const { request, sent, at } = order;
  const userId = accounts.idOf(request.userId);
  const answer = await runOnce(database, request, async (tx) => {
    const book = await openBook(tx, deps, userId, at);
    await assertTakesOrders(tx, accounts, order, sent);
    const [count] = await countOrders(tx, [{ userId, since: aSecondBefore(sent) }]);
    const facts: OrderFacts = {
      book,
      count,
      missedTick: await missedTickOf(deps.feed, order, book),
      isTurn: order.isAtOnce || (await canFillNow(tx, deps, order, book)),
      replaced: await order.replaces?.(tx, book).catch(asRefusal),
    };
    const taken = decideOrder(facts, order);
    await saveBooks(tx, accounts, [book]);
    failpoint("forex.order-saved");
    return taken;
  });
  failpoint("forex.order-committed");
  accounts.announce(userId);
  return answer;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** A new order that waits for its price uses no knowledge of earlier ticks. */
async function missedTickOf(
  feed: PastPrices,
  { isAtOnce, replaces }: OrderToTake,
  book: Book,
): Promise<NotWalkedError | undefined> {
  if (!isAtOnce && !replaces) return undefined;
  try {
    await assertWalked(feed, book);
    return undefined;
  } catch (error) {
    if (error instanceof NotWalkedError) return error;
    throw error;
  }
}

/** True if an order whose price is reached is filled now; otherwise the engine fills it. */
async function canFillNow(
  tx: DatabaseTransaction,
  { accounts, feed }: TakingDeps,
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
 * Throws `NotBatchable` for orders that would be refused, that replace another, or whose price is
 * reached; for all of them when the market takes no orders.
 */
async function takeBatch(
  tx: DatabaseTransaction,
  deps: TakingDeps,
  orders: readonly OrderToTake[],
): Promise<readonly unknown[]> {
  const { accounts, feed } = deps;
  excludeFromBatch(orders, ({ replaces, isReached = false }) => Boolean(replaces) || isReached);
  const senders = orders.map(({ request, sent, at }) => {
    return { userId: accounts.idOf(request.userId), at, since: aSecondBefore(sent) };
  });
  const books = decideBatch(await lockBooks(tx, deps, senders), (book) => book);
  const [counts] = await Promise.all([
    countOrders(tx, senders),
    assertTakesAll(tx, accounts, orders),
  ]);
  const missedTicks = await Promise.all(
    books.map((book, place) => missedTickOf(feed, orders[place] as OrderToTake, book)),
  );
  const taken = decideBatch(orders, (order, place) => {
    const [book, count, missedTick] = [books[place], counts[place], missedTicks[place]];
    if (!book || missedTick) return undefined;
    return { answer: decideOrder({ book, count, missedTick, isTurn: order.isAtOnce }, order) };
  });
  await saveBooks(tx, accounts, books);
  failpoint("forex.order-saved");
  return taken.map(({ answer }) => answer);
}

/** Checks all orders as the strictest of them. An order that might be refused runs singly. */
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
