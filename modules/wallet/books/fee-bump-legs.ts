/**
 * What a higher fee does to the books. Whoever asked for it pays it: the owner's part is held until
 * the payment is settled and counts only when the transaction that it paid for, or a later one, was
 * mined; the platform's part comes out of its treasury at once and stays among the fees. Pure.
 */
import { houseAccount, userAccount, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";

/** 0.001 BTC: 500 sat/vB for a payment of one coin. Nobody pays a miner more, whoever asks. */
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

/** With the request. */
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

/** The owner's part was for what a miner got. */
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

/** It was for nothing. */
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

/** It had been charged, and the payment became impossible after all, maybe once more. */
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
