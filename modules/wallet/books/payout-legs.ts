/**
 * Builds the ledger legs of a simulated payout. The request holds the amount and the fee. At
 * completion, the platform buys the user's coins for its treasury. No coins move on the chain, so
 * the ledger and the chain still agree. Pure.
 */
import { houseAccount, userAccount, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";
import { payoutSatsOf } from "./withdrawal-legs.ts";

interface Payout {
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}

const TREASURY = houseAccount("treasury", "BTC");
const FEES = houseAccount("fees", "BTC");

export function payoutHoldLegs(payout: Payout): Transfer[] {
  const { id, userId } = payout;
  return partsOf(payout).map(([part, amount]) => ({
    id: derivedUuid(id, `hold-${part}`),
    debit: userAccount(userId, "available", "BTC"),
    credit: userAccount(userId, "held", "BTC"),
    amount,
    code: "withdrawal_hold",
    kind: "pending",
    cause: id,
  }));
}

/** Returns the legs posted at completion: the platform buys the coins and earns the fee. */
export function payoutSettleLegs(payout: Payout): Transfer[] {
  const { id, userId } = payout;
  return partsOf(payout).map(([part, amount]) => ({
    id: derivedUuid(id, part),
    debit: userAccount(userId, "held", "BTC"),
    credit: part === "fee" ? FEES : TREASURY,
    amount,
    code: part === "fee" ? "withdrawal_fee" : "simulated_payout",
    kind: "post",
    pendingId: derivedUuid(id, `hold-${part}`),
    cause: id,
  }));
}

export function payoutReturnLegs(payout: Payout): Transfer[] {
  const { id, userId } = payout;
  return partsOf(payout).map(([part, amount]) => ({
    id: derivedUuid(id, `void-${part}`),
    debit: userAccount(userId, "held", "BTC"),
    credit: userAccount(userId, "available", "BTC"),
    amount,
    code: "withdrawal_void",
    kind: "void",
    pendingId: derivedUuid(id, `hold-${part}`),
    cause: id,
  }));
}

function partsOf(payout: Payout): (readonly ["payout" | "fee", bigint])[] {
  return [
    ["payout", payoutSatsOf(payout)],
    ["fee", payout.feeSats],
  ];
}
