/**
 * SQL statements for balance corrections. No other file accesses the table. Ids start with the time
 * of the proposal, so sorting by id is sorting by time.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Adjustment } from "./adjustment-rules.ts";

const COLUMNS = `id, user_id as "userId", kind, asset, amount, reason, proposed_by as "proposedBy", proposed_at as "proposedAt",
  expires_at as "expiresAt", state, decided_by as "decidedBy", decided_at as "decidedAt", rejected_reason as "rejectedReason"`;

/** SQL condition: the proposal is still waiting for a second administrator at the time $1. */
const WAITS = "state = 'proposed' and expires_at > $1";

export type NewAdjustment = Pick<
  Adjustment,
  | "id"
  | "userId"
  | "kind"
  | "asset"
  | "amount"
  | "reason"
  | "proposedBy"
  | "proposedAt"
  | "expiresAt"
>;

export async function insertAdjustment(
  tx: DatabaseTransaction,
  adjustment: NewAdjustment,
): Promise<void> {
  await tx.query(
    `insert into admin_adjustments (id, user_id, asset, amount, reason, proposed_by, proposed_at, expires_at, kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      adjustment.id,
      adjustment.userId,
      adjustment.asset,
      adjustment.amount,
      adjustment.reason,
      adjustment.proposedBy,
      adjustment.proposedAt,
      adjustment.expiresAt,
      adjustment.kind,
    ],
  );
}

/**
 * Returns the row and locks it until the transaction ends, so that only the first of two concurrent
 * decisions takes effect.
 */
export async function lockAdjustment(
  tx: DatabaseTransaction,
  id: string,
): Promise<Adjustment | undefined> {
  const [row] = await tx.query<Adjustment>(
    `select ${COLUMNS} from admin_adjustments where id = $1 for update`,
    [id],
  );
  return row;
}

export async function saveDecision(
  tx: DatabaseTransaction,
  decision: {
    readonly id: string;
    readonly state: "approved" | "rejected";
    readonly decidedBy: string;
    readonly decidedAt: Date;
    readonly rejectedReason: string | null;
  },
): Promise<void> {
  await tx.query(
    `update admin_adjustments set state = $2, decided_by = $3, decided_at = $4, rejected_reason = $5
     where id = $1 and state = 'proposed'`,
    [decision.id, decision.state, decision.decidedBy, decision.decidedAt, decision.rejectedReason],
  );
}

interface Place {
  readonly beforeId: string | undefined;
  readonly limit: number;
}

/** Returns corrections, newest first. */
export function findAdjustments(
  queryable: Queryable,
  { isWaiting, now, beforeId, limit }: Place & { readonly isWaiting: boolean; readonly now: Date },
): Promise<Adjustment[]> {
  return queryable.query<Adjustment>(
    `select ${COLUMNS} from admin_adjustments
     where ${isWaiting ? "" : "not "}(${WAITS}) and ($2::text is null or id < $2) order by id desc limit $3`,
    [now, beforeId ?? null, limit],
  );
}

export async function countWaitingAdjustments(queryable: Queryable, now: Date): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from admin_adjustments where ${WAITS}`,
    [now],
  );
  return row?.count ?? 0;
}

/** Returns corrections that moved this user's money, newest first. */
export function findAdjustmentsOf(
  queryable: Queryable,
  { userId, beforeId, limit }: Place & { readonly userId: string },
): Promise<Adjustment[]> {
  return queryable.query<Adjustment>(
    `select ${COLUMNS} from admin_adjustments
     where user_id = $1 and state = 'approved' and kind = 'balance' and ($2::text is null or id < $2) order by id desc limit $3`,
    [userId, beforeId ?? null, limit],
  );
}
