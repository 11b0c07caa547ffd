/** Finds the platform's attempt to resolve an unmined payment, for the tracker. */
import type { Queryable } from "#platform";
import type { SelfTransferKind } from "../books/self-transfer-legs.ts";
import { confirmationsAt } from "../chain/chain-rules.ts";
import { UNDER_WAY } from "../self-transfers/self-transfer-states.ts";
import {
  isGivingUp,
  listOfPayment,
  type SelfTransferRow,
} from "../self-transfers/self-transfers-table.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";

export interface Attempt {
  readonly kind: Exclude<SelfTransferKind, "consolidation">;
  /** Id of the attempt's own transaction. */
  readonly txid: string;
  readonly confirmations: number;
}

/**
 * Returns the payment's abandonment or, if there is none, its open CPFP transaction. Returns null
 * if the payment has neither or is in a block.
 */
export async function attemptOf(
  queryable: Queryable,
  payment: Pick<WithdrawalRow, "id" | "paidWith" | "txid" | "height" | "conflictTxid">,
  tipHeight: number,
): Promise<Attempt | null> {
  if (payment.txid === null || payment.height !== null) return null;
  const attempts = await listOfPayment(queryable, payment.paidWith ?? payment.id);
  const givenUp = attempts.findLast(
    (one) => isGivingUp(one) || (one.kind === "abandonment" && one.txid === payment.conflictTxid),
  );
  const isInWork = ({ state }: SelfTransferRow) => UNDER_WAY.some((one) => one === state);
  const cpfp = attempts.findLast((one) => one.kind === "child" && isInWork(one));
  const latest = givenUp ?? cpfp;
  if (!latest) return null;
  const { kind, txid, height } = latest;
  return {
    kind: kind === "abandonment" ? kind : "child",
    txid,
    confirmations: confirmationsAt(tipHeight, height),
  };
}
