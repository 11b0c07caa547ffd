/**
 * An administrator answers. A user without an open stream is told by letter, once until they read
 * or write again.
 */
import type { Caller } from "#api-schema/route";
import { deliver } from "#notifications";
import { countAdministratorWrite, requireAdministrator } from "#users";
import { recordAnswer } from "../desk/record-answer.ts";
import { supportRefusals } from "../desk/refusals.ts";
import type { ChatParts } from "./chat-parts.ts";
import { lockChat, moveOn } from "./chats-table.ts";
import { findSent, insertChatMessage, type ChatMessage } from "./messages-table.ts";
import { isHere } from "./presence.ts";
import { sameMessage } from "./send-chat-message.ts";
import { visitorUntilFrom } from "./visitor.ts";

export interface ChatAnswer {
  readonly chatId: string;
  readonly text: string;
  readonly clientMessageId: string;
}

/**
 * Refuses `chat_not_found`, `message_id_reused`, and everybody who is no administrator any more.
 */
export async function answerChat(
  parts: ChatParts,
  caller: Caller,
  { chatId, text, clientMessageId }: ChatAnswer,
): Promise<ChatMessage> {
  const { database, clock, bus } = parts;
  const authorId = caller.userId;
  await countAdministratorWrite(parts, authorId);
  const now = clock.now();
  const answered = await database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: authorId, now });
    const chat = await lockChat(tx, chatId);
    if (!chat) throw supportRefusals.chat_not_found();
    const { userId } = chat;
    const earlier = await findSent(tx, { chatId, authorId, clientMessageId });
    if (earlier) return { userId, message: sameMessage(earlier, text), hasLetter: false };
    const position = chat.lastPosition + 1;
    const author = "administrator" as const;
    const message = { position, author, text, at: now, clientMessageId };
    await insertChatMessage(tx, { ...message, chatId, authorId });
    const hasLetter =
      userId !== null &&
      !chat.isLetterSent &&
      !(await isHere(tx, { userId, now })) &&
      (await deliver(tx, { userId, template: "chat_answered", values: { text }, now }));
    const isLetterSent = chat.isLetterSent || hasLetter;
    const visitorUntil = visitorUntilFrom(now);
    await moveOn(tx, { chatId, side: author, position, isLetterSent, visitorUntil, now });
    const about = { actor: authorId, target: userId, about: chatId, text, at: now };
    await recordAnswer(tx, about);
    return { userId, message, hasLetter };
  });
  const { userId, message, hasLetter } = answered;
  bus.publish("chat", { chatId, userId, what: "message" });
  if (hasLetter && userId !== null) bus.publish("me", { userId, what: "mailbox" });
  return message;
}
