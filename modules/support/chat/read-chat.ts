/** Reads a conversation for the user or an administrator, and moves that side's read mark. */
import type { ChatDeps } from "./chat-deps.ts";
import { moveReadMark, type Chat } from "./chats-table.ts";
import { countMessagesAfter, findMessages, type ChatMessage } from "./messages-table.ts";
import type { ChatSide } from "./presence.ts";
import { isTyping } from "./typing.ts";

export interface ChatView {
  readonly chatId: string | null;
  /** Messages of the page, oldest first. */
  readonly messages: ChatMessage[];
  readonly nextCursor: string | null;
  readonly unreadCount: number;
  readonly readByOtherTo: number;
  readonly isOtherTyping: boolean;
}

/** View of a conversation that does not exist yet. */
export const EMPTY_VIEW: ChatView = {
  chatId: null,
  messages: [],
  nextCursor: null,
  unreadCount: 0,
  readByOtherTo: 0,
  isOtherTyping: false,
};

export interface PageOfChat {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export async function viewChat(
  { database, clock }: Pick<ChatDeps, "database" | "clock">,
  chat: Chat,
  { side, cursor, limit }: PageOfChat & { readonly side: ChatSide },
): Promise<ChatView> {
  const before = cursor === undefined ? undefined : Number(cursor);
  const messages = await findMessages(database, { chatId: chat.id, before, limit: limit + 1 });
  const newest = messages.slice(0, limit);
  const oldest = newest.at(-1);
  return {
    chatId: chat.id,
    messages: newest.toReversed(),
    nextCursor: messages.length > limit && oldest ? String(oldest.position) : null,
    unreadCount: await unreadOf(database, chat, side),
    readByOtherTo: side === "user" ? chat.staffReadPosition : chat.ownerReadPosition,
    isOtherTyping: isTyping(chat, otherSide(side), clock.now()),
  };
}

/**
 * Moves the read mark. Returns the number of messages from the other side that are still unread.
 */
export async function markRead(
  { database, bus }: Pick<ChatDeps, "database" | "bus">,
  chat: Chat,
  { side, position }: { readonly side: ChatSide; readonly position: number },
): Promise<number> {
  const { id: chatId, userId } = chat;
  const isUnread = await moveReadMark(database, { chatId, side, position });
  if (isUnread) bus.publish("chat", { chatId, userId, what: "read" });
  const last = Math.min(position, chat.lastPosition);
  return unreadOf(
    database,
    side === "user"
      ? { ...chat, ownerReadPosition: Math.max(chat.ownerReadPosition, last) }
      : { ...chat, staffReadPosition: Math.max(chat.staffReadPosition, last) },
    side,
  );
}

function unreadOf(database: ChatDeps["database"], chat: Chat, side: ChatSide): Promise<number> {
  const position = side === "user" ? chat.ownerReadPosition : chat.staffReadPosition;
  return countMessagesAfter(database, { chatId: chat.id, author: otherSide(side), position });
}

function otherSide(side: ChatSide): ChatSide {
  return side === "user" ? "administrator" : "user";
}
