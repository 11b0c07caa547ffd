/** A withdrawal as its owner sees it. Pure. */
import { CONFIRMATIONS, confirmationsAt } from "./chain-depths.ts";
import { payoutSatsOf } from "./withdrawal-legs.ts";
import type { WithdrawalRow } from "./withdrawals-table.ts";

export function presentWithdrawal(row: WithdrawalRow, tipHeight: number) {
  const { id, method, amountSats, feeSats, address, state, txid, requestedAt, completedAt } = row;
  return {
    id,
    method,
    amountSats,
    feeSats,
    receivedSats: payoutSatsOf(row),
    walletAddress: address,
    state,
    confirmations: confirmationsAt(tipHeight, row.height),
    confirmationsRequired: CONFIRMATIONS,
    txid,
    createdAt: requestedAt,
    completedAt: state === "completed" ? completedAt : null,
  };
}

export type PresentedWithdrawal = ReturnType<typeof presentWithdrawal>;
