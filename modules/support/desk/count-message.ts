/**
 * What one person may write to support, in the chat and in tickets together: so many messages a
 * minute, and so many a day, since administrators read them all and the database keeps them. A
 * refused message counts too.
 */
import { chatLimits } from "#api/limits";
import type { Clock, Database } from "#platform";
import { countHit } from "#users";
import { supportRefusals } from "./refusals.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * `who`: a user, or a visitor's token by its hash. Refuses `too_many_chat_messages` and
 * `too_many_messages_today`.
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

/** For what has a limit of its own for shorter times. */
export async function countMessageOfDay(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  who: string,
): Promise<void> {
  const window = { key: `support-day/${who}`, windowMs: DAY_MS, now: clock.now() };
  if ((await countHit(database, window)) > chatLimits.messagesPerDayMax)
    throw supportRefusals.too_many_messages_today();
}
