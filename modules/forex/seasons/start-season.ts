/**
 * Ends the current season of a live account and starts the next one. Closes all positions, cancels
 * all orders and returns all coins, in one transaction: a request that fails or is killed leaves
 * the whole season as it was.
 */
import { dayAt, opensAt } from "#market";
import { failpoint, runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { assertTakesOrders } from "../book/assert-takes-orders.ts";
import { assertTicksProcessed, retryAfterTicks } from "../book/assert-ticks-processed.ts";
import { cancel, lockBook, place, record, type Book } from "../book/book.ts";
import { fillNow } from "../book/fill-now.ts";
import { orderFrom } from "../book/order-source.ts";
import { saveBook } from "../book/save.ts";
import { balanceOf } from "../book/settle.ts";
import { fillsSince } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { moveBack, retryWithoutCoins } from "../funds/take-back.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { planCloses, type ClosePlan, type ClosingOrder } from "./plan-closes.ts";
import { currentSeason } from "../book/seasons-table.ts";

export interface StartSeason {
  readonly request: IdempotentRequest;
  /** Number of the season to end. Must be the current season. */
  readonly ends: number;
}

export interface SeasonStarted {
  /** Number of the new season. */
  readonly number: number;
  readonly closedPositions: number;
  readonly cancelledOrders: number;
  readonly amountCents: bigint;
  readonly amountSats: bigint;
}

/**
 * Thrown if a position changed after the closing orders were sent. The orders would close it at
 * prices from before the change.
 */
class PlanOutdatedError extends Error {}

const coinsShort = forexRefusals.season_coins_short;

/** Maximum number of attempts to send orders for all open positions. */
const PLANS_MAX = 5;

/**
 * Starts the next season. Throws `season_changed`, `season_empty`, `season_market_closed`,
 * `season_positions_changed`, `market_halted` or `season_coins_short`.
 */
export async function startSeason(deps: DeskDeps, order: StartSeason): Promise<SeasonStarted> {
  const started = await retryWithoutCoins(deps, () => withPlan(deps, order), coinsShort);
  failpoint("forex.season-committed");
  deps.accounts.publish(order.request.userId);
  return started;
}

async function withPlan(deps: DeskDeps, { request, ends }: StartSeason): Promise<SeasonStarted> {
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planCloses(deps, request);
    try {
      return await retryAfterTicks(deps, () =>
        runOnce(deps.database, request, (tx) => endSeason(tx, deps, { request, ends, plan })),
      );
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) throw error;
      if (attempt === PLANS_MAX) throw forexRefusals.season_positions_changed();
    }
  }
}

async function endSeason(
  tx: DatabaseTransaction,
  deps: DeskDeps,
  { request: { userId }, ends, plan }: StartSeason & { readonly plan: ClosePlan },
): Promise<SeasonStarted> {
  const book = await lockBook(tx, deps, userId, plan.at);
  const { number, afterTransaction } = await currentSeason(tx, userId);
  if (ends !== number) throw forexRefusals.season_changed({ number: String(number) });
  if (!book || book.lastTransaction === afterTransaction) throw forexRefusals.season_empty();
  await assertTicksProcessed(deps.feed, book);
  const pending = book.pending.length;
  const closedPositions = await closePositions(tx, book, plan);
  for (const stored of book.pending) cancel(book, stored, "CLIENT_REQUEST");
  const amountCents = balanceOf(book.balance);
  const back =
    amountCents > 0n
      ? await moveBack(tx, deps, book, { amountCents, now: deps.clock.now(), coinsShort })
      : { sats: 0n, costCents: 0n };
  const equityCents = amountCents - back.costCents;
  record(book, {
    type: "SEASON_END",
    detail: { season: number, equityCents: equityCents.toString() },
  });
  book.changes.seasonEnd = {
    number,
    endedAt: book.at,
    equityCents,
    returnedSats: back.sats,
  };
  await saveBook(tx, book);
  failpoint("forex.season-saved");
  return {
    number: number + 1,
    closedPositions,
    cancelledOrders: pending,
    amountCents,
    amountSats: back.sats,
  };
}

/** Closes all positions of the book. Returns their number. */
async function closePositions(
  tx: DatabaseTransaction,
  book: Book,
  { sent, orders, at, afterTransaction }: ClosePlan,
): Promise<number> {
  const held = new Set(book.trades.map(({ instrument }) => instrument));
  if (held.size === 0) return 0;
  const opensMs = opensAt(sent.timeMs);
  if (opensMs > sent.timeMs)
    throw forexRefusals.season_market_closed({
      opensAt: `${new Date(opensMs).toISOString().slice(0, 16)}Z`,
    });
  await assertTakesOrders(tx, book.accounts, { at, isAtOnce: true, isClosing: true }, sent);
  const closing = orders.filter(({ instrument }) => held.has(instrument));
  if (closing.length < held.size) throw new PlanOutdatedError();
  if (await isChangedSince(tx, book.userId, { closing, afterTransaction }))
    throw new PlanOutdatedError();
  // The financing of the old day must not come between the closes.
  if (closing.some(({ atMs }) => dayAt(atMs) !== dayAt(sent.timeMs)))
    throw forexRefusals.market_halted();
  for (const { id, instrument, atMs, turn } of closing) {
    book.at = new Date(atMs);
    const source = { kind: "close position", units: undefined, side: undefined } as const;
    const closingOrder = orderFrom(source, { instrument, sent, trades: book.trades, at: book.at });
    const detail = { reason: "SEASON_END" };
    fillNow(book, place(book, id, closingOrder, detail, new Date(sent.timeMs)), turn);
  }
  // Without a valid price, an order is cancelled instead of filled.
  if (book.trades.length > 0) throw forexRefusals.market_halted();
  book.at = at;
  return held.size;
}

/** True if a fill changed a position at or after the arrival of the position's closing order. */
async function isChangedSince(
  tx: DatabaseTransaction,
  userId: string,
  plan: Pick<ClosePlan, "afterTransaction"> & { readonly closing: readonly ClosingOrder[] },
): Promise<boolean> {
  const arrivals = new Map(plan.closing.map(({ instrument, atMs }) => [instrument.name, atMs]));
  const fills = await fillsSince(tx, userId, plan.afterTransaction);
  return fills.some(({ instrument, at }) => at.getTime() >= (arrivals.get(instrument) ?? Infinity));
}
