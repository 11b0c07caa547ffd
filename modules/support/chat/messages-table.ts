import type { DatabaseTransaction, Queryable } from "#platform";
import type { ChatSide } from "./presence.ts";

export interface ChatMessage {
  readonly position: number;
  readonly author: ChatSide;
  readonly text: string;
  readonly at: Date;
  readonly clientMessageId: string;
}

const COLUMNS = `position, author_kind as author, body as text, at, client_message_id as "clientMessageId"`;

/**
 * Returns the message that the author sent earlier with this id. `authorId` is null for a visitor.
 */
export async function findSent(
  tx: DatabaseTransaction,
  sent: {
    readonly chatId: string;
    readonly authorId: string | null;
    readonly clientMessageId: string;
  },
): Promise<ChatMessage | undefined> {
  const [message] = await tx.query<ChatMessage>(
    `select ${COLUMNS} from support_chat_messages
     where chat_id = $1 and author_id is not distinct from $2 and client_message_id = $3`,
    [sent.chatId, sent.authorId, sent.clientMessageId],
  );
  return message;
}

export async function insertChatMessage(
  tx: DatabaseTransaction,
  {
    chatId,
    authorId,
    ...message
  }: ChatMessage & {
    readonly chatId: string;
    readonly authorId: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into support_chat_messages (chat_id, position, author_kind, author_id, body, at, client_message_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      chatId,
      message.position,
      message.author,
      authorId,
      message.text,
      message.at,
      message.clientMessageId,
    ],
  );
}

/**
 * Returns at most `limit` messages, newest first; only those before the position `before`, if
 * given.
 */
export function findMessages(
  queryable: Queryable,
  page: { readonly chatId: string; readonly before: number | undefined; readonly limit: number },
): Promise<ChatMessage[]> {
  return queryable.query<ChatMessage>(
    `select ${COLUMNS} from support_chat_messages
     where chat_id = $1 and ($2::int is null or position < $2) order by position desc limit $3`,
    [page.chatId, page.before ?? null, page.limit],
  );
}

/** Returns how many messages one side has written after a position. */
export async function countMessagesAfter(
  queryable: Queryable,
  after: { readonly chatId: string; readonly author: ChatSide; readonly position: number },
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from support_chat_messages
     where chat_id = $1 and author_kind = $2 and position > $3`,
    [after.chatId, after.author, after.position],
  );
  return row?.count ?? 0;
}
