/**
 * SQL statements for messages. Ids contain the time, so they also serve as sort order and cursor.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

export type Channel = "email" | "sms";

/**
 * "limited": a daily or hourly limit was reached, so the message stays in the mailbox only.
 * "unwanted": the user turned the message off while it was pending.
 */
export type Delivery = "waiting" | "sent" | "limited" | "failed" | "unwanted";

export interface Message {
  readonly id: string;
  readonly channel: Channel;
  readonly template: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
  readonly readAt: Date | null;
  /** State of the e-mail or SMS delivery. Null for a message that is only in the mailbox. */
  readonly delivery: Delivery | null;
  /** True if the text leaves out the code or link. */
  readonly isVeiled: boolean;
}

export interface NewMessage extends Omit<Message, "isVeiled"> {
  /**
   * Text for sessions without recent re-authentication. Null if there is no code or link to hide.
   */
  readonly veiledText: string | null;
}

/**
 * Returns the columns of a message. `isUnproven` is a placeholder that is true for a session
 * without recent re-authentication.
 */
function columnsFor(isUnproven: string): string {
  return `id, channel, template, recipient as "to", subject,
    case when ${isUnproven} then coalesce(veiled_body, body) else body end as text,
    sent_at as "sentAt", read_at as "readAt", delivery,
    ${isUnproven} and veiled_body is not null as "isVeiled"`;
}

export async function insertMessage(
  tx: DatabaseTransaction,
  userId: string,
  message: NewMessage,
): Promise<void> {
  await tx.query(
    `insert into notifications_messages (id, user_id, template, recipient, subject, body, sent_at, channel, delivery, veiled_body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      message.id,
      userId,
      message.template,
      message.to,
      message.subject,
      message.text,
      message.sentAt,
      message.channel,
      message.delivery,
      message.veiledText,
    ],
  );
}

/**
 * Inserts messages for many users in one statement. Throws if a user already has a message with the
 * same id.
 */
export async function insertMessages(
  tx: DatabaseTransaction,
  messages: readonly (NewMessage & { readonly userId: string })[],
): Promise<void> {
  const column = (of: (message: (typeof messages)[number]) => unknown) => messages.map(of);
  await tx.query(
    `insert into notifications_messages (id, user_id, template, recipient, subject, body, sent_at, channel, delivery, veiled_body)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::timestamptz[], $8::text[], $9::text[], $10::text[])`,
    [
      column(({ id }) => id),
      column(({ userId }) => userId),
      column(({ template }) => template),
      column(({ to }) => to),
      column(({ subject }) => subject),
      column(({ text }) => text),
      column(({ sentAt }) => sentAt),
      column(({ channel }) => channel),
      column(({ delivery }) => delivery),
      column(({ veiledText }) => veiledText),
    ],
  );
}

/**
 * Returns at most `limit` messages, newest first, optionally filtered by `beforeId` and `template`.
 */
export function findMessages(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly template: string | undefined;
    readonly limit: number;
    /** True if the session has recently re-authenticated. */
    readonly isProven: boolean;
  },
): Promise<Message[]> {
  return queryable.query<Message>(
    `select ${columnsFor("$5::boolean")} from notifications_messages
     where user_id = $1 and ($2::text is null or id < $2) and ($3::text is null or template = $3)
     order by id desc limit $4`,
    [page.userId, page.beforeId ?? null, page.template ?? null, page.limit, !page.isProven],
  );
}

/** Returns the message, or undefined if the user has no such message. */
export async function findMessage(
  queryable: Queryable,
  { userId, messageId, isProven }: { userId: string; messageId: string; isProven: boolean },
): Promise<Message | undefined> {
  const [message] = await queryable.query<Message>(
    `select ${columnsFor("$3::boolean")} from notifications_messages where user_id = $1 and id = $2`,
    [userId, messageId, !isProven],
  );
  return message;
}

export async function countUnread(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ unread: number }>(
    "select count(*)::int as unread from notifications_messages where user_id = $1 and read_at is null",
    [userId],
  );
  return row?.unread ?? 0;
}

/**
 * Marks a message as read. A message that is already read keeps its original time. Returns
 * undefined if the user has no such message.
 */
export async function markRead(
  queryable: Queryable,
  {
    userId,
    messageId,
    isProven,
    now,
  }: { userId: string; messageId: string; isProven: boolean; now: Date },
): Promise<Message | undefined> {
  const [message] = await queryable.query<Message>(
    `update notifications_messages set read_at = coalesce(read_at, $3)
     where user_id = $1 and id = $2 returning ${columnsFor("$4::boolean")}`,
    [userId, messageId, now, !isProven],
  );
  return message;
}
