/** SQL statements for conversations. Their messages are in messages-table.ts. */
import { deleteInBatches, type DatabaseTransaction, type Queryable } from "#platform";
import type { ChatSide } from "./presence.ts";

/**
 * Owner of a conversation: a user, or a visitor, who is identified by the SHA-256 of their token.
 */
export type ChatOwner =
  | { readonly userId: string; readonly tokenHash?: undefined }
  | { readonly tokenHash: Uint8Array; readonly userId?: undefined };

export interface Chat {
  readonly id: string;
  /** Id of the user; null if the owner is a visitor. */
  readonly userId: string | null;
  /** Expiry of the visitor's token. Null for a user. */
  readonly visitorUntil: Date | null;
  readonly lastPosition: number;
  /** Author of the last message; null if the conversation has no message yet. */
  readonly lastAuthor: ChatSide | null;
  readonly ownerReadPosition: number;
  readonly staffReadPosition: number;
  readonly isNotificationSent: boolean;
  /** When the owner last reported typing. Cleared when the owner sends the message. */
  readonly ownerTypingAt: Date | null;
  readonly staffTypingAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", visitor_until as "visitorUntil", last_position as "lastPosition",
  last_author as "lastAuthor", owner_read_position as "ownerReadPosition", staff_read_position as "staffReadPosition", is_notification_sent as "isNotificationSent",
  owner_typing_at as "ownerTypingAt", staff_typing_at as "staffTypingAt"`;

const TYPING_COLUMN = { user: "owner_typing_at", administrator: "staff_typing_at" } as const;

const OWNED = "(user_id = $1 or visitor_token_hash = $2)";

const ownerValues = ({ userId, tokenHash }: ChatOwner) => [
  userId ?? null,
  tokenHash === undefined ? null : Buffer.from(tokenHash),
];

/** Inserts a conversation. Does nothing if the owner already has one. */
export async function insertChat(
  tx: DatabaseTransaction,
  chat: {
    readonly id: string;
    readonly owner: ChatOwner;
    readonly visitorUntil: Date;
    readonly now: Date;
  },
): Promise<void> {
  const { id, owner, visitorUntil, now } = chat;
  await tx.query(
    `insert into support_chats (id, user_id, visitor_token_hash, visitor_until, created_at, updated_at)
     values ($3, $1, $2, $4, $5, $5) on conflict do nothing`,
    [...ownerValues(owner), id, owner.userId === undefined ? visitorUntil : null, now],
  );
}

export async function findChat(queryable: Queryable, owner: ChatOwner): Promise<Chat | undefined> {
  const [chat] = await queryable.query<Chat>(
    `select ${COLUMNS} from support_chats where ${OWNED}`,
    ownerValues(owner),
  );
  return chat;
}

/**
 * Returns the conversation and locks it until the transaction ends, so that messages get
 * consecutive positions.
 */
export async function lockChatOf(
  tx: DatabaseTransaction,
  owner: ChatOwner,
): Promise<Chat | undefined> {
  const [chat] = await tx.query<Chat>(
    `select ${COLUMNS} from support_chats where ${OWNED} for update`,
    ownerValues(owner),
  );
  return chat;
}

export async function findChatById(
  queryable: Queryable,
  chatId: string,
): Promise<Chat | undefined> {
  const [chat] = await queryable.query<Chat>(`select ${COLUMNS} from support_chats where id = $1`, [
    chatId,
  ]);
  return chat;
}

export async function lockChat(tx: DatabaseTransaction, chatId: string): Promise<Chat | undefined> {
  const [chat] = await tx.query<Chat>(
    `select ${COLUMNS} from support_chats where id = $1 for update`,
    [chatId],
  );
  return chat;
}

/** Updates the conversation after a message at `position`, and clears the author's typing state. */
export async function moveOn(
  tx: DatabaseTransaction,
  change: {
    readonly chatId: string;
    readonly side: ChatSide;
    readonly position: number;
    readonly isNotificationSent: boolean;
    readonly visitorUntil: Date;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `update support_chats set last_position = $2, last_author = $6, is_notification_sent = $3, updated_at = $5,
       ${TYPING_COLUMN[change.side]} = null,
       visitor_until = case when visitor_until is null then null else $4::timestamptz end
     where id = $1`,
    [
      change.chatId,
      change.position,
      change.isNotificationSent,
      change.visitorUntil,
      change.now,
      change.side,
    ],
  );
}

/**
 * Saves the typing state. Returns false if typing was reported a moment ago, so that the state need
 * not be published again.
 */
export async function touchTyping(
  queryable: Queryable,
  typing: {
    readonly chatId: string;
    readonly side: ChatSide;
    readonly now: Date;
    readonly notifiedBefore: Date;
  },
): Promise<boolean> {
  const column = TYPING_COLUMN[typing.side];
  const rows = await queryable.query(
    `update support_chats set ${column} = $2 where id = $1 and (${column} is null or ${column} <= $3) returning id`,
    [typing.chatId, typing.now, typing.notifiedBefore],
  );
  return rows.length > 0;
}

/** Assigns a visitor's conversation to a user who has none. */
export async function adoptChat(
  tx: DatabaseTransaction,
  { chatId, userId }: { readonly chatId: string; readonly userId: string },
): Promise<void> {
  await tx.query(
    `update support_chats set user_id = $2, visitor_token_hash = null, visitor_until = null where id = $1`,
    [chatId, userId],
  );
  await tx.query(
    `update support_chat_messages set author_id = $2 where chat_id = $1 and author_kind = 'user'`,
    [chatId, userId],
  );
}

/**
 * Appends a visitor's messages to the user's own conversation. A side that had read everything in
 * the two conversations has also read everything in the combined one. Clears
 * `is_notification_sent`, because the user has written since the last notification.
 */
export async function appendChat(
  tx: DatabaseTransaction,
  {
    from,
    to,
    userId,
    now,
  }: { readonly from: Chat; readonly to: Chat; readonly userId: string; readonly now: Date },
): Promise<void> {
  // A visitor's message gets a new id if the user also used its id.
  await tx.query(
    `insert into support_chat_messages (chat_id, position, author_kind, author_id, body, at, client_message_id)
     select $2, $3 + position, author_kind, author, body, at,
       case when exists (select from support_chat_messages known where known.chat_id = $2
         and known.author_id = author and known.client_message_id = moved.client_message_id)
       then gen_random_uuid() else client_message_id end
     from support_chat_messages moved, lateral (select case author_kind when 'user' then $4::uuid else author_id end) as by (author)
     where chat_id = $1`,
    [from.id, to.id, to.lastPosition, userId],
  );
  await tx.query("delete from support_chats where id = $1", [from.id]);
  const readTo = (own: number, visitors: number) =>
    own === to.lastPosition ? own + visitors : own;
  await tx.query(
    `update support_chats set last_position = $2, owner_read_position = $3, staff_read_position = $4, updated_at = $5,
       last_author = $6, is_notification_sent = false
     where id = $1`,
    [
      to.id,
      to.lastPosition + from.lastPosition,
      readTo(to.ownerReadPosition, from.ownerReadPosition),
      readTo(to.staffReadPosition, from.staffReadPosition),
      now,
      from.lastAuthor ?? to.lastAuthor,
    ],
  );
}

const READ_COLUMN = { user: "owner_read_position", administrator: "staff_read_position" } as const;

/**
 * Moves a read mark forward, at most to the last message. An owner who has read everything can be
 * notified again. Returns false if the mark has not moved.
 */
export async function moveReadMark(
  queryable: Queryable,
  mark: { readonly chatId: string; readonly side: ChatSide; readonly position: number },
): Promise<boolean> {
  const column = READ_COLUMN[mark.side];
  const rows = await queryable.query(
    `update support_chats set ${column} = least($2, last_position),
       is_notification_sent = is_notification_sent and ($3 or $2 < last_position)
     where id = $1 and ${column} < least($2, last_position) returning id`,
    [mark.chatId, mark.position, mark.side === "administrator"],
  );
  return rows.length > 0;
}

/**
 * SQL condition for conversations whose last message is an unread answer written between $2 and $1,
 * and whose owner has not been notified about that answer.
 */
const UNREAD_ANSWER = `support_chats chat
  join support_chat_messages last on last.chat_id = chat.id and last.position = chat.last_position
  where chat.user_id is not null and not chat.is_notification_sent and chat.owner_read_position < chat.last_position
    and last.author_kind = 'administrator' and last.at <= $1 and last.at > $2`;

/**
 * Period in which an answer must have been written to cause a notification: long enough ago that
 * the user has probably missed the answer, but recently enough that a notification is still useful.
 */
export interface UnreadSince {
  readonly before: Date;
  readonly since: Date;
}

/** Returns ids of conversations with an unread answer, in ascending order after the given id. */
export async function findUnreadAnswers(
  queryable: Queryable,
  page: UnreadSince & { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select chat.id from ${UNREAD_ANSWER} and chat.id > $3 order by chat.id limit $4`,
    [page.before, page.since, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the conversation until the transaction ends. Returns its last answer if that answer is
 * still unread.
 */
export async function lockUnreadAnswer(
  tx: DatabaseTransaction,
  { chatId, before, since }: UnreadSince & { readonly chatId: string },
): Promise<{ readonly userId: string; readonly text: string } | undefined> {
  // Lock the conversation before reading it, because a join that waits for the lock could return an
  // outdated message.
  if (!(await lockChat(tx, chatId))) return undefined;
  const [unread] = await tx.query<{ userId: string; text: string }>(
    `select chat.user_id as "userId", last.body as text from ${UNREAD_ANSWER} and chat.id = $3`,
    [before, since, chatId],
  );
  return unread;
}

export async function markNotificationSent(tx: DatabaseTransaction, chatId: string): Promise<void> {
  await tx.query("update support_chats set is_notification_sent = true where id = $1", [chatId]);
}

export interface DeskChat {
  readonly chatId: string;
  readonly userId: string | null;
  readonly lastText: string;
  readonly lastAuthor: ChatSide;
  readonly updatedAt: Date;
  readonly unreadCount: number;
}

const UNREAD_BY_STAFF = `(select count(*)::int from support_chat_messages unread where unread.chat_id = chat.id
  and unread.author_kind = 'user' and unread.position > chat.staff_read_position)`;

/**
 * Returns at most `limit` conversations, sorted by newest message; only those after `before`, if
 * given.
 */
export function findDeskChats(
  queryable: Queryable,
  page: {
    readonly before: { readonly updatedAt: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<DeskChat[]> {
  return queryable.query<DeskChat>(
    `select chat.id as "chatId", chat.user_id as "userId", last.body as "lastText",
       last.author_kind as "lastAuthor", chat.updated_at as "updatedAt", ${UNREAD_BY_STAFF} as "unreadCount"
     from support_chats chat
     join support_chat_messages last on last.chat_id = chat.id and last.position = chat.last_position
     where $1::timestamptz is null or (chat.updated_at, chat.id) < ($1, $2)
     order by chat.updated_at desc, chat.id desc limit $3`,
    [page.before?.updatedAt ?? null, page.before?.id ?? null, page.limit],
  );
}

export async function countUnreadChats(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from support_chats chat
     where staff_read_position < last_position and ${UNREAD_BY_STAFF} > 0`,
  );
  return row?.count ?? 0;
}

export async function deleteChat(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from support_chats where user_id = $1", [userId]);
}

/** Deletes visitors' conversations without a message since the given time. */
export async function deleteVisitorChats(queryable: Queryable, since: Date): Promise<void> {
  await deleteInBatches(queryable, "support_chats", {
    where: "visitor_token_hash is not null and updated_at < $1",
    values: [since],
  });
}
