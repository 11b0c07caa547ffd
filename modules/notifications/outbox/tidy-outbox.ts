/**
 * Ends what ran out and deletes what is done, whether or not there is a way out: a setting that is
 * taken away must not keep words, codes and addresses for ever, nor leave a message "on its way"
 * that never goes.
 */
import type { Clock, Database } from "#platform";
import { deleteDone, ENDED_AT_ONCE, endExpired } from "./ended-rows.ts";

const DAY_MS = 86_400_000;
const SENT_DAYS = 7;
const DEAD_DAYS = 30;

/** The users of messages whose state changed, to be told after. */
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
