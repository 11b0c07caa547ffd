/**
 * Stores an administrator's answer in the chat. A user without an open stream gets one
 * notification, and no other until the user reads or writes again.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import { countAdministratorWrite, requireAdministrator } from "#users";
import { recordAnswer } from "../desk/record-answer.ts";
import { supportRefusals } from "../desk/refusals.ts";
import type { ChatDeps } from "./chat-deps.ts";
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
 * Stores the answer. Throws `chat_not_found`, `message_id_reused`, or a refusal if the caller is no
 * longer an administrator.
 */
export async function answerChat(
  deps: ChatDeps,
  caller: Caller,
  { chatId, text, clientMessageId }: ChatAnswer,
): Promise<ChatMessage> {
  const { database, clock, bus } = deps;
  const authorId = caller.userId;
  await countAdministratorWrite(deps, authorId);
  const now = clock.now();
  const answered = await database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: authorId, now });
    const chat = await lockChat(tx, chatId);
    if (!chat) throw supportRefusals.chat_not_found();
    const { userId } = chat;
    const earlier = await findSent(tx, { chatId, authorId, clientMessageId });
    if (earlier) return { userId, message: sameMessage(earlier, text), hasNotification: false };
    const position = chat.lastPosition + 1;
    const author = "administrator" as const;
    const message = { position, author, text, at: now, clientMessageId };
    await insertChatMessage(tx, { ...message, chatId, authorId });
    const hasNotification =
      userId !== null &&
      !chat.isNotificationSent &&
      !(await isHere(tx, { userId, now })) &&
      (await deliver(tx, { userId, template: "chat_answered", values: { text }, now }));
    const isNotificationSent = chat.isNotificationSent || hasNotification;
    const visitorUntil = visitorUntilFrom(now);
    await moveOn(tx, { chatId, side: author, position, isNotificationSent, visitorUntil, now });
    const about = { actor: authorId, target: userId, about: chatId, text, at: now };
    await recordAnswer(tx, about);
    return { userId, message, hasNotification };
  });
  const { userId, message, hasNotification } = answered;
  bus.publish("chat", { chatId, userId, what: "message" });
  if (hasNotification && userId !== null) bus.publish("me", { userId, what: "mailbox" });
  return message;
}
