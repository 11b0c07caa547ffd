/**
 * Approves or rejects a withdrawal in review. Decisions and cancellations lock the withdrawal's
 * row, so exactly one of them takes effect. Approval and rejection run in the transaction that
 * checks the administrator's authority and records the decision. Returned money is posted last in
 * that transaction.
 */
import type { Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import {
  ableAdministrators,
  publishToAdministrators,
  isDisabled,
  requireAdministrator,
} from "#users";
import { dropApprovals, insertApproval, listApprovals } from "../approvals/approvals-table.ts";
import { owedSatsOf } from "../books/debts-table.ts";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "../withdrawals/deps.ts";
import { SENDER, SIMULATOR } from "../withdrawals/withdrawal-queues.ts";
import { lockReviewed, lockToReject, type Reviewed } from "./reviewed.ts";

/** Decision, as recorded in the audit log by the same transaction. */
export interface Decided {
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly approvalHash: string;
  /** Number of approvals, including this one. */
  readonly approvals: number;
  readonly approvalsRequired: number;
}

interface Decision {
  readonly withdrawalId: string;
  readonly administratorId: string;
  readonly now: Date;
}

/**
 * Adds an approval of the details in `approvalHash`. The last required approval releases the
 * withdrawal. Approvals of former administrators are void. All other approvals stay valid, because
 * the approved details cannot change. Throws a Refusal if the administrator may not approve the
 * withdrawal.
 */
export async function approveWithdrawal(
  tx: DatabaseTransaction,
  decision: Decision & { readonly approvalHash: string },
): Promise<Decided> {
  const { withdrawalId, administratorId, now } = decision;
  const reviewed = await begin(tx, decision, () => lockReviewed(tx, withdrawalId));
  const { approvalHash } = reviewed;
  if (reviewed.heldBackFor === "own_spend") throw refuse.may_be_paid();
  if (approvalHash !== decision.approvalHash) throw refuse.approval_stale();
  await refuseWhileStopped(tx, reviewed, now);
  const others = await validApprovers(tx, reviewed, now);
  if (others.includes(administratorId)) throw refuse.already_approved();
  await insertApproval(tx, { withdrawalId, administratorId, approvalHash, approvedAt: now });
  const approvals = others.length + 1;
  if (approvals >= reviewed.approvalsRequired) await reviewed.release(now);
  return { ...factsOf(reviewed), approvals };
}

/**
 * Rejects the withdrawal and sends the reason to the user. Returns the legs that release the held
 * money and repay the owner's debt; the caller posts them last. Throws a Refusal if the withdrawal
 * was already decided.
 */
export async function rejectWithdrawal(
  tx: DatabaseTransaction,
  decision: Decision & { readonly reason: string; readonly openedAt: Date },
): Promise<{ readonly decided: Decided; readonly legs: readonly Transfer[] }> {
  const { reason, openedAt, now } = decision;
  const reviewed = await begin(tx, decision, () =>
    lockToReject(tx, decision.withdrawalId, openedAt),
  );
  const { id, userId, amountSats } = reviewed;
  const legs = await reviewed.reject(reason, now);
  const values = { amountBtc: formatAmount(amountSats, BTC_DECIMALS), withdrawalId: id, reason };
  await deliver(tx, { userId, template: "withdrawal_rejected", values, now });
  const approvals = (await validApprovers(tx, reviewed, now)).length;
  return { decided: { ...factsOf(reviewed), approvals }, legs };
}

type Announcing = Pick<WithdrawalDeps, "bus" | "clock" | "database">;

/**
 * Notifies the owner and all administrators, and wakes the workers that send payments. Call this
 * after the commit.
 */
export async function publishApproval(
  deps: Announcing,
  { userId }: Pick<Decided, "userId">,
): Promise<void> {
  await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  for (const worker of [SENDER, SIMULATOR]) deps.bus.publish("wake", { worker });
}

/**
 * Notifies the owner, whose money was returned, and all administrators. Call this after the commit.
 */
export async function publishRejection(
  deps: Announcing,
  { userId }: Pick<Decided, "userId">,
): Promise<void> {
  await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  for (const what of ["balances", "mailbox"] as const) deps.bus.publish("me", { userId, what });
}

/**
 * Throws a Refusal if the owner is in debt or disabled, because such an owner is not paid,
 * regardless of the reason for the review.
 */
async function refuseWhileStopped(
  tx: DatabaseTransaction,
  { userId }: Pick<Reviewed, "userId">,
  now: Date,
): Promise<void> {
  const owed = await owedSatsOf(tx, userId);
  if (owed > 0n) throw refuse.owner_owes({ owed: formatAmount(owed, BTC_DECIMALS) });
  if (await isDisabled(tx, { userId, now })) throw refuse.owner_disabled();
}

/** Starts a decision. Throws unless the caller is an administrator and not the owner. */
async function begin(
  tx: DatabaseTransaction,
  { administratorId, now }: Decision,
  lock: () => Promise<Reviewed>,
): Promise<Reviewed> {
  await requireAdministrator(tx, { userId: administratorId, now });
  const reviewed = await lock();
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

function factsOf(reviewed: Reviewed): Omit<Decided, "approvals"> {
  const { id, userId, amountSats, feeSats, approvalHash, approvalsRequired } = reviewed;
  return { id, userId, amountSats, feeSats, approvalHash, approvalsRequired };
}
