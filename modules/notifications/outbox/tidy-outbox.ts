/**
 * Ends expired messages and deletes finished ones, even if their channel is no longer configured.
 * Otherwise, once a channel's setting was removed, its texts, codes and addresses would stay in the
 * database, and its messages would be shown as "on the way" forever.
 */
import type { Clock, Database } from "#platform";
import { deleteDone, ENDED_AT_ONCE, endExpired } from "./ended-rows.ts";

const DAY_MS = 86_400_000;
const SENT_DAYS = 7;
const DEAD_DAYS = 30;

/**
 * Cleans up the outbox. Returns the ids of the users whose messages changed state, so that the
 * caller can notify them.
 */
export async function tidyOutbox({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<ReadonlySet<string>> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const ended = new Set<string>();
  for (const channel of ["email", "sms"] as const) {
    let portion: string[];
    do {
      portion = await endExpired(database, { channel, now });
      for (const userId of portion) ended.add(userId);
    } while (portion.length === ENDED_AT_ONCE);
  }
  await deleteDone(database, { sentBefore: before(SENT_DAYS), deadBefore: before(DEAD_DAYS) });
  return ended;
}
