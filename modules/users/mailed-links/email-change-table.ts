/** SQL statements for pending address changes. */
import type { DatabaseTransaction } from "#platform";
import { dropOneTimeTokens } from "./one-time-tokens-table.ts";

/** The two addresses that must confirm: the current one and the new one. */
export const SIDES = ["email_change_current", "email_change_new"] as const;
export type Side = (typeof SIDES)[number];

/**
 * Saves the pending change. Invalidates the links of an earlier pending change, so that they cannot
 * confirm the new one.
 */
export async function savePendingEmail(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly newEmail: string | null; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update users_users set email_change = $2, email_change_confirm_status = 0, updated_at = $3,
       email_change_sent_at = case when $2::text is null then null else $3::timestamptz end where id = $1`,
    [change.userId, change.newEmail, change.now],
  );
  await dropOneTimeTokens(tx, change.userId, SIDES);
}

export async function saveConfirmation(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly status: number; readonly now: Date },
): Promise<void> {
  await tx.query(
    "update users_users set email_change_confirm_status = $2, updated_at = $3 where id = $1",
    [change.userId, change.status, change.now],
  );
}

export async function markSent(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx.query("update users_users set email_change_sent_at = $2 where id = $1", [userId, now]);
}
