/**
 * Approves or rejects withdrawals. Each decision counts against the administrator's limit, requires
 * authority, and writes its audit entry in the same transaction.
 */
import type { Caller } from "#api/route";
import { postAll } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { countAdministratorWrite, requireAuthority, requireSecondFactor } from "#users";
import {
  publishApproval,
  publishRejection,
  approveWithdrawal,
  rejectWithdrawal,
  retryUntilBooked,
  type Decided,
} from "#wallet";
import { recordAudit, type AuditAction } from "#audit";
import type { AdminDeps, DecisionDeps } from "../office/deps.ts";

/**
 * Approves the withdrawal. Returns true if no further approval is needed. Throws a Refusal if the
 * administrator may not approve it.
 */
export async function approveWithdrawalByAdministrator(
  deps: DecisionDeps,
  caller: Caller,
  approval: { readonly withdrawalId: string; readonly approvalHash: string },
): Promise<boolean> {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  const decided = await deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const decision = { ...approval, administratorId: caller.userId, now };
    const approved = await approveWithdrawal(tx, decision);
    const entry = { caller, action: "withdrawal.approve", reason: null, now } as const;
    await record(tx, approved, entry);
    failpoint("admin.withdrawal.approving");
    return approved;
  });
  failpoint("admin.withdrawal.approved");
  await publishApproval(deps, decided);
  return decided.approvals >= decided.approvalsRequired;
}

/**
 * Rejects the withdrawal and returns the held amount to the user. Throws a Refusal if the
 * withdrawal is already decided, so that the amount is returned only once.
 */
export async function rejectWithdrawalByAdministrator(
  deps: DecisionDeps & Pick<AdminDeps, "openedAt">,
  caller: Caller,
  rejection: { readonly withdrawalId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  const { reason } = rejection;
  const decided = await retryUntilBooked(deps, async (tx) => {
    const { openedAt } = deps;
    const decision = { ...rejection, openedAt, administratorId: caller.userId, now };
    const rejected = await rejectWithdrawal(tx, decision);
    const entry = { caller, action: "withdrawal.reject", reason, now } as const;
    await record(tx, rejected.decided, entry);
    failpoint("admin.withdrawal.rejecting");
    await postAll(tx, rejected.legs);
    return rejected.decided;
  });
  failpoint("admin.withdrawal.rejected");
  await publishRejection(deps, decided);
}

async function record(
  tx: DatabaseTransaction,
  decided: Decided,
  entry: {
    readonly caller: Caller;
    readonly action: AuditAction;
    readonly reason: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { id, userId, amountSats, feeSats, approvalHash, approvals, approvalsRequired } = decided;
  await recordAudit(tx, {
    at: entry.now,
    actor: entry.caller.userId,
    action: entry.action,
    target: userId,
    reason: entry.reason,
    before: {},
    after: {
      withdrawal: id,
      amountSats: Number(amountSats),
      feeSats: Number(feeSats),
      approvalHash,
      approvals,
      approvalsRequired,
    },
  });
}
