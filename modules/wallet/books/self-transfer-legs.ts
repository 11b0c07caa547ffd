/**
 * What a transaction of the platform itself does to the books: the miner's fee comes out of the
 * treasury when its coins are chosen and lies among the fees until it is settled; its code tells
 * what it was paid for. Pure.
 */
import { houseAccount, outsideAccount, type Transfer, type TransferCode } from "#ledger";
import { derivedUuid } from "#platform";

/** A CPFP transaction brings a payment in that waits for a block, an abandonment gives one up. */
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
 * When its coins are chosen. Nobody takes it back when the transaction ends otherwise: the
 * platform's it stays.
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

/** At the sixth confirmation: the miner has it. */
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
 * Impossible for good after it had been settled: a deep reorg took the block. `round` tells it from
 * the time before: the chain may do it again.
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
