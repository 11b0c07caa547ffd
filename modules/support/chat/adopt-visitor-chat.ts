/**
 * Adds a visitor's conversation to the user's own conversation when the visitor signs in. The tab's
 * visitor token is the only authorisation, and it becomes invalid afterwards.
 */
import { chatLimits } from "#api/limits";
import { sqlState } from "#platform";
import { countHit, requirePerson } from "#users";
import { supportRefusals } from "../desk/refusals.ts";
import type { ChatDeps } from "./chat-deps.ts";
import { adoptChat, appendChat, lockChatOf } from "./chats-table.ts";
import { isEnded, visitorOf } from "./visitor.ts";

const MINUTE_MS = 60_000;
const UNIQUE_VIOLATION = "23505";

/**
 * Adopts the conversation. Returns false if the token is unknown or expired. Throws
 * `too_many_chat_messages` after too many attempts, because each attempt could be a guess.
 */
export async function adoptVisitorChat(
  { database, clock, bus }: Pick<ChatDeps, "database" | "clock" | "bus">,
  { userId, visitorToken }: { readonly userId: string; readonly visitorToken: string },
): Promise<boolean> {
  const now = clock.now();
  const window = { key: `chat-adopt/${userId}`, windowMs: MINUTE_MS, now };
  if ((await countHit(database, window)) > chatLimits.messagesPerMinuteMax)
    throw supportRefusals.too_many_chat_messages();
  const adopted = { userId, visitorToken, now };
  const chatId = await takeOver(database, adopted).catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    // Another tab has just started the user's own conversation, so a second attempt appends the
    // visitor's messages to it.
    return takeOver(database, adopted);
  });
  if (chatId === undefined) return false;
  bus.publish("chat", { chatId, userId, what: "message" });
  return true;
}

/** Moves the messages to the user. Returns the id of the user's conversation. */
function takeOver(
  database: ChatDeps["database"],
  {
    userId,
    visitorToken,
    now,
  }: { readonly userId: string; readonly visitorToken: string; readonly now: Date },
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    await requirePerson(tx, userId);
    const visitors = await lockChatOf(tx, visitorOf(visitorToken));
    if (!visitors || isEnded(visitors, now)) return undefined;
    const own = await lockChatOf(tx, { userId });
    if (!own) {
      await adoptChat(tx, { chatId: visitors.id, userId });
      return visitors.id;
    }
    await appendChat(tx, { from: visitors, to: own, userId, now });
    return own.id;
  });
}
