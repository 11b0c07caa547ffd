/** Collects the facts of a deposit's or a withdrawal's receipt. */
import { transfersOfCause, type ReceiptTransfer } from "#ledger";
import type { BitcoinNode } from "#bitcoin";
import type { Queryable } from "#platform";
import { listApprovals } from "../approvals/approvals-table.ts";
import { CONFIRMATIONS, confirmationsRequired } from "../chain/chain-rules.ts";
import { findDeposit, findDepositBlock } from "../deposits/deposits-table.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { chainEvidence, type ChainEvidence } from "./chain-evidence.ts";
import { receiptRefusals as refusals } from "./refusals.ts";
import { findUndoneBlockOf } from "./undone-blocks-table.ts";

interface Deps {
  readonly database: Queryable;
  readonly node: BitcoinNode;
}

interface PaymentFacts {
  readonly amountSats: bigint;
  readonly address: string;
  readonly chain: ChainEvidence;
}

interface Facts<Payment> {
  readonly transfers: ReceiptTransfer[];
  readonly payment: Payment;
}

export interface WithdrawalFacts extends PaymentFacts {
  readonly feeSats: bigint;
  readonly receivedSats: bigint;
  readonly bumpSats: bigint;
  readonly requestedAt: Date;
  readonly completedAt: Date;
  readonly approvals: { readonly hash: string; readonly required: number; readonly given: number };
}

/** Throws a refusal unless the user's withdrawal is completed in the current chain. */
export async function withdrawalReceipt(
  { database, node }: Deps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Facts<WithdrawalFacts>> {
  const row = await findWithdrawal(database, id);
  if (row?.userId !== userId || row.purpose !== "user") throw refusals.receipt_not_found();
  const { txid, height, blockHash, completedAt, approvalHash, approvalsRequired } = row;
  if (row.state !== "completed" || txid === null || height === null || blockHash === null)
    return refuseUnfinished(database, row.completedAt, txid);
  if (completedAt === null || approvalHash === null)
    throw new Error(`the completed withdrawal ${id} has no time or approval`);
  const approvals = await listApprovals(database, id);
  return {
    transfers: await transfersOfCause(database, { userId, cause: id }),
    payment: {
      amountSats: row.amountSats,
      feeSats: row.feeSats,
      receivedSats: payoutSatsOf(row),
      bumpSats: row.bumpSats,
      address: row.address,
      requestedAt: row.requestedAt,
      completedAt,
      approvals: {
        hash: approvalHash,
        required: approvalsRequired,
        given: approvals.filter((approval) => approval.approvalHash === approvalHash).length,
      },
      chain: await chainEvidence(node, {
        txid,
        outputIndex: row.outputIndex,
        height,
        blockHash,
        confirmationsRequired: CONFIRMATIONS,
      }),
    },
  };
}

export interface DepositFacts extends PaymentFacts {
  readonly seenAt: Date;
  readonly creditedAt: Date;
}

/** Throws a refusal unless the user's deposit is credited. */
export async function depositReceipt(
  { database, node }: Deps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Facts<DepositFacts>> {
  const row = await findDeposit(database, { userId, depositId: id });
  if (!row) throw refusals.receipt_not_found();
  const { txid, vout, height, creditedAt } = row;
  const wasCredited = creditedAt !== null || row.reversals > 0;
  const blockHash = height === null ? undefined : await findDepositBlock(database, id);
  if (creditedAt === null || height === null || blockHash === undefined)
    return refuseUnfinished(database, wasCredited ? row.reorgedAt : null, txid);
  return {
    transfers: await transfersOfCause(database, { userId, cause: `${txid}:${vout}` }),
    payment: {
      amountSats: row.amountSats,
      address: row.address,
      seenAt: row.seenAt,
      creditedAt,
      chain: await chainEvidence(node, {
        txid,
        outputIndex: vout,
        height,
        blockHash,
        confirmationsRequired: confirmationsRequired(row),
      }),
    },
  };
}

/** A payment that was booked before has lost its block to a reorg. */
async function refuseUnfinished(
  database: Queryable,
  bookedAt: Date | null,
  txid: string | null,
): Promise<never> {
  const undone =
    bookedAt === null || txid === null ? undefined : await findUndoneBlockOf(database, txid);
  if (!undone) throw refusals.receipt_not_ready();
  throw refusals.receipt_withdrawn({ hash: undone.hash, until: String(undone.untilHeight) });
}
