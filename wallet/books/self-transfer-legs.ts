/**
 * What a transaction of the house of its own does to the books: the miner's fee comes out of the
 * treasury when its coins are chosen and lies among the fees until it is settled; it is told
 * apart by its code. Pure.
 */
import { houseAccount, outsideAccount, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";

interface SelfTransfer {
  readonly id: string;
  readonly minerFeeSats: bigint;
}

const CHAIN = outsideAccount("chain");
const FEES = houseAccount("fees", "BTC");

/**
 * When its coins are chosen. Nobody takes it back when the transaction ends otherwise: the house's
 * it stays.
 */
export function feeAsideLeg({ id, minerFeeSats }: SelfTransfer): Transfer {
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
export function feePaidLeg({ id, minerFeeSats }: SelfTransfer): Transfer {
  return {
    id: derivedUuid(id, "miner"),
    debit: FEES,
    credit: CHAIN,
    amount: minerFeeSats,
    code: "consolidation_fee",
    cause: id,
  };
}

/** Impossible for good after it had been settled: a deep reorg took the block. */
export function feeUnpaidLeg({ id, minerFeeSats }: SelfTransfer): Transfer {
  return {
    id: derivedUuid(id, "unsettle-miner"),
    debit: CHAIN,
    credit: FEES,
    amount: minerFeeSats,
    code: "consolidation_fee",
    cause: id,
  };
}
