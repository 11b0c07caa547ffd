/**
 * Runs one round of sending. A round claims messages in a short transaction, sends them outside of
 * any transaction, and stores the outcome in another transaction. If the process dies in between,
 * the claim expires and the same message is sent again under the same id. Each message is therefore
 * sent at least once, and never by two processes at the same time.
 */
import { failpoint, newUuid, type Clock, type Database, type Log } from "#platform";
import { isWanted } from "../messages/is-wanted.ts";
import type { Channel } from "../messages/messages-table.ts";
import { postedDailyLimits } from "../messages/posted-limits.ts";
import { backOffMs } from "./back-off.ts";
import { endExpired } from "./ended-rows.ts";
import { allowanceFor, hasRoomForPromotions, type OutboxLimits } from "./outbox-limits.ts";
import {
  claimRow,
  dayTotals,
  finishRow,
  lockClaims,
  lockDue,
  notePromotionsFull,
  postponeRow,
  recentMessages,
  type WaitingMessage,
} from "./outbox-table.ts";
import type { SendResult, Transport } from "./transport.ts";

export interface OutboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: OutboxLimits;
}

export interface Outlet {
  readonly channel: Channel;
  readonly transport: Transport;
}

const AT_ONCE = 5;
/** Duration of a claim. Must exceed the longest time that any transport takes for a message. */
export const LEASE_MS = 5 * 60_000;

/**
 * Sends messages until none is due. Returns the ids of the users whose messages changed state, so
 * that the caller can notify them.
 */
export async function sendRound(
  deps: OutboxDeps,
  outlet: Outlet,
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const { claimId, claimed, ended, wasDue } = await claimDue(deps, outlet.channel);
    hasMore = wasDue;
    for (const userId of ended) changed.add(userId);
    failpoint("outbox.claimed");
    const ends = await Promise.allSettled(
      claimed.map(async (message) => {
        const result = await outlet.transport.send(message);
        failpoint("outbox.sent");
        if (await writeDown(deps, message, { claimId, result })) changed.add(message.userId);
      }),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
  return changed;
}

async function claimDue({ database, clock, limits }: OutboxDeps, channel: Channel) {
  const claimId = newUuid();
  return database.transaction(async (tx) => {
    await lockClaims(tx, channel);
    const now = clock.now();
    const daily = await postedDailyLimits(tx);
    const claim = { claimId, now, until: new Date(now.getTime() + LEASE_MS) };
    const ended = await endExpired(tx, { channel, now });
    const hasPromotions = hasRoomForPromotions(await dayTotals(tx, { channel, now }), daily);
    if (!hasPromotions) await notePromotionsFull(tx, { channel, now });
    const due = await lockDue(tx, { channel, now, limit: AT_ONCE, hasPromotions });
    const claimed: WaitingMessage[] = [];
    for (const message of due) {
      const end = async (delivery: "limited" | "unwanted", problem: string) => {
        const { id, messageId } = message;
        const state = delivery === "unwanted" ? delivery : "dead";
        const row = { id, messageId, claimId: null, state, delivery, problem, now } as const;
        await finishRow(tx, row);
        ended.push(message.userId);
      };
      const { id } = message;
      const recent = await recentMessages(tx, { channel, message, now });
      const { isPrompt, isPromotion } = message;
      const kind = { channel, isPrompt, isPromotion, now };
      const allowance = allowanceFor(kind, recent, { ...limits, daily });
      if (!isWanted(message, { template: message.template, channel }))
        await end("unwanted", "switched off by the user");
      // Limits apply only to the first attempt, because a message that has been attempted is
      // already counted.
      else if (allowance.kind === "never" && message.attempts === 0)
        await end("limited", allowance.problem);
      // Earlier promotions in this round have used up the limit. The next claim will skip this
      // message.
      else if (allowance.kind === "promotions wait" && message.attempts === 0) continue;
      else if (allowance.kind === "later")
        await postponeRow(tx, { id, claimId: null, dueAt: allowance.at, problem: null });
      else {
        await claimRow(tx, id, claim);
        claimed.push({ ...message, attempts: message.attempts + 1 });
      }
    }
    return { claimId, claimed, ended, wasDue: due.length > 0 };
  });
}

/** Stores the outcome of an attempt. Returns true if the message reached its final state. */
async function writeDown(
  { database, clock, log }: OutboxDeps,
  { id, messageId, attempts, isPrompt, expiresAt }: WaitingMessage,
  { claimId, result }: { readonly claimId: string; readonly result: SendResult },
): Promise<boolean> {
  const now = clock.now();
  const problem = result.outcome === "accepted" ? null : result.problem;
  const isAccepted = result.outcome === "accepted";
  const leftMs = expiresAt.getTime() - now.getTime();
  const dueAt = new Date(now.getTime() + backOffMs({ attempts, isPrompt, leftMs }));
  const isOver =
    isAccepted ||
    result.outcome === "refused" ||
    // The next attempt would be after the end of the message's lifetime, so do not retry.
    dueAt >= expiresAt;
  if (problem !== null) log.warn({ outboxId: id, problem, attempts, isOver }, "message not sent");
  await database.transaction(async (tx) => {
    if (isOver) {
      const state = isAccepted ? "sent" : "dead";
      const delivery = isAccepted ? "sent" : "failed";
      const isMine = await finishRow(tx, { id, messageId, claimId, state, delivery, problem, now });
      if (!isMine)
        log.warn({ outboxId: id }, "the claim on a message expired while it was being sent");
    } else {
      await postponeRow(tx, { id, claimId, dueAt, problem });
    }
    failpoint("outbox.marking");
  });
  failpoint("outbox.marked");
  return isOver;
}
