/**
 * Closes a position, for the worker or for its owner. One transaction returns the principal, pays
 * the interest, returns the unused part of the reserve to the fund and marks the position as
 * closed. The transfer ids are derived from the position, so the ledger refuses to pay twice.
 */
import { postAll, userAccount, type Transfer } from "#ledger";
import { deliver } from "#notifications";
import { derivedUuid, failpoint, type DatabaseTransaction } from "#platform";
import { FUNDING, RESERVE } from "./fund.ts";
import { closingMessage, type ClosingTerms } from "./messages.ts";
import { interestOnExit } from "./locked-days.ts";
import { lockedDaysOf, markClosed, type Position } from "./positions-table.ts";
import { productById } from "./products.ts";

/**
 * Closes a position and returns it. The caller must hold the position's row lock. The money is
 * posted by the last statement of the transaction. A matured position is paid as promised, even if
 * the clock has gone back since it matured.
 */
export async function closePosition(
  tx: DatabaseTransaction,
  position: Position,
  now: Date,
): Promise<Position> {
  const { id, state, endsAt } = position;
  const closedAt = state === "matured" && endsAt !== null && endsAt > now ? endsAt : now;
  const locked = (await lockedDaysOf(tx, [id])).get(id) ?? [];
  const terms: ClosingTerms = {
    outcome: endsAt !== null && endsAt <= closedAt ? "paid" : "left",
    interestSats: interestOnExit(position, locked, closedAt),
    closedAt,
  };
  const closing = {
    outcome: terms.outcome,
    paidSats: terms.interestSats,
    closedAt,
  };
  await markClosed(tx, id, closing);
  await deliver(tx, closingMessage(position, productById(position.productId), terms));
  failpoint("earn.closing-written");
  await postAll(tx, closingTransfers(position, terms.interestSats));
  failpoint("earn.closing-posted");
  return { ...position, ...closing, state: "closed" };
}

function closingTransfers(position: Position, interestSats: bigint): Transfer[] {
  const { id, userId, principalSats, lockedSats, holdId } = position;
  const available = userAccount(userId, "available", "BTC");
  const interest = [
    {
      id: closingId(id, "interest"),
      debit: RESERVE,
      credit: available,
      amount: interestSats,
      code: "earn_interest_payout",
      cause: id,
    },
    {
      id: closingId(id, "return"),
      debit: RESERVE,
      credit: FUNDING,
      amount: lockedSats - interestSats,
      code: "earn_interest_return",
      cause: id,
    },
  ] as const;
  return [
    {
      id: closingId(id, "principal"),
      debit: userAccount(userId, "held", "BTC"),
      credit: available,
      amount: principalSats,
      code: "earn_principal_return",
      kind: "void",
      pendingId: holdId,
      cause: id,
    },
    ...interest.filter(({ amount }) => amount > 0n),
  ];
}

/** Derives the transfer id from the position and the leg. */
function closingId(positionId: string, leg: string): string {
  return derivedUuid(positionId, "earn-closing", positionId, leg);
}
