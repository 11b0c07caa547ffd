/** SQL statements for administrators' approvals of withdrawals. No other file uses the table. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Approval } from "./approval-rules.ts";

export type ApprovalRow = Approval & { readonly withdrawalId: string };

const COLUMNS = `withdrawal_id as "withdrawalId", administrator_id as "administratorId",
  approval_hash as "approvalHash", approved_at as "approvedAt"`;

/** Returns a withdrawal's approvals, oldest first. */
export function listApprovals(queryable: Queryable, withdrawalId: string): Promise<ApprovalRow[]> {
  return listApprovalsOf(queryable, [withdrawalId]);
}

export async function listApprovalsOf(
  queryable: Queryable,
  withdrawalIds: readonly string[],
): Promise<ApprovalRow[]> {
  if (withdrawalIds.length === 0) return [];
  return queryable.query<ApprovalRow>(
    `select ${COLUMNS} from wallet_approvals where withdrawal_id = any($1)
     order by approved_at, administrator_id`,
    [[...withdrawalIds]],
  );
}

export async function insertApproval(
  tx: DatabaseTransaction,
  approval: ApprovalRow,
): Promise<void> {
  await tx.query(
    `insert into wallet_approvals (withdrawal_id, administrator_id, approval_hash, approved_at)
     values ($1, $2, $3, $4)`,
    [approval.withdrawalId, approval.administratorId, approval.approvalHash, approval.approvedAt],
  );
}

/** Deletes all approvals of the withdrawal, which then needs new ones. */
export async function dropAllApprovals(
  tx: DatabaseTransaction,
  withdrawalId: string,
): Promise<void> {
  await tx.query("delete from wallet_approvals where withdrawal_id = $1", [withdrawalId]);
}

/**
 * Deletes the withdrawal's approvals except the given administrators' approvals of `approvalHash`.
 */
export async function dropApprovals(
  tx: DatabaseTransaction,
  withdrawalId: string,
  but: { readonly administratorIds: readonly string[]; readonly approvalHash: string },
): Promise<void> {
  await tx.query(
    `delete from wallet_approvals
     where withdrawal_id = $1 and (administrator_id <> all($2) or approval_hash <> $3)`,
    [withdrawalId, [...but.administratorIds], but.approvalHash],
  );
}
