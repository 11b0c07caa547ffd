/** SQL statements for a user's last message about alerts, and the alerts that wait for the next. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { AlertText } from "./alert-message.ts";

export interface LastMessage {
  readonly toldAt: Date;
  /** Alerts that fired since the last message, oldest first. */
  readonly waiting: readonly AlertText[];
}

/** Locks the row of a user's last message. Undefined if there was none. */
export async function lockLastMessage(
  tx: DatabaseTransaction,
  userId: string,
): Promise<LastMessage | undefined> {
  const [row] = await tx.query<LastMessage>(
    `select told_at as "toldAt", waiting from forex_alert_messages where user_id = $1 for update`,
    [userId],
  );
  return row;
}

export async function saveLastMessage(
  tx: DatabaseTransaction,
  userId: string,
  { toldAt, waiting }: LastMessage,
): Promise<void> {
  await tx.query(
    `insert into forex_alert_messages (user_id, told_at, waiting) values ($1, $2, $3)
     on conflict (user_id) do update set told_at = $2, waiting = $3`,
    [userId, toldAt, JSON.stringify(waiting)],
  );
}

/**
 * Returns users with waiting alerts whose last message is from before `before`, or from after `now`
 * because the clock was set back.
 */
export async function usersToTell(
  queryable: Queryable,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `select user_id as "userId" from forex_alert_messages
     where waiting <> '[]' and (told_at <= $1 or told_at > $2) order by told_at limit $3`,
    [before, now, limit],
  );
  return rows.map(({ userId }) => userId);
}
