/**
 * Builds the ledger legs of a transaction that the platform sends to itself. The miner's fee moves
 * from the treasury to the fees account when the coins are chosen and stays there until the
 * transaction is settled. The transfer code states the purpose of the fee. Pure.
 */
import { houseAccount, outsideAccount, type Transfer, type TransferCode } from "#ledger";
import { derivedUuid } from "#platform";

/**
 * A `child` is a CPFP transaction that raises the fee of an unmined payment. An `abandonment`
 * replaces a payment that the platform gives up.
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
 * Returns the leg that moves the miner's fee from the treasury to the fees account. Post it when
 * the coins are chosen. If the transaction fails, the fee is not moved back, because the platform
 * owns both accounts.
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

/** Returns the leg that pays the miner's fee. Post it at the sixth confirmation. */
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
 * Returns the leg that reverses a settled fee, for a transaction that became impossible after a
 * deep reorg. `round` distinguishes repeated reversals.
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
