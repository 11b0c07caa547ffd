/**
 * Returns the outbox's figures for administrators. The figures of a channel that is not configured
 * are null, not zeros.
 */
import type { Queryable } from "#platform";
import type { Channel } from "../messages/messages-table.ts";

export interface OutletFigures {
  readonly waiting: number;
  /** Age of the oldest pending message in seconds. Null if no message is pending. */
  readonly oldestSeconds: number | null;
  readonly sentInDay: number;
  /**
   * Messages abandoned in the last 24 hours because they were refused, expired, or exceeded a
   * limit.
   */
  readonly deadInDay: number;
  /** Reason for the newest abandoned message. */
  readonly lastProblem: string | null;
}

export interface OutboxFigures {
  readonly email: OutletFigures | null;
  readonly sms: OutletFigures | null;
}

const DAY_MS = 86_400_000;

export async function outboxFigures(
  queryable: Queryable,
  now: Date = new Date(),
): Promise<OutboxFigures> {
  const rows = await queryable.query<OutletFigures & { readonly channel: Channel }>(
    `select outlet.channel, waiting, "oldestSeconds", "sentInDay", "deadInDay", "lastProblem"
     from notifications_outlets outlet,
     lateral (select count(*)::int as waiting,
         greatest(0, extract(epoch from $1 - min(created_at)))::int as "oldestSeconds"
       from notifications_outbox where channel = outlet.channel and state = 'waiting') open,
     lateral (select count(*) filter (where state = 'sent')::int as "sentInDay",
         count(*) filter (where state = 'dead')::int as "deadInDay",
         (array_agg(problem order by done_at desc) filter (where state = 'dead'))[1] as "lastProblem"
       from notifications_outbox where channel = outlet.channel and state <> 'waiting' and done_at > $2) done
     where outlet.is_open`,
    [now, new Date(now.getTime() - DAY_MS)],
  );
  const figuresOf = (wanted: Channel): OutletFigures | null => {
    const row = rows.find(({ channel }) => channel === wanted);
    if (!row) return null;
    const { channel: _channel, ...figures } = row;
    return figures;
  };
  return { email: figuresOf("email"), sms: figuresOf("sms") };
}
