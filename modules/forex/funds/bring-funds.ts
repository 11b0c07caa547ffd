/** Converts BTC in the wallet to desk dollars at the posted rate. */
import { houseAccount, LedgerRefusal, userAccount } from "#ledger";
import { broughtIn, principalWithin, leastBrought } from "#market";
import { formatAmount } from "#money";
import { runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { referenceValuesAt } from "#treasury";
import { retryAfterTicks, assertTicksProcessed } from "../book/assert-ticks-processed.ts";
import { openBook, record } from "../book/book.ts";
import { saveBook } from "../book/save.ts";
import { balanceOf, repay } from "../book/settle.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { deskTermsAt } from "../terms/posted-terms.ts";
import type { FundsMoved } from "./funds-moved.ts";

export interface BringFunds {
  readonly request: IdempotentRequest;
  readonly amountSats: bigint;
}

/**
 * Moves coins to the desk. Throws `amount_invalid`, `amount_too_small`, `over_balance` or
 * `account_frozen`.
 */
export async function bringFunds(
  deps: DeskDeps,
  { request, amountSats }: BringFunds,
): Promise<FundsMoved> {
  const { database, clock, feed, frozenAmong } = deps;
  const { userId } = request;
  const bringOnce = async (tx: DatabaseTransaction) => {
    if (amountSats <= 0n) throw forexRefusals.amount_invalid();
    await deps.settleEarnings(tx, [userId], "single");
    const now = clock.now();
    const book = await openBook(tx, deps, userId, now);
    if ((await frozenAmong(tx, [userId])).has(userId)) throw forexRefusals.account_frozen();
    await assertTicksProcessed(feed, book);
    const [{ centsPerBtc }, { conversionCost }] = await Promise.all([
      referenceValuesAt(tx, now),
      deskTermsAt(tx, now),
    ]);
    const brought = broughtIn(book.principal, amountSats, { centsPerBtc, conversionCost });
    const { cents, costSats } = brought;
    if (cents === 0n)
      throw forexRefusals.amount_too_small({
        min: formatAmount(leastBrought({ centsPerBtc, conversionCost }), 8),
      });
    const { balance, legs } = repay(userId, {
      ...book.balance,
      availableCents: book.balance.availableCents + cents,
    });
    const desk = {
      debit: houseAccount("forex", "USD"),
      credit: userAccount(userId, "available", "USD"),
    };
    const coins = {
      debit: userAccount(userId, "available", "BTC"),
      credit: houseAccount("forex", "BTC"),
    };
    // Post the cost as a separate transfer, so that statements and analytics can show it.
    if (costSats > 0n)
      book.changes.legs.push({ ...coins, amount: costSats, code: "forex_conversion_cost" });
    book.changes.legs.push(
      { ...coins, amount: amountSats - costSats, code: "forex_deposit" },
      { ...desk, amount: cents, code: "forex_deposit" },
      ...legs,
    );
    book.balance = balance;
    book.principal = principalWithin(brought.principal, balanceOf(balance));
    record(book, {
      type: "TRANSFER_FUNDS",
      amountCents: cents,
      detail: {
        amountSats: amountSats.toString(),
        costSats: costSats.toString(),
        centsPerBtc: centsPerBtc.toString(),
      },
    });
    await saveBook(tx, book).catch((error: unknown) => {
      const isShort = error instanceof LedgerRefusal && error.has("insufficient");
      throw isShort ? forexRefusals.over_balance() : error;
    });
    return { transactionId: book.lastTransaction, amountSats, amountCents: cents };
  };
  const answer = await retryAfterTicks(deps, () => runOnce(database, request, bringOnce));
  deps.accounts.publish(userId);
  return answer;
}
