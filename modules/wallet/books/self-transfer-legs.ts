/**
 * Builds the ledger legs of a transaction that the platform sends on its own behalf. The miner's
 * fee leaves the treasury when the coins are chosen and stays in the fees account until the
 * transaction is settled. The transfer code names the purpose of the fee. Pure.
 */
import { houseAccount, outsideAccount, type Transfer, type TransferCode } from "#ledger";
import { derivedUuid } from "#platform";

/**
 * A `child` is a CPFP transaction, which gets a waiting payment mined. An `abandonment` replaces a
 * payment that the platform gives up.
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
 * Returns the leg that moves the miner's fee from the treasury to the fees account. Posted when the
 * coins are chosen. The fee is not moved back if the transaction fails, because both accounts
 * belong to the platform.
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

/** Returns the leg posted at the sixth confirmation, when the miner has received the fee. */
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
 * Returns the leg that reverses a settled fee, because a deep reorg removed the block and the
 * transaction became impossible. `round` distinguishes repeated reversals.
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
