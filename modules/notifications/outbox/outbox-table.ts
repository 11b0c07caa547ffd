/**
 * SQL statements for outbox rows that are pending or being sent. A process claims a row for a
 * limited time, and only the process that holds the claim may finish the row.
 */
import { createHash } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Channel } from "../messages/messages-table.ts";
import { PREFERENCE_COLUMNS } from "../messages/preference-columns.ts";
import type { Preferences } from "../messages/template.ts";
import { QUICK_ATTEMPTS } from "./back-off.ts";
import type { DayTotals, RecentMessages } from "./outbox-limits.ts";

export interface NewOutboxRow {
  readonly id: string;
  readonly messageId: string;
  readonly userId: string;
  readonly channel: Channel;
  readonly template: string;
  readonly isPrompt: boolean;
  readonly isPromotion: boolean;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function insertOutboxRows(
  tx: DatabaseTransaction,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = (of: (row: NewOutboxRow) => unknown) => rows.map(of);
  await tx.query(
    `insert into notifications_outbox (id, message_id, user_id, channel, template, is_prompt, is_promotion, recipient,
       recipient_hash, subject, body, created_at, due_at, expires_at)
     select id, message_id, user_id, channel, template, is_prompt, is_promotion, recipient,
       recipient_hash, subject, body, now, now, expires_at
     from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::text[],
       $9::bytea[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[])
       as r(id, message_id, user_id, channel, template, is_prompt, is_promotion, recipient, recipient_hash, subject,
         body, now, expires_at)`,
    [
      column(({ id }) => id),
      column(({ messageId }) => messageId),
      column(({ userId }) => userId),
      column(({ channel }) => channel),
      column(({ template }) => template),
      column(({ isPrompt }) => isPrompt),
      column(({ isPromotion }) => isPromotion),
      column(({ recipient }) => recipient),
      column(({ recipient }) => hashOf(recipient)),
      column(({ subject }) => subject),
      column(({ body }) => body),
      column(({ now }) => now),
      column(({ expiresAt }) => expiresAt),
    ],
  );
}

function hashOf(recipient: string): Buffer {
  return createHash("sha256").update(recipient.toLowerCase()).digest();
}

/** Saves whether a channel is open, so that all processes and transactions know. */
export async function saveOutlet(
  queryable: Queryable,
  { channel, isOpen }: { readonly channel: Channel; readonly isOpen: boolean },
): Promise<void> {
  await queryable.query(
    `insert into notifications_outlets (channel, is_open) values ($1, $2)
     on conflict (channel) do update set is_open = $2`,
    [channel, isOpen],
  );
}

/** Serialises the claims of a channel until the transaction ends, so that limits are exact. */
export async function lockClaims(tx: DatabaseTransaction, channel: Channel): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('notifications ' || $1, 0))", [
    channel,
  ]);
}

export interface WaitingMessage {
  readonly id: string;
  readonly messageId: string;
  readonly userId: string;
  readonly template: string;
  readonly isPrompt: boolean;
  readonly isPromotion: boolean;
  readonly recipient: string;
  readonly recipientHash: Uint8Array;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
  readonly expiresAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Longer than any pause or claim. A stored time further in the future was written before the clock
 * was set back and is ignored.
 */
const AHEAD_MS_MAX = 2 * HOUR_MS;

/** Returns the number of messages whose first attempt was in the last 24 hours. */
export async function dayTotals(
  tx: DatabaseTransaction,
  { channel, now }: { readonly channel: Channel; readonly now: Date },
): Promise<DayTotals> {
  const [row] = await tx.query<DayTotals>(
    `select count(*)::int as "allInDay", count(*) filter (where is_promotion)::int as "promotionsInDay"
     from notifications_outbox where channel = $1 and first_tried_at > $2`,
    [channel, new Date(now.getTime() - DAY_MS)],
  );
  if (!row) throw new Error("a count gave no row");
  return row;
}

/**
 * Records that the limit for promotions is used up, at most once a minute. A promotion may have a
 * row for every user, so the record is stored per channel and not per row.
 */
export async function notePromotionsFull(
  tx: DatabaseTransaction,
  { channel, now }: { readonly channel: Channel; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update notifications_outlets set promotions_full_at = $2
     where channel = $1 and (promotions_full_at is null or promotions_full_at < $2::timestamptz - interval '1 minute')`,
    [channel, now],
  );
}

/**
 * Locks and returns at most `limit` messages that are due and not claimed, urgent messages first
 * and promotions last. Messages to one address are sent in order: a later message waits for earlier
 * messages of the same kind (urgent, ordinary or promotion). An earlier message that has failed a
 * dozen times no longer delays later messages, because a code must not wait for hourly retries. The
 * result includes the recipient's current preferences, which are locked until the transaction ends.
 * A message whose recipient is changing them at that moment is skipped until the next round. If the
 * limit for promotions is used up, promotions without an attempt are not read at all: a partial
 * index excludes them.
 */
export function lockDue(
  tx: DatabaseTransaction,
  {
    channel,
    now,
    limit,
    hasPromotions,
  }: {
    readonly channel: Channel;
    readonly now: Date;
    readonly limit: number;
    readonly hasPromotions: boolean;
  },
): Promise<(WaitingMessage & Preferences)[]> {
  return tx.query<WaitingMessage & Preferences>(
    `select id, message_id as "messageId", user_id as "userId", template, is_prompt as "isPrompt",
       is_promotion as "isPromotion", recipient, recipient_hash as "recipientHash", subject, body, attempts, expires_at as "expiresAt",
       ${PREFERENCE_COLUMNS}
     from notifications_outbox one join notifications_recipients reader using (user_id)
     where channel = $1 and state = 'waiting' and seq > 0 and (due_at <= $2 or due_at > $5) and expires_at > $2
       and (claimed_until is null or claimed_until <= $2 or claimed_until > $5)
       ${hasPromotions ? "" : "and (not is_promotion or attempts > 0)"}
       and not exists (select from notifications_outbox earlier
         where earlier.channel = $1 and earlier.recipient_hash = one.recipient_hash
           and earlier.is_prompt = one.is_prompt and earlier.is_promotion = one.is_promotion and earlier.state = 'waiting' and earlier.seq < one.seq and earlier.attempts < $4
           and (earlier.expires_at > $2 or earlier.claimed_until > $2))
     order by is_promotion, is_prompt desc, seq limit $3
     for update of one skip locked for share of reader skip locked`,
    [channel, now, limit, QUICK_ATTEMPTS, new Date(now.getTime() + AHEAD_MS_MAX)],
  );
}

/**
 * Returns the counts of all other attempted messages, whatever their outcome, because a failed
 * message may still have arrived. Each message counts once, from its first attempt, even if it is
 * retried for days. The pause between two e-mails to one address starts at the last attempt.
 */
export async function recentMessages(
  tx: DatabaseTransaction,
  {
    channel,
    message,
    now,
  }: { readonly channel: Channel; readonly message: WaitingMessage; readonly now: Date },
): Promise<RecentMessages> {
  const [row] = await tx.query<RecentMessages>(
    `select
       greatest(count(*) filter (where to_it and in_hour), count(*) filter (where by_user and in_hour))::int as "inHour",
       greatest(count(*) filter (where to_it), count(*) filter (where by_user))::int as "inDay",
       count(*) filter (where to_it and in_hour and is_prompt and template = $7)::int as "sameInHour",
       count(*) filter (where to_it and is_prompt and template = $7)::int as "sameInDay",
       count(*) filter (where to_it and not is_prompt)::int as "ordinaryInDay",
       count(*)::int as "allInDay",
       count(*) filter (where is_promotion)::int as "promotionsInDay",
       (select max(tried_at) from notifications_outbox
         where channel = $1 and recipient_hash = $3 and tried_at > $5 and tried_at <= $8 and not is_prompt and id <> $2) as "lastOrdinaryAt"
     from (select is_prompt, is_promotion, template, first_tried_at, recipient_hash = $3 as to_it, user_id = $4 as by_user, first_tried_at > $6 as in_hour
       from notifications_outbox where channel = $1 and first_tried_at > $5 and first_tried_at <= $8 and id <> $2) recent`,
    [
      channel,
      message.id,
      message.recipientHash,
      message.userId,
      new Date(now.getTime() - DAY_MS),
      new Date(now.getTime() - HOUR_MS),
      message.template,
      new Date(now.getTime() + HOUR_MS),
    ],
  );
  if (!row) throw new Error("a count gave no row");
  return row;
}

export interface Claim {
  readonly claimId: string;
  readonly now: Date;
  readonly until: Date;
}

export async function claimRow(tx: DatabaseTransaction, id: string, claim: Claim): Promise<void> {
  await tx.query(
    `update notifications_outbox set claim_id = $2, claimed_until = $4, tried_at = $3,
       first_tried_at = coalesce(first_tried_at, $3), attempts = attempts + 1
     where id = $1`,
    [id, claim.claimId, claim.now, claim.until],
  );
}

/**
 * Saves the final state. `claimId` is null for an unclaimed row that the caller has locked. Returns
 * false if another process has claimed the row.
 */
export async function finishRow(
  tx: DatabaseTransaction,
  end: {
    readonly id: string;
    readonly messageId: string;
    readonly claimId: string | null;
    readonly state: "sent" | "dead" | "unwanted";
    readonly delivery: "sent" | "limited" | "failed" | "unwanted";
    readonly problem: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `update notifications_outbox set state = $3, done_at = $4, problem = $5, recipient = null, subject = null,
       body = null, claim_id = null, claimed_until = null
     where id = $1 and state = 'waiting' and ($2::uuid is null or claim_id = $2) returning id`,
    [end.id, end.claimId, end.state, end.now, end.problem],
  );
  if (rows.length === 0) return false;
  await tx.query("update notifications_messages set delivery = $2 where id = $1", [
    end.messageId,
    end.delivery,
  ]);
  return true;
}

/** Releases a claim, or postpones a row without a claim (`claimId` null). */
export async function postponeRow(
  tx: DatabaseTransaction,
  later: {
    readonly id: string;
    readonly claimId: string | null;
    readonly dueAt: Date;
    readonly problem: string | null;
  },
): Promise<void> {
  await tx.query(
    `update notifications_outbox set due_at = $3, problem = coalesce($4, problem), claim_id = null, claimed_until = null
     where id = $1 and state = 'waiting' and ($2::uuid is null or claim_id = $2)`,
    [later.id, later.claimId, later.dueAt, later.problem],
  );
}

/** Deletes the texts of a deleted user's pending messages, so that they are not sent. */
export async function withdrawRows(
  tx: DatabaseTransaction,
  { userId }: { readonly userId: string },
): Promise<void> {
  await tx.query(
    `update notifications_outbox set state = 'dead', done_at = now(), problem = 'the user was deleted', recipient = null,
       subject = null, body = null, claim_id = null, claimed_until = null
     where user_id = $1 and state = 'waiting'`,
    [userId],
  );
}
