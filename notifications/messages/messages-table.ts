/**
 * The only SQL on messages. Ids are made from the time, so they also are the order and the cursor.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

export type Channel = "email" | "sms";

/**
 * "limited": it was too much for one day or hour, and stays in the mailbox. "unwanted": switched
 * off while it waited.
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
  /** What became of it beyond the mailbox; null: it was for the mailbox only. */
  readonly delivery: Delivery | null;
}

const COLUMNS = `id, channel, template, recipient as "to", subject, body as text, sent_at as "sentAt", read_at as "readAt", delivery`;

export async function insertMessage(
  tx: DatabaseTransaction,
  userId: string,
  message: Message,
): Promise<void> {
  await tx.query(
    `insert into notifications_messages (id, user_id, template, recipient, subject, body, sent_at, channel, delivery)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
    ],
  );
}

/** Of many users in one statement. Throws when one of them has a message of this id already. */
export async function insertMessages(
  tx: DatabaseTransaction,
  messages: readonly (Message & { readonly userId: string })[],
): Promise<void> {
  const column = (of: (message: (typeof messages)[number]) => unknown) => messages.map(of);
  await tx.query(
    `insert into notifications_messages (id, user_id, template, recipient, subject, body, sent_at, channel, delivery)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::timestamptz[], $8::text[], $9::text[])`,
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
    ],
  );
}

/** Newest first, at most `limit`, older than `beforeId` and of one template when given. */
export function findMessages(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly template: string | undefined;
    readonly limit: number;
  },
): Promise<Message[]> {
  return queryable.query<Message>(
    `select ${COLUMNS} from notifications_messages
     where user_id = $1 and ($2::text is null or id < $2) and ($3::text is null or template = $3)
     order by id desc limit $4`,
    [page.userId, page.beforeId ?? null, page.template ?? null, page.limit],
  );
}

export async function countUnread(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ unread: number }>(
    "select count(*)::int as unread from notifications_messages where user_id = $1 and read_at is null",
    [userId],
  );
  return row?.unread ?? 0;
}

/** Undefined when the user has no such message. A second reading keeps the first time. */
export async function markRead(
  queryable: Queryable,
  { userId, messageId, now }: { userId: string; messageId: string; now: Date },
): Promise<Message | undefined> {
  const [message] = await queryable.query<Message>(
    `update notifications_messages set read_at = coalesce(read_at, $3)
     where user_id = $1 and id = $2 returning ${COLUMNS}`,
    [userId, messageId, now],
  );
  return message;
}
