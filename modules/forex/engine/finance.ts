/**
 * Finances one account at one rollover (17:00 New York time). Every position opened strictly before
 * that time is financed exactly once: a repeated call finds the date in the account's events and
 * does nothing.
 */
import { dateText, financePosition, valueAccount, type Quotes } from "#market";
import { accountOf, takeResult, type Detail } from "../book/book.ts";
import { changeTrades } from "../book/fill.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import { isFinanced } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { recordNotice } from "../notices/record-notice.ts";
import { changeBook } from "./account-actions.ts";

export interface Rollover {
  /** Date in New York. */
  readonly day: number;
  readonly timeMs: number;
  /** Days of interest, 1 or 3. */
  readonly days: number;
}

/** Finances the account. `quotes` are the last quotes before the rollover. */
export async function financeAccount(
  deps: DeskDeps,
  userId: string,
  { day, timeMs, days }: Rollover,
  quotes: Quotes,
): Promise<void> {
  const terms = await deps.termsOf(day);
  if (!terms) throw new Error(`there are no terms for the rollover of ${dateText(day)}`);
  const { interest: rates, markUp, interestSource, daysOf } = terms;
  await changeBook(deps, userId, timeMs, async (book, tx) => {
    if (await isFinanced(tx, userId, dateText(day))) return;
    const trades = book.trades.filter(({ openedAt }) => openedAt.getTime() < timeMs);
    if (trades.length === 0) return;
    const { positions } = valueAccount(accountOf({ ...book, trades }), quotes);
    const details: Detail[] = [];
    let total = 0n;
    for (const position of positions) {
      const { instrument, units } = position;
      const own = daysOf ? { days: daysOf(instrument, day) } : {};
      const ofPair = { rates, markUp, days, ...own };
      const { cents, sideRate } = financePosition(position, "USD", quotes, ofPair);
      total += cents;
      details.push({
        instrument: instrument.name,
        units,
        cents: cents.toString(),
        sideRate,
        ...own,
      });
      const ofPosition = trades.filter((trade) => trade.instrument === instrument);
      changeTrades(book, withFinancing(ofPosition, cents));
    }
    takeResult(
      book,
      { cents: total, kind: "financing" },
      {
        type: "DAILY_FINANCING",
        financedOn: dateText(day),
        detail: {
          days,
          source: labelAt(deps.feed, timeMs - 1),
          ...(interestSource === undefined ? {} : { interest: interestSource }),
          positions: details,
        },
      },
    );
    recordNotice(book);
  });
}

/**
 * Splits the amount among the trades in proportion to their units, so that each trade shows its
 * cost. The last trade takes the remainder.
 */
export function withFinancing<Trade extends Pick<StoredTrade, "units" | "financingCents">>(
  trades: readonly Trade[],
  cents: bigint,
): readonly Trade[] {
  const units = trades.reduce((sum, trade) => sum + BigInt(Math.abs(trade.units)), 0n);
  let remainingCents = cents;
  return trades.map((trade, index) => {
    const isLast = index === trades.length - 1;
    const share = isLast ? remainingCents : (cents * BigInt(Math.abs(trade.units))) / units;
    remainingCents -= share;
    return { ...trade, financingCents: trade.financingCents + share };
  });
}
