/**
 * Sets, moves or removes an open trade's stop loss, take profit and trailing stop, by cancelling
 * the existing exits and placing new ones.
 */
import {
  breakEvenPrice,
  isReason,
  passedOnFill,
  priceText,
  readOnFill,
  type ExitsRequest,
  type ExitType,
  type Quotes,
  type SharedFinancing,
} from "#market";
import { runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { retryAfterTicks, assertTicksProcessed } from "../book/assert-ticks-processed.ts";
import { cancel, lockBook, type Book } from "../book/book.ts";
import { attachExits } from "../book/fill.ts";
import { saveBook } from "../book/save.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import { positionFinancings } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";

type Requested<Name extends keyof ExitsRequest> =
  | NonNullable<ExitsRequest[Name]>
  | null
  | undefined;

/** Changes to a trade's exits. An absent exit stays unchanged, and null removes it. */
export interface ExitChanges {
  readonly takeProfit?: Requested<"takeProfitOnFill">;
  /** Replaces all take profits of the trade, like `takeProfit`. */
  readonly takeProfits?: Requested<"takeProfitsOnFill">;
  readonly stopLoss?: Requested<"stopLossOnFill">;
  readonly trailingStopLoss?: Requested<"trailingStopLossOnFill">;
  /** Moves the stop loss to the break-even price, instead of `stopLoss`. */
  readonly breakEven?: true | undefined;
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
  takeProfits: "TAKE_PROFIT",
  breakEven: "STOP_LOSS",
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
    const stopAt = exits.breakEven && (await breakEvenOf(tx, book, trade, { quotes, values }));
    const read = readOnFill(
      {
        ...(exits.takeProfit ? { takeProfitOnFill: exits.takeProfit } : {}),
        ...(exits.takeProfits ? { takeProfitsOnFill: exits.takeProfits } : {}),
        ...(exits.stopLoss ? { stopLossOnFill: exits.stopLoss } : {}),
        ...(exits.trailingStopLoss ? { trailingStopLossOnFill: exits.trailingStopLoss } : {}),
      },
      trade.instrument,
      { units: trade.units, nowMs: now.getTime() },
    );
    if (isReason(read)) throw refusedFor(read);
    const onFill = stopAt === undefined ? read : { ...read, stopLoss: stopAt };
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

/**
 * Returns the break-even price. Throws `market_halted`, `break_even_not_reached` or
 * `stop_already_better`.
 */
async function breakEvenOf(
  tx: DatabaseTransaction,
  { pending }: Book,
  trade: StoredTrade,
  { quotes, values }: Pick<PricesOfNow, "quotes" | "values">,
): Promise<number> {
  const { instrument, units } = trade;
  const quote = quotes?.(instrument);
  if (!quote || !values) throw forexRefusals.market_halted();
  const side = Math.sign(units);
  const price = breakEvenPrice(trade, await financingsOf(tx, trade), values);
  const now = side > 0 ? quote.bid : quote.ask;
  if (side * (now - price) <= 0)
    throw forexRefusals.break_even_not_reached({ price: priceText(price, instrument) });
  const isBetter = pending.some(
    ({ order }) =>
      order.tradeId === trade.id &&
      order.type === "STOP_LOSS" &&
      side * ((order.price ?? 0) - price) >= 0,
  );
  if (isBetter) throw forexRefusals.stop_already_better();
  return price;
}

/**
 * Returns the financing of the trade with the units that shared it. Units that were closed keep
 * their share, and a rollover charges all units of a position the same.
 */
async function financingsOf(
  tx: DatabaseTransaction,
  trade: StoredTrade,
): Promise<readonly SharedFinancing[]> {
  const { units, initialUnits, financingCents } = trade;
  return units === initialUnits
    ? [{ cents: financingCents, units }]
    : positionFinancings(tx, trade);
}
