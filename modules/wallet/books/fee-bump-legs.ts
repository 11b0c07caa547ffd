/**
 * Builds the ledger legs of an RBF fee bump, which the requester pays for. An owner's cost is held
 * until the payment is settled, and is charged only if the bumped transaction or a later version
 * was mined. The platform's cost moves immediately from the treasury to the fees account and stays
 * there. Pure.
 */
import { houseAccount, userAccount, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";

/**
 * 0.001 BTC, which is 500 sat/vB for a payment with one input. Neither owners nor administrators
 * can raise a miner's fee above this limit.
 */
export const BUMPED_MINER_FEE_SATS_MAX = 100_000n;

export interface FeeBumpCost {
  readonly id: string;
  readonly withdrawalId: string;
  readonly userId: string;
  readonly paidBy: "user" | "house";
  readonly costSats: bigint;
}

const FEES = houseAccount("fees", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

/** Returns the leg that holds the bump's cost. Post it with the request. */
export function feeBumpLeg({ id, withdrawalId, userId, paidBy, costSats }: FeeBumpCost): Transfer {
  const cost = { amount: costSats, cause: withdrawalId };
  if (paidBy === "house")
    return {
      ...cost,
      id: derivedUuid(id, "bump"),
      debit: TREASURY,
      credit: FEES,
      code: "treasury_transfer",
    };
  return {
    ...cost,
    id: derivedUuid(id, "hold-bump"),
    debit: userAccount(userId, "available", "BTC"),
    credit: userAccount(userId, "held", "BTC"),
    code: "withdrawal_hold",
    kind: "pending",
  };
}

/**
 * Returns the leg that charges the held cost. Post it when the payment is settled and a miner has
 * received the higher fee.
 */
export function chargeFeeBumpLeg({ id, withdrawalId, userId, costSats }: FeeBumpCost): Transfer {
  return {
    id: derivedUuid(id, "bump"),
    debit: userAccount(userId, "held", "BTC"),
    credit: FEES,
    amount: costSats,
    code: "withdrawal_fee",
    kind: "post",
    pendingId: derivedUuid(id, "hold-bump"),
    cause: withdrawalId,
  };
}

/** Returns the leg that releases the held cost. Post it if the bump had no effect. */
export function returnFeeBumpLeg({ id, withdrawalId, userId, costSats }: FeeBumpCost): Transfer {
  return {
    id: derivedUuid(id, "void-bump"),
    debit: userAccount(userId, "held", "BTC"),
    credit: userAccount(userId, "available", "BTC"),
    amount: costSats,
    code: "withdrawal_void",
    kind: "void",
    pendingId: derivedUuid(id, "hold-bump"),
    cause: withdrawalId,
  };
}

/**
 * Returns the leg that refunds the charged cost because a reorg made the payment impossible. A
 * payment can be charged and refunded several times.
 */
export function unchargeFeeBumpLeg(
  { id, withdrawalId, userId, costSats }: FeeBumpCost,
  round: string,
): Transfer {
  return {
    id: derivedUuid(id, "unsettle-bump", round),
    debit: FEES,
    credit: userAccount(userId, "available", "BTC"),
    amount: costSats,
    code: "withdrawal_void",
    cause: withdrawalId,
  };
}
