/**
 * Converts desk dollars back to BTC in the wallet. The original coins are returned in proportion to
 * the dollars, without conversion. Gains are converted at the worse of two rates. Coins come from
 * the desk first, then from the treasury's spare or reserved coins.
 */
import { accountBalance, houseAccount, LedgerRefusal, userAccount } from "#ledger";
import { formatAmount, mulDiv } from "#money";
import { principalWithin, NO_PRINCIPAL, takenBack, valueAccount, type Quotes } from "#market";
import { runOnce, type DatabaseTransaction, type IdempotentRequest, type Refusal } from "#platform";
import { claimOwedSats, claimSpareSats, referenceValuesAt } from "#treasury";
import { retryAfterTicks, assertTicksProcessed } from "../book/assert-ticks-processed.ts";
import { accountOf, lockBook, record, type Book } from "../book/book.ts";
import { saveBook } from "../book/save.ts";
import { balanceOf } from "../book/settle.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { deskTermsAt } from "../terms/posted-terms.ts";
import type { FundsMoved } from "./funds-moved.ts";

export interface TakeBack {
  readonly request: IdempotentRequest;
  readonly amountCents: bigint;
}

const DESK_COINS = houseAccount("forex", "BTC");

/**
 * Maximum number of attempts. Each attempt reads the balances again, because a concurrent request
 * may have taken coins.
 */
const ATTEMPTS_MAX = 5;

/**
 * Moves dollars back to the wallet. Throws `amount_invalid`, `over_withdrawable` or `coins_short`.
 */
export async function takeBack(deps: DeskDeps, order: TakeBack): Promise<FundsMoved> {
  return retryWithoutCoins(deps, () => retryAfterTicks(deps, () => takeOnce(deps, order)));
}

/**
 * Returns the refusal if the desk has too few coins. `max` is the amount in BTC that it can return.
 */
export type CoinsShort = (values: { readonly max: string }) => Refusal;

/** Repeats `work` if a concurrent request took the desk's coins. Throws `coinsShort`. */
export async function retryWithoutCoins<Answer>(
  deps: Pick<DeskDeps, "database">,
  work: () => Promise<Answer>,
  coinsShort: CoinsShort = forexRefusals.coins_short,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRace = error instanceof LedgerRefusal && error.has("insufficient");
      if (!isRace) throw error;
      if (attempt === ATTEMPTS_MAX)
        throw coinsShort({
          max: formatAmount(await accountBalance(deps.database, DESK_COINS), 8),
        });
    }
  }
}

async function takeOnce(deps: DeskDeps, { request, amountCents }: TakeBack): Promise<FundsMoved> {
  const { database, clock, feed } = deps;
  const { userId } = request;
  const now = clock.now();
  const quotes = await feed.valuedAt(now.getTime());
  const answer = await runOnce(database, request, async (tx) => {
    if (amountCents <= 0n) throw forexRefusals.amount_invalid();
    const book = await lockBook(tx, deps, userId, now);
    if (book) await assertTicksProcessed(feed, book);
    const withdrawable = book ? withdrawableCents(book, quotes) : 0n;
    if (!book || amountCents > withdrawable)
      throw forexRefusals.over_withdrawable({ max: formatAmount(withdrawable, 2) });
    const { sats } = await moveBack(tx, deps, book, { amountCents, now });
    await saveBook(tx, book);
    return { transactionId: book.lastTransaction, amountSats: sats, amountCents };
  });
  deps.accounts.publish(userId);
  return answer;
}

/** Coins that return to the wallet, and the part of the dollars that their conversion costs. */
export interface MovedBack {
  readonly sats: bigint;
  readonly costCents: bigint;
}

/** Converts dollars of a locked book, which must contain them. Throws `coinsShort`. */
export async function moveBack(
  tx: DatabaseTransaction,
  deps: DeskDeps,
  book: Book,
  {
    amountCents,
    now,
    coinsShort = forexRefusals.coins_short,
  }: {
    readonly amountCents: bigint;
    readonly now: Date;
    readonly coinsShort?: CoinsShort;
  },
): Promise<MovedBack> {
  const [{ centsPerBtc }, { conversionCost }] = await Promise.all([
    referenceValuesAt(tx, now),
    deskTermsAt(tx, now),
  ]);
  const balanceCents = balanceOf(book.balance);
  const principal = principalWithin(book.principal, balanceCents);
  const amounts = { balanceCents, cents: amountCents };
  const back = takenBack(principal, amounts, { centsPerBtc, conversionCost });
  const { costCents } = back;
  const sats = back.ownSats + back.gainSats;
  const claimed = await claimMissing(tx, deps, { now, sats, coinsShort });
  pay(book, { amountCents, costCents, sats, claimed });
  const isEmpty = book.balance.availableCents === 0n && book.trades.length === 0;
  book.principal = isEmpty ? NO_PRINCIPAL : back.principal;
  record(book, {
    type: "TRANSFER_FUNDS",
    amountCents: -amountCents,
    detail: {
      ownSats: back.ownSats.toString(),
      gainSats: back.gainSats.toString(),
      costCents: costCents.toString(),
      centsPerBtc: back.rateCents.toString(),
    },
  });
  return { sats, costCents };
}

/**
 * Returns the whole cents that open positions do not need: the balance or the available margin,
 * whichever is lower.
 */
export function withdrawableCents(
  book: Pick<Book, "balance" | "trades" | "marginRates">,
  quotes: Quotes | undefined,
): bigint {
  const balance = balanceOf(book.balance);
  if (book.trades.length === 0) return balance > 0n ? balance : 0n;
  if (!quotes) return 0n;
  const { top, bottom } = valueAccount(accountOf(book), quotes).withdrawable;
  const cents = mulDiv(top, 1n, bottom, "down");
  return cents > 0n ? cents : 0n;
}

/** Covers the desk's missing coins from the treasury, within the caller's transaction. */
async function claimMissing(
  tx: DatabaseTransaction,
  { treasury }: DeskDeps,
  {
    now,
    sats,
    coinsShort,
  }: { readonly now: Date; readonly sats: bigint; readonly coinsShort: CoinsShort },
): Promise<bigint> {
  const own = await accountBalance(tx, DESK_COINS);
  const missing = sats - own;
  if (missing <= 0n) return 0n;
  const spare = await claimSpareSats(tx, treasury, { now, wantedSats: missing });
  if (spare === missing) return spare;
  // The counted obligations already include gains, so gains need no spare coins.
  const owed = await claimOwedSats(tx, treasury, { now, owedSats: missing });
  if (owed === missing) return owed;
  throw coinsShort({ max: formatAmount(own + owed, 8) });
}

function pay(
  book: Book,
  {
    amountCents,
    costCents,
    sats,
    claimed,
  }: {
    readonly amountCents: bigint;
    readonly costCents: bigint;
    readonly sats: bigint;
    readonly claimed: bigint;
  },
): void {
  const { userId, balance, changes } = book;
  if (claimed > 0n)
    changes.legs.push({
      debit: houseAccount("treasury", "BTC"),
      credit: DESK_COINS,
      amount: claimed,
      code: "treasury_transfer",
    });
  const dollars = {
    debit: userAccount(userId, "available", "USD"),
    credit: houseAccount("forex", "USD"),
  };
  if (costCents > 0n)
    changes.legs.push({ ...dollars, amount: costCents, code: "forex_conversion_cost" });
  const changedCents = amountCents - costCents;
  if (changedCents > 0n)
    changes.legs.push({ ...dollars, amount: changedCents, code: "forex_withdrawal" });
  if (sats > 0n)
    changes.legs.push({
      debit: DESK_COINS,
      credit: userAccount(userId, "available", "BTC"),
      amount: sats,
      code: "forex_withdrawal",
    });
  book.balance = { ...balance, availableCents: balance.availableCents - amountCents };
}
