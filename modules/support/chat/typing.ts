/**
 * Stores and publishes the typing state. It is kept in the conversation's row for a few seconds, so
 * that all processes show the same state.
 */
import { chatLimits } from "#api/limits";
import type { ChatDeps } from "./chat-deps.ts";
import { touchTyping, type Chat } from "./chats-table.ts";
import type { ChatSide } from "./presence.ts";

const TYPING_MS = chatLimits.typingSeconds * 1_000;
/**
 * Interval at which the state is published again while the user keeps typing, so that it does not
 * expire in between.
 */
const TYPING_NEWS_MS = TYPING_MS / 3;

export async function noteTyping(
  { database, clock, bus }: Pick<ChatDeps, "database" | "clock" | "bus">,
  { id: chatId, userId }: Chat,
  side: ChatSide,
): Promise<void> {
  const now = clock.now();
  const notifiedBefore = new Date(now.getTime() - TYPING_NEWS_MS);
  if (await touchTyping(database, { chatId, side, now, notifiedBefore }))
    bus.publish("chat", { chatId, userId, what: "typing" });
}

export function isTyping(chat: Chat, side: ChatSide, now: Date): boolean {
  const at = side === "user" ? chat.ownerTypingAt : chat.staffTypingAt;
  return at !== null && now.getTime() - at.getTime() < TYPING_MS;
}
