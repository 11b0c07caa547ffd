/**
 * Limits messages to support per user, minute and day, for chat and tickets together. The limits
 * protect the database and the administrators, who read all messages. Refused messages count as
 * well.
 */
import { chatLimits } from "#api/limits";
import type { Clock, Database } from "#platform";
import { countHit } from "#users";
import { supportRefusals } from "./refusals.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Counts a message. `who` is a user id or the hash of a visitor's token. Throws
 * `too_many_chat_messages` or `too_many_messages_today`.
 */
export async function countMessage(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  who: string,
): Promise<void> {
  const now = clock.now();
  const inMinute = await countHit(database, { key: `chat/${who}`, windowMs: MINUTE_MS, now });
  if (inMinute > chatLimits.messagesPerMinuteMax) throw supportRefusals.too_many_chat_messages();
  await countMessageOfDay({ database, clock }, who);
}

/** Counts a message towards the daily limit only, for messages with a separate short-term limit. */
export async function countMessageOfDay(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  who: string,
): Promise<void> {
  const window = { key: `support-day/${who}`, windowMs: DAY_MS, now: clock.now() };
  if ((await countHit(database, window)) > chatLimits.messagesPerDayMax)
    throw supportRefusals.too_many_messages_today();
}
