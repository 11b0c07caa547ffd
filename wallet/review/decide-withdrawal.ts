/**
 * An administrator approves or rejects a withdrawal that waits in review. The row's lock orders everybody who decides or
 * cancels: one outcome. State, approval, letter and the caller's record commit together with the money that goes back.
 */
import { postAll } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import { failpoint, type DatabaseTransaction } from "#platform";
import { ableAdministrators, announceToAdministrators, requireAdministrator } from "#users";
import { owedSatsOf } from "../debts-table.ts";
import type { WalletParts } from "../parts.ts";
import { refuse } from "../refusals.ts";
import { SENDER, SIMULATOR } from "../worker-names.ts";
import { dropApprovals, insertApproval, listApprovals } from "./approvals-table.ts";
import { lockReviewed, type Reviewed } from "./reviewed.ts";

type Parts = Pick<WalletParts, "database" | "bus" | "clock">;

/** What was decided, for the record that commits with it. */
export interface Decided {
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly approvalHash: string;
  /** So far, this one included. */
  readonly approvals: number;
  readonly approvalsRequired: number;
  readonly at: Date;
}

interface Decision {
  readonly withdrawalId: string;
  readonly administratorId: string;
  /** Called inside the transaction, before money moves. */
  readonly record: (tx: DatabaseTransaction, decided: Decided) => Promise<void>;
}

/**
 * One approval, of what `approvalHash` says; with the last one needed the withdrawal goes its way. Approvals of people who are
 * no administrators any more are void; others stay valid until the withdrawal is decided, because nothing of what was
 * approved can change. Throws Refusals.
 */
export async function approveWithdrawal(
  parts: Parts,
  decision: Decision & {
    readonly approvalHash: string;
    /** Called first inside the transaction: throws unless this administrator decides over money now. */
    readonly authorise: (tx: DatabaseTransaction, now: Date) => Promise<void>;
  },
): Promise<void> {
  const { withdrawalId, administratorId } = decision;
  const decided = await parts.database.transaction(async (tx) => {
    const now = parts.clock.now();
    await decision.authorise(tx, now);
    const reviewed = await begin(tx, decision, now);
    const { approvalHash } = reviewed;
    if (approvalHash !== decision.approvalHash) throw refuse.approval_stale();
    const owed = await owedSatsOf(tx, reviewed.userId);
    if (owed > 0n) throw refuse.owner_owes({ owed: formatAmount(owed, BTC_DECIMALS) });
    const others = await validApprovers(tx, reviewed, now);
    if (others.includes(administratorId)) throw refuse.already_approved();
    await insertApproval(tx, { withdrawalId, administratorId, approvalHash, approvedAt: now });
    const approvals = others.length + 1;
    if (approvals >= reviewed.approvalsRequired) await reviewed.release(now);
    const facts = { ...factsOf(reviewed), approvals, at: now };
    await decision.record(tx, facts);
    failpoint("wallet.review.approving");
    return facts;
  });
  failpoint("wallet.review.approved");
  await announceToAdministrators(parts, { what: "withdrawals", owner: decided.userId });
  parts.bus.publish("wake", { worker: SENDER });
  parts.bus.publish("wake", { worker: SIMULATOR });
}

/** Gives the hold back, once, and tells the user why. Throws Refusals. */
export async function rejectWithdrawal(
  parts: Parts,
  decision: Decision & { readonly reason: string },
): Promise<void> {
  const { reason } = decision;
  const userId = await parts.database.transaction(async (tx) => {
    const now = parts.clock.now();
    const reviewed = await begin(tx, decision, now);
    const { id, amountSats } = reviewed;
    const legs = await reviewed.reject(reason, now);
    const values = { amountBtc: formatAmount(amountSats, BTC_DECIMALS), withdrawalId: id, reason };
    await deliver(tx, {
      userId: reviewed.userId,
      template: "withdrawal_rejected",
      values,
      now,
    });
    const approvals = (await validApprovers(tx, reviewed, now)).length;
    await decision.record(tx, { ...factsOf(reviewed), approvals, at: now });
    failpoint("wallet.review.rejecting");
    await postAll(tx, legs);
    return reviewed.userId;
  });
  failpoint("wallet.review.rejected");
  await announceToAdministrators(parts, { what: "withdrawals", owner: userId });
  parts.bus.publish("me", { userId, what: "balances" });
  parts.bus.publish("me", { userId, what: "mailbox" });
}

/** An administrator at this moment, and not the requester. */
async function begin(
  tx: DatabaseTransaction,
  { withdrawalId, administratorId }: Decision,
  now: Date,
): Promise<Reviewed> {
  await requireAdministrator(tx, { userId: administratorId, now });
  const reviewed = await lockReviewed(tx, withdrawalId);
  if (reviewed.userId === administratorId) throw refuse.own_withdrawal();
  return reviewed;
}

async function validApprovers(
  tx: DatabaseTransaction,
  { id, approvalHash, userId }: Reviewed,
  now: Date,
): Promise<readonly string[]> {
  const before = await listApprovals(tx, id);
  const able = await ableAdministrators(tx, {
    userIds: before.map(({ administratorId }) => administratorId),
    now,
  });
  const administratorIds = able.filter((administratorId) => administratorId !== userId);
  await dropApprovals(tx, id, { administratorIds, approvalHash });
  return (await listApprovals(tx, id)).map(({ administratorId }) => administratorId);
}

function factsOf(reviewed: Reviewed): Omit<Decided, "approvals" | "at"> {
  const { id, userId, amountSats, feeSats, approvalHash, approvalsRequired } = reviewed;
  return { id, userId, amountSats, feeSats, approvalHash, approvalsRequired };
}
