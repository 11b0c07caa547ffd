/**
 * Ledger legs of a transaction that the platform makes for itself. The miner's fee leaves the
 * treasury when the coins are chosen and stays in the fees account until the transaction is
 * settled. Its transfer code says what the fee was paid for. Pure.
 */
import { houseAccount, outsideAccount, type Transfer, type TransferCode } from "#ledger";
import { derivedUuid } from "#platform";

/**
 * A `child` is a CPFP transaction, which gets a waiting payment mined. An `abandonment` gives one
 * up.
 */
export type SelfTransferKind = "consolidation" | "child" | "abandonment";

interface SelfTransfer {
  readonly id: string;
  readonly kind: SelfTransferKind;
  readonly minerFeeSats: bigint;
}

const CHAIN = outsideAccount("chain");
const FEES = houseAccount("fees", "BTC");

export const FEE_CODES: Readonly<Record<SelfTransferKind, TransferCode>> = {
  consolidation: "consolidation_fee",
  child: "child_fee",
  abandonment: "abandonment_fee",
};

/**
 * Posted when the coins are chosen. The fee is not returned if the transaction fails, because it
 * stays the platform's money anyway.
 */
export function feeAsideLeg({ id, minerFeeSats }: Omit<SelfTransfer, "kind">): Transfer {
  return {
    id: derivedUuid(id, "aside"),
    debit: houseAccount("treasury", "BTC"),
    credit: FEES,
    amount: minerFeeSats,
    code: "treasury_transfer",
    cause: id,
  };
}

/** Posted at the sixth confirmation: the miner has received the fee. */
export function feePaidLeg(
  { id, kind, minerFeeSats }: SelfTransfer,
  code: TransferCode = FEE_CODES[kind],
): Transfer {
  return {
    id: derivedUuid(id, "miner"),
    debit: FEES,
    credit: CHAIN,
    amount: minerFeeSats,
    code,
    cause: id,
  };
}

/**
 * Reverses a settled fee because a deep reorg removed the block and the transaction became
 * impossible. `round` distinguishes repeated reversals.
 */
export function feeUnpaidLeg(
  { id, kind, minerFeeSats }: SelfTransfer,
  round: string,
  code: TransferCode = FEE_CODES[kind],
): Transfer {
  return {
    id: derivedUuid(id, "unsettle-miner", round),
    debit: CHAIN,
    credit: FEES,
    amount: minerFeeSats,
    code,
    cause: id,
  };
}
