/**
 * Places orders in their books, each exactly once. Orders are placed one at a time, or in batches
 * of different users' orders.
 */
import { dayAt } from "#market";
import {
  decideAll,
  excludeFromBatch,
  failpoint,
  groupCommit,
  NotBatchable,
  Refusal,
  refuseAll,
  runSingle,
  type Database,
  type DatabaseTransaction,
  type RunMode,
  type UseCase,
} from "#platform";
import type { Accounts } from "./accounts.ts";
import {
  assertTicksProcessed,
  TicksPendingError,
  type PastPrices,
} from "./assert-ticks-processed.ts";
import { assertTakesOrders, type Sent } from "./assert-takes-orders.ts";
import { lockBooks, openBook, type Book, type BookAt, type BookDeps } from "./book.ts";
import { decideOrder, type OrderFacts, type OrderToTake } from "./decide-order.ts";
import { countOrders } from "./orders-table.ts";
import { pendingEntryOrder } from "./pending-order.ts";
import { copyPlan, hasPlan, isFullOfPlans, writePlans } from "./plans-table.ts";
import { saveBooks } from "./save.ts";

export type TakeOrder = <Answer>(order: OrderToTake<Answer>) => Promise<Answer>;

export interface TakingDeps extends BookDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly feed: PastPrices;
}

/**
 * Returns a function that places one order per transaction. The function throws `TicksPendingError`
 * and the refusals of `assertTakesOrders` and `decideOrder`.
 */
export function takeOrdersSingly(deps: TakingDeps): TakeOrder {
  const useCase = orderUseCase(deps);
  return async <Answer>(order: OrderToTake<Answer>) => (await runSingle(useCase, order)) as Answer;
}

/** Like `takeOrdersSingly`, but concurrent orders share a transaction. */
export function takeOrdersInBatches(deps: TakingDeps): TakeOrder {
  const run = groupCommit(orderUseCase(deps));
  return async <Answer>(order: OrderToTake<Answer>) => (await run(order)) as Answer;
}

function orderUseCase(deps: TakingDeps): UseCase<OrderToTake, unknown> {
  const { database, accounts } = deps;
  return {
    database,
    run: (tx, orders, mode) => takeAll(tx, deps, orders, mode),
    publish({ request }) {
      failpoint("forex.order-committed");
      accounts.publish(accounts.idOf(request.userId));
    },
  };
}

async function takeAll(
  tx: DatabaseTransaction,
  deps: TakingDeps,
  orders: readonly OrderToTake[],
  mode: RunMode,
): Promise<readonly unknown[]> {
  const { accounts } = deps;
  if (mode === "batch") excludeFromBatch(orders, needsOwnChecks);
  const senders = orders.map(({ request, sent, at }) => {
    return { userId: accounts.idOf(request.userId), at, since: aSecondBefore(sent) };
  });
  const books = await booksOf(tx, deps, senders, mode);
  const [counts] = await Promise.all([
    countOrders(tx, senders),
    assertTakesAll(tx, accounts, orders, mode),
  ]);
  const facts = await Promise.all(
    orders.map((order, place) =>
      factsOf(tx, deps, order, { book: books[place] as Book, count: counts[place] }),
    ),
  );
  const decisions = decideAll(mode, orders, (order, place) => {
    const orderFacts = facts[place];
    if (!orderFacts || (mode === "batch" && orderFacts.missedTick)) return undefined;
    return { answer: order.present(decideOrder(orderFacts, order), orderFacts.book) };
  });
  await savePlans(tx, accounts, orders, books);
  await saveBooks(tx, accounts, books);
  failpoint("forex.order-saved");
  return decisions.map(({ answer }) => answer);
}

/**
 * Writes the plans of the placed orders before the orders themselves, because a market order is
 * inserted as filled and its plan could no longer be written.
 */
async function savePlans(
  tx: DatabaseTransaction,
  accounts: Accounts,
  orders: readonly OrderToTake[],
  books: readonly Book[],
): Promise<void> {
  const placed = orders.filter(({ id }, place) => books[place]?.changes.placedOrders.has(id));
  await writePlans(
    tx,
    placed.flatMap(({ id, plan, request: { userId }, at }) =>
      plan
        ? [{ ...plan, orderId: id, userId, accountId: accounts.idOf(userId), writtenAt: at }]
        : [],
    ),
  );
  for (const { id, plan, replacesId } of placed)
    if (!plan && replacesId !== undefined) await copyPlan(tx, { from: replacesId, to: id });
}

/** True if the order replaces a pending order, or if its price is already reached. */
function needsOwnChecks({ replacesId, isReached = false }: OrderToTake): boolean {
  return replacesId !== undefined || isReached;
}

/**
 * Locks and reads the books. In single mode, creates the desk account of a user who opens the desk
 * for the first time.
 */
async function booksOf(
  tx: DatabaseTransaction,
  deps: TakingDeps,
  senders: readonly BookAt[],
  mode: RunMode,
): Promise<readonly Book[]> {
  if (mode === "single")
    return Promise.all(senders.map(({ userId, at }) => openBook(tx, deps, userId, at)));
  return decideAll(mode, await lockBooks(tx, deps, senders), (book) => book);
}

async function factsOf(
  tx: DatabaseTransaction,
  deps: TakingDeps,
  order: OrderToTake,
  { book, count }: Pick<OrderFacts, "book" | "count">,
): Promise<OrderFacts> {
  return {
    book,
    count,
    missedTick: await missedTickOf(deps.feed, order, book),
    isTurn: order.isAtOnce || (await canFillNow(tx, deps, order, book)),
    replaced: await replacedBy(tx, order, book),
    isJournalFull: (await addsPlan(tx, order)) && (await isFullOfPlans(tx, order.request.userId)),
  };
}

/** True if the order has a plan, or takes over the plan of the order that it replaces. */
async function addsPlan(
  tx: DatabaseTransaction,
  { plan, replacesId }: OrderToTake,
): Promise<boolean> {
  return plan !== undefined || (replacesId !== undefined && hasPlan(tx, replacesId));
}

async function replacedBy(
  tx: DatabaseTransaction,
  { replacesId }: OrderToTake,
  book: Book,
): Promise<OrderFacts["replaced"]> {
  if (replacesId === undefined) return undefined;
  try {
    return await pendingEntryOrder(tx, book, replacesId);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Returns the missed tick on which the order depends, if any. A new order that waits for its price
 * needs no check, because it cannot exploit earlier ticks.
 */
async function missedTickOf(
  feed: PastPrices,
  { isAtOnce, replacesId }: OrderToTake,
  book: Book,
): Promise<TicksPendingError | undefined> {
  if (!isAtOnce && replacesId === undefined) return undefined;
  try {
    await assertTicksProcessed(feed, book);
    return undefined;
  } catch (error) {
    if (error instanceof TicksPendingError) return error;
    throw error;
  }
}

/** True if an order whose price is reached can be filled now. Otherwise, the engine fills it. */
async function canFillNow(
  tx: DatabaseTransaction,
  { accounts, feed }: TakingDeps,
  { isReached = false, at, isClosing, sent }: OrderToTake,
  book: Book,
): Promise<boolean> {
  if (!isReached) return false;
  try {
    await assertTakesOrders(tx, accounts, { at, isAtOnce: true, isClosing }, sent);
    await assertTicksProcessed(feed, book);
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof TicksPendingError) return false;
    throw error;
  }
}

/**
 * Checks a batch against the strictest requirement of any of its orders. If this check fails, the
 * orders run singly.
 */
async function assertTakesAll(
  tx: DatabaseTransaction,
  accounts: Accounts,
  orders: readonly OrderToTake[],
  mode: RunMode,
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
    if (error instanceof Refusal) await refuseAll(mode, orders, () => error);
    throw error;
  }
}

function aSecondBefore({ timeMs }: Sent): Date {
  return new Date(timeMs - 1_000);
}
