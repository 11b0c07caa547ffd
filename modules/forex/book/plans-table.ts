/**
 * SQL statements for the plans of orders. A trigger refuses changes of a plan after its order has
 * ended.
 */
import { journalLimits } from "#api/limits";
import type { DatabaseTransaction } from "#platform";

export interface Plan {
  readonly text: string;
  readonly tags: readonly string[];
}

export interface OrderPlan extends Plan {
  readonly orderId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly writtenAt: Date;
}

/** Writes plans of orders that have not ended, or that the same transaction will insert. */
export async function writePlans(
  tx: DatabaseTransaction,
  plans: readonly OrderPlan[],
): Promise<void> {
  if (plans.length === 0) return;
  await tx.query(
    `insert into forex_journal_plans (order_id, user_id, account_id, text, tags, written_at)
     select order_id, user_id, account_id, text, tags, written_at
     from jsonb_to_recordset($1::jsonb) as plan(order_id text, user_id uuid, account_id uuid, text text, tags text[],
       written_at timestamptz)
     on conflict (order_id) do update set text = excluded.text, tags = excluded.tags, written_at = excluded.written_at`,
    [
      JSON.stringify(
        plans.map((plan) => ({
          order_id: plan.orderId,
          user_id: plan.userId,
          account_id: plan.accountId,
          text: plan.text,
          tags: plan.tags,
          written_at: plan.writtenAt,
        })),
      ),
    ],
  );
}

/** True if the user has as many plans as the journal may contain. */
export async function isFullOfPlans(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ plans: number }>(
    "select count(*)::int as plans from forex_journal_plans where user_id = $1",
    [userId],
  );
  return (row?.plans ?? 0) >= journalLimits.entriesMax;
}

export async function hasPlan(tx: DatabaseTransaction, orderId: string): Promise<boolean> {
  const rows = await tx.query("select from forex_journal_plans where order_id = $1", [orderId]);
  return rows.length > 0;
}

/** Copies the plan of a replaced order to its replacement, if it has one. */
export async function copyPlan(
  tx: DatabaseTransaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query(
    `insert into forex_journal_plans (order_id, user_id, account_id, text, tags, written_at)
     select $2, user_id, account_id, text, tags, written_at from forex_journal_plans where order_id = $1`,
    [from, to],
  );
}
