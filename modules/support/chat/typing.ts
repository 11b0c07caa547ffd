/**
 * Stores and publishes the typing state. The state is kept in the conversation's row for a few
 * seconds, so that all processes show the same state.
 */
import { chatLimits } from "#api/limits";
import type { ChatDeps } from "./chat-deps.ts";
import { touchTyping, type Chat } from "./chats-table.ts";
import type { ChatSide } from "./presence.ts";

const TYPING_MS = chatLimits.typingSeconds * 1_000;
/**
 * Minimum pause between two publications of the typing state. Shorter than the state's lifetime, so
 * that the state does not expire while the user keeps typing.
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
