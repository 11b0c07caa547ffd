/** Administrators' decisions over withdrawals: counted, asked for authority, and written to the audit trail with them. */
import type { Caller } from "#api-schema/route";
import type { DatabaseTransaction } from "#platform";
import { countAdministratorWrite, requireAuthority, requireSecondFactor } from "#users";
import { approveWithdrawal, rejectWithdrawal, type Decided } from "#wallet";
import { recordAudit, type AuditAction } from "../audit/record-audit.ts";
import type { DecisionParts } from "../parts.ts";

/** Whether it was the last approval needed. */
export async function approveWithdrawalByAdministrator(
  parts: DecisionParts,
  caller: Caller,
  approval: { readonly withdrawalId: string; readonly approvalHash: string },
): Promise<boolean> {
  await countAdministratorWrite(parts, caller.userId);
  let isReleased = false;
  await approveWithdrawal(parts, {
    ...approval,
    administratorId: caller.userId,
    authorise: (tx, now) => requireAuthority(tx, parts, { caller, now }),
    async record(tx, decided) {
      isReleased = decided.approvals >= decided.approvalsRequired;
      await record(tx, { caller, action: "withdrawal.approve", reason: null, decided });
    },
  });
  return isReleased;
}

export async function rejectWithdrawalByAdministrator(
  parts: DecisionParts,
  caller: Caller,
  rejection: { readonly withdrawalId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(parts, caller.userId);
  const { reason } = rejection;
  await rejectWithdrawal(parts, {
    ...rejection,
    administratorId: caller.userId,
    record: (tx, decided) => record(tx, { caller, action: "withdrawal.reject", reason, decided }),
  });
}

async function record(
  tx: DatabaseTransaction,
  entry: {
    readonly caller: Caller;
    readonly action: AuditAction;
    readonly reason: string | null;
    readonly decided: Decided;
  },
): Promise<void> {
  const { caller, action, reason, decided } = entry;
  const { id, amountSats, feeSats, approvalHash, approvals, approvalsRequired } = decided;
  await recordAudit(tx, {
    at: decided.at,
    actor: caller.userId,
    action,
    target: decided.userId,
    reason,
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
