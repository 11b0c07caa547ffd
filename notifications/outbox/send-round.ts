/**
 * One round of sending: claim in a short transaction, send outside of any, write down what happened
 * in another. Whatever dies in between, the claim runs out and the same letter goes again under the
 * same id: at least once, never two at a time.
 */
import { failpoint, newUuid, type Clock, type Database, type Log } from "#platform";
import { isWanted } from "../letters/is-wanted.ts";
import type { Channel } from "../letters/letters-table.ts";
import { postedDailyLimits } from "../letters/posted-limits.ts";
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
  recentLetters,
  type WaitingLetter,
} from "./outbox-table.ts";
import type { SendResult, Transport } from "./transport.ts";

export interface OutboxParts {
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
/** Longer than any transport takes for one letter, whatever the other side does. */
export const LEASE_MS = 5 * 60_000;

/** Until nothing is due. Returns the users of letters whose state changed, to be told after. */
export async function sendRound(
  parts: OutboxParts,
  outlet: Outlet,
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const { claimId, claimed, ended, wasDue } = await claimDue(parts, outlet.channel);
    hasMore = wasDue;
    for (const userId of ended) changed.add(userId);
    failpoint("outbox.claimed");
    const ends = await Promise.allSettled(
      claimed.map(async (letter) => {
        const result = await outlet.transport.send(letter);
        failpoint("outbox.sent");
        if (await writeDown(parts, letter, { claimId, result })) changed.add(letter.userId);
      }),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
  return changed;
}

async function claimDue({ database, clock, limits }: OutboxParts, channel: Channel) {
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
    const claimed: WaitingLetter[] = [];
    for (const letter of due) {
      const end = async (delivery: "limited" | "unwanted", problem: string) => {
        const { id, letterId } = letter;
        const state = delivery === "unwanted" ? delivery : "dead";
        const row = { id, letterId, claimId: null, state, delivery, problem, now } as const;
        await finishRow(tx, row);
        ended.push(letter.userId);
      };
      const { id } = letter;
      const recent = await recentLetters(tx, { channel, letter, now });
      const { isPrompt, isPromotion } = letter;
      const kind = { channel, isPrompt, isPromotion, now };
      const allowance = allowanceFor(kind, recent, { ...limits, daily });
      if (!isWanted(letter, { template: letter.template, channel }))
        await end("unwanted", "switched off by the reader");
      // A letter that was tried has used its allowance: it may have arrived.
      else if (allowance.kind === "never" && letter.attempts === 0)
        await end("limited", allowance.problem);
      // Those before it took the last places: the next claim sees that and leaves it alone.
      else if (allowance.kind === "promotions wait" && letter.attempts === 0) continue;
      else if (allowance.kind === "later")
        await postponeRow(tx, { id, claimId: null, dueAt: allowance.at, problem: null });
      else {
        await claimRow(tx, id, claim);
        claimed.push({ ...letter, attempts: letter.attempts + 1 });
      }
    }
    return { claimId, claimed, ended, wasDue: due.length > 0 };
  });
}

/** True when the letter has come to its end. */
async function writeDown(
  { database, clock, log }: OutboxParts,
  { id, letterId, attempts, isPrompt, expiresAt }: WaitingLetter,
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
    // It could not arrive in time any more.
    dueAt >= expiresAt;
  if (problem !== null) log.warn({ outboxId: id, problem, attempts, isOver }, "letter not sent");
  await database.transaction(async (tx) => {
    if (isOver) {
      const state = isAccepted ? "sent" : "dead";
      const delivery = isAccepted ? "sent" : "failed";
      const isMine = await finishRow(tx, { id, letterId, claimId, state, delivery, problem, now });
      if (!isMine) log.warn({ outboxId: id }, "the claim on a letter ran out while it was sent");
    } else {
      await postponeRow(tx, { id, claimId, dueAt, problem });
    }
    failpoint("outbox.marking");
  });
  failpoint("outbox.marked");
  return isOver;
}
