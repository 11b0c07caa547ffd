/**
 * Stops out one account, based on its locked rows. Closes the position with the largest loss, then
 * the next one, until the margin level is above 50 %. Each close has its own order and fill, with
 * the figures that caused it.
 */
import {
  factorOf,
  levelOf,
  priceText,
  shown,
  stopOut,
  valueAccount,
  type Account,
  type Quotes,
  type StopOutClose,
} from "#market";
import type { Accounts } from "../book/accounts.ts";
import { accountOf, place, type Book } from "../book/book.ts";
import { fill, orderIdAfter } from "../book/fill.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { labelAt } from "../feed/label-at.ts";
import { stopOutMessage } from "./messages.ts";
import { changeBook, markIfLate, type Tick } from "./account-actions.ts";

const stopOuts = new WeakMap<Accounts, number>();

/** Returns how many stop-outs this process has performed in these accounts. */
export function stopOutsOf(accounts: Accounts): number {
  return stopOuts.get(accounts) ?? 0;
}

/** Stops out the account, unless its margin level is above 50 %. */
export async function stopOutAccount(deps: DeskDeps, userId: string, at: Tick): Promise<void> {
  const label = labelAt(deps.feed, at.timeMs);
  let isClosed = false;
  await changeBook(deps, userId, at.timeMs, async (book, tx) => {
    markIfLate(deps, book);
    const before = valueAccount(accountOf(book), at.values);
    const closes = closePositions(book, at, label);
    isClosed = closes.length > 0;
    return isClosed && deps.accounts.deliver(tx, stopOutMessage(book, before, closes));
  });
  if (isClosed) stopOuts.set(deps.accounts, stopOutsOf(deps.accounts) + 1);
}

function closePositions(
  book: Book,
  { quotes, values }: Tick,
  label: string,
): readonly StopOutClose[] {
  const isTradeable = (instrument: Parameters<Quotes>[0]) => quotes(instrument) !== undefined;
  const { closes } = stopOut(accountOf(book), values, isTradeable);
  for (const { instrument, units, price, reductions } of closes) {
    const quote = quotes(instrument);
    if (!quote) throw new Error(`closed ${instrument.name} without a quote`);
    const id = orderIdAfter(`forex_${book.userId}`, `stop-out ${book.lastTransaction}`);
    const figures = figuresOf(accountOf(book), values);
    const mid = factorOf(instrument.quote, "USD", values);
    const order = place(
      book,
      id,
      {
        type: "MARKET",
        instrument,
        units,
        timeInForce: "FOK",
        positionFill: "REDUCE_ONLY",
        triggerCondition: "DEFAULT",
        onFill: {},
      },
      { reason: "MARGIN_CLOSEOUT", ...figures },
    );
    const realisedCents = reductions.reduce((sum, one) => sum + one.realisedCents, 0n);
    fill(book, {
      order,
      filled: { reductions, opened: undefined, realisedCents },
      price,
      units,
      quote,
      detail: {
        source: label,
        orderType: "MARKET",
        reason: "MARGIN_CLOSEOUT",
        marginRate: book.marginRates?.[instrument.id] ?? instrument.marginRate,
        ...figures,
        used: {
          bid: priceText(quote.bid, instrument),
          ask: priceText(quote.ask, instrument),
          time: new Date(quote.timeMs).toISOString(),
        },
        midFactor: `${mid.top}/${mid.bottom}`,
        reductions: reductions.map((one) => ({
          tradeId: one.tradeId,
          units: one.units,
          entry: priceText(one.entry, instrument),
          factor: `${one.factor.top}/${one.factor.bottom}`,
          realisedCents: one.realisedCents.toString(),
          isClosed: one.isClosed,
        })),
      },
    });
  }
  return closes;
}

/** Returns the account's figures at the start of the stop-out. */
function figuresOf(account: Account, quotes: Quotes) {
  const value = valueAccount(account, quotes);
  return {
    navCents: shown(value.nav).toString(),
    marginUsedCents: shown(value.marginUsed).toString(),
    level: levelOf(value)?.toString() ?? null,
  };
}
