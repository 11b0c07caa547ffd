/**
 * Stores a message from a user or a visitor to the administrators. The first message creates the
 * conversation. A repeated request stores nothing new.
 */
import { chatLimits } from "#api/limits";
import { newId, type DatabaseTransaction, type Origin } from "#platform";
import { countNetworkHit, requirePerson } from "#users";
import { countMessage } from "../desk/count-message.ts";
import { supportRefusals } from "../desk/refusals.ts";
import type { ChatDeps } from "./chat-deps.ts";
import {
  findChat,
  insertChat,
  lockChatOf,
  moveOn,
  type Chat,
  type ChatOwner,
} from "./chats-table.ts";
import { findSent, insertChatMessage, type ChatMessage } from "./messages-table.ts";
import { isEnded, visitorUntilFrom } from "./visitor.ts";

export interface NewChatMessage {
  readonly owner: ChatOwner;
  /** Network origin of the visitor, for the limits per network. */
  readonly origin: Origin;
  readonly text: string;
  readonly clientMessageId: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Stores the message. Throws `too_many_chat_messages`, `too_many_messages_today` or
 * `too_many_visitors` above the limits, `visitor_chat_ended` for an expired token, and
 * `message_id_reused` if a different text has the same id.
 */
export async function sendChatMessage(
  deps: ChatDeps,
  { owner, origin, text, clientMessageId }: NewChatMessage,
): Promise<ChatMessage> {
  const { database, clock, bus } = deps;
  await countWriting(deps, owner, origin);
  if (owner.userId === undefined) await countBeginning(deps, owner, origin);
  const now = clock.now();
  const visitorUntil = visitorUntilFrom(now);
  const authorId = owner.userId ?? null;
  const sent = await database.transaction(async (tx) => {
    if (owner.userId !== undefined) await requirePerson(tx, owner.userId);
    const begun = { id: newId("cht", now), owner, visitorUntil, now };
    // If a user took over the visitor's conversation while this request waited for the lock, the
    // second attempt creates a new conversation.
    const chat = (await lockedOrBegun(tx, begun)) ?? (await lockedOrBegun(tx, begun));
    if (!chat) throw new Error("the conversation vanished as it was opened");
    if (isEnded(chat, now)) throw supportRefusals.visitor_chat_ended();
    const chatId = chat.id;
    const earlier = await findSent(tx, { chatId, authorId, clientMessageId });
    if (earlier) return { chat, message: sameMessage(earlier, text) };
    const position = chat.lastPosition + 1;
    const author = "user" as const;
    const message = { position, author, text, at: now, clientMessageId };
    await insertChatMessage(tx, { ...message, chatId, authorId });
    await moveOn(tx, {
      chatId,
      side: author,
      position,
      isNotificationSent: false,
      visitorUntil,
      now,
    });
    return { chat, message };
  });
  const { chat, message } = sent;
  bus.publish("chat", { chatId: chat.id, userId: chat.userId, what: "message" });
  return message;
}

async function lockedOrBegun(
  tx: DatabaseTransaction,
  begun: Parameters<typeof insertChat>[1],
): Promise<Chat | undefined> {
  await insertChat(tx, begun);
  return lockChatOf(tx, begun.owner);
}

/** Returns the earlier message if the texts are equal. Throws `message_id_reused` otherwise. */
export function sameMessage(earlier: ChatMessage, text: string): ChatMessage {
  if (earlier.text !== text) throw supportRefusals.message_id_reused();
  return earlier;
}

async function countWriting(deps: ChatDeps, owner: ChatOwner, origin: Origin): Promise<void> {
  if (owner.userId !== undefined) return countMessage(deps, owner.userId);
  const now = deps.clock.now();
  const { visitorMessagesPerMinuteMax, visitorMessagesPerDayMax } = chatLimits;
  const limits = [
    ["chat-ip", MINUTE_MS, visitorMessagesPerMinuteMax],
    ["chat-ip-day", DAY_MS, visitorMessagesPerDayMax],
  ] as const;
  for (const [key, windowMs, max] of limits)
    if (await countNetworkHit(deps.database, { key, origin, max, windowMs, now }))
      throw supportRefusals.too_many_visitors();
  await countMessage(deps, Buffer.from(owner.tokenHash).toString("hex"));
}

/**
 * Counts a new conversation. Call it before the transaction, so that a refusal does not roll back
 * the count.
 */
async function countBeginning(
  { database, clock }: ChatDeps,
  owner: ChatOwner,
  origin: Origin,
): Promise<void> {
  if (await findChat(database, owner)) return;
  const max = chatLimits.visitorChatsPerHourMax;
  const window = { key: "chat-begin", origin, max, windowMs: HOUR_MS, now: clock.now() };
  if (await countNetworkHit(database, window)) throw supportRefusals.too_many_visitors();
}
