/**
 * Sets, moves or removes an open trade's stop loss, take profit and trailing stop, by cancelling
 * the existing exits and placing new ones.
 */
import {
  isReason,
  passedOnFill,
  readOnFill,
  type ExitType,
  type OrderRequest,
  type Quotes,
} from "#market";
import { runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { retryAfterTicks, assertTicksProcessed } from "../book/assert-ticks-processed.ts";
import { cancel, lockBook, type Book } from "../book/book.ts";
import { attachExits } from "../book/fill.ts";
import { saveBook } from "../book/save.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";

/** Changes to a trade's exits. An absent exit stays unchanged, and null removes it. */
export interface ExitChanges {
  readonly takeProfit?: NonNullable<OrderRequest["takeProfitOnFill"]> | null | undefined;
  readonly stopLoss?: NonNullable<OrderRequest["stopLossOnFill"]> | null | undefined;
  readonly trailingStopLoss?:
    | NonNullable<OrderRequest["trailingStopLossOnFill"]>
    | null
    | undefined;
}

export interface ChangeExits {
  readonly request: IdempotentRequest;
  readonly tradeId: string;
  readonly exits: ExitChanges;
}

interface PricesOfNow {
  readonly now: Date;
  readonly quotes: Quotes | undefined;
  readonly values: Quotes | undefined;
}

const TYPE_OF: Readonly<Record<keyof ExitChanges, ExitType>> = {
  takeProfit: "TAKE_PROFIT",
  stopLoss: "STOP_LOSS",
  trailingStopLoss: "TRAILING_STOP_LOSS",
};

/**
 * Changes the exits. Throws `trade_unknown`, `market_halted` (because a trailing stop requires a
 * price) or one of OANDA v20's reasons.
 */
export async function changeExits<Answer>(
  deps: Pick<DeskDeps, "database" | "clock" | "feed" | "accounts" | "termsOf">,
  { request, tradeId, exits }: ChangeExits,
  present: (trade: StoredTrade, book: Book) => Answer,
): Promise<Answer> {
  const { database, clock, feed, accounts } = deps;
  const userId = accounts.idOf(request.userId);
  const changeOnce = async (tx: DatabaseTransaction, { now, quotes, values }: PricesOfNow) => {
    const book = await lockBook(tx, deps, userId, now);
    const trade = book?.trades.find(({ id }) => id === tradeId);
    if (!book || !trade) throw forexRefusals.trade_unknown();
    await assertTicksProcessed(feed, book);
    const onFill = readOnFill(
      {
        ...(exits.takeProfit ? { takeProfitOnFill: exits.takeProfit } : {}),
        ...(exits.stopLoss ? { stopLossOnFill: exits.stopLoss } : {}),
        ...(exits.trailingStopLoss ? { trailingStopLossOnFill: exits.trailingStopLoss } : {}),
      },
      trade.instrument,
      now.getTime(),
    );
    if (isReason(onFill)) throw refusedFor(onFill);
    const quote = quotes?.(trade.instrument);
    // While the market is closed, check the exits against the last price. An exit that this price
    // has passed would be filled immediately at the opening.
    const last = quote ?? values?.(trade.instrument);
    if (exits.trailingStopLoss && !last) throw forexRefusals.market_halted();
    const passed = last && passedOnFill({ units: trade.units, onFill }, last);
    if (passed) throw refusedFor(passed);
    const types = Object.entries(TYPE_OF).flatMap(([name, type]) =>
      exits[name as keyof ExitChanges] === undefined ? [] : [type as string],
    );
    for (const stored of book.pending)
      if (stored.order.tradeId === tradeId && types.includes(stored.order.type))
        cancel(book, stored, "CLIENT_REQUEST_REPLACED");
    attachExits(book, trade, onFill, last ?? { bid: 0, ask: 0, timeMs: 0 });
    await saveBook(tx, book);
    return present(trade, book);
  };
  // Each attempt reads the trade again, because prices change while the request waits for the
  // engine.
  const answer = await retryAfterTicks(deps, async () => {
    const now = clock.now();
    const [quotes, values] = await Promise.all([
      feed.quotesAt(now.getTime()),
      feed.valuedAt(now.getTime()),
    ]);
    return runOnce(database, request, (tx) => changeOnce(tx, { now, quotes, values }));
  });
  accounts.publish(userId);
  return answer;
}
