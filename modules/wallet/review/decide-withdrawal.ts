/**
 * An administrator approves or rejects a withdrawal that waits in review. The row's lock orders
 * everybody who decides or cancels: one outcome. Both run in the transaction of whoever asked for
 * the authority to decide, who records what was decided in it; money that goes back is posted there
 * last.
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
}

interface Decision {
  readonly withdrawalId: string;
  readonly administratorId: string;
  readonly now: Date;
}

/**
 * One approval, of what `approvalHash` says; with the last one needed the withdrawal goes its way.
 * Approvals of people who are no administrators any more are void; others stay valid until the
 * withdrawal is decided, because nothing of what was approved can change. Throws Refusals.
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
 * Tells the user why. Returns the legs that give the hold back, and repay with it what is owed, to
 * be posted last. Throws Refusals.
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

/** After the commit: to the owner, to all administrators, and to who sends what was released. */
export async function publishApproval(
  deps: Announcing,
  { userId }: Pick<Decided, "userId">,
): Promise<void> {
  await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  for (const worker of [SENDER, SIMULATOR]) deps.bus.publish("wake", { worker });
}

/** After the commit: to the owner, whose money is back, and to all administrators. */
export async function publishRejection(
  deps: Announcing,
  { userId }: Pick<Decided, "userId">,
): Promise<void> {
  await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  for (const what of ["balances", "mailbox"] as const) deps.bus.publish("me", { userId, what });
}

/** Whatever made it wait: nobody who owes or is disabled is paid. */
async function refuseWhileStopped(
  tx: DatabaseTransaction,
  { userId }: Pick<Reviewed, "userId">,
  now: Date,
): Promise<void> {
  const owed = await owedSatsOf(tx, userId);
  if (owed > 0n) throw refuse.owner_owes({ owed: formatAmount(owed, BTC_DECIMALS) });
  if (await isDisabled(tx, { userId, now })) throw refuse.owner_disabled();
}

/** An administrator at this moment, and not the requester. */
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
