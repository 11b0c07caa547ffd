/** SQL statements that end expired rows of the outbox and delete old finished rows. */
import { deleteInBatches, type Queryable } from "#platform";
import type { Channel } from "../messages/messages-table.ts";
import { NO_ROOM_FOR_NEWS } from "./outbox-limits.ts";

/**
 * Rows per batch. A small batch holds the claim lock only briefly, even if there is a row for every
 * user.
 */
export const ENDED_AT_ONCE = 500;

/**
 * Ends at most `ENDED_AT_ONCE` expired rows that no process is sending, in order of expiry. News
 * that was never attempted because the daily limit was used up ends as limited. All other messages
 * end as failed. Returns the user of each ended message.
 */
export async function endExpired(
  queryable: Queryable,
  { channel, now }: { readonly channel: Channel; readonly now: Date },
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `with expired as (select id, is_promotion and attempts = 0 and exists (select from notifications_outlets outlet
           where outlet.channel = one.channel and outlet.promotions_full_at >= one.created_at) as had_no_room
         from notifications_outbox one
         where channel = $2 and state = 'waiting' and attempts >= 0 and expires_at <= $1 and (claimed_until is null or claimed_until <= $1)
         order by expires_at limit $3 for update skip locked),
       ended as (update notifications_outbox one set state = 'dead', done_at = $1, problem = case when had_no_room then $4 else 'expired' end, recipient = null,
           subject = null, body = null, claim_id = null, claimed_until = null
         from expired where one.id = expired.id returning one.message_id, one.user_id, had_no_room),
       told as (update notifications_messages message set delivery = case when had_no_room then 'limited' else 'failed' end
         from ended where message.id = ended.message_id)
     select user_id as "userId" from ended`,
    [now, channel, ENDED_AT_ONCE, NO_ROOM_FOR_NEWS],
  );
  return rows.map(({ userId }) => userId);
}

export async function deleteDone(
  queryable: Queryable,
  { sentBefore, deadBefore }: { readonly sentBefore: Date; readonly deadBefore: Date },
): Promise<void> {
  await deleteInBatches(queryable, "notifications_outbox", {
    where: "(state in ('sent', 'unwanted') and done_at < $1) or (state = 'dead' and done_at < $2)",
    values: [sentBefore, deadBefore],
  });
}
