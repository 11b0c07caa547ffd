/**
 * Decides whether payouts may trust the clock, because a payout made with a wrong clock cannot be
 * reversed. Payouts wait for an administrator's confirmation in two cases: the clock jumped while
 * this process ran, or no process ran for so long that the clock itself may be wrong. The gate
 * closes for all processes at once. Until the confirmation, prices advance by elapsed time.
 */
import { uptime } from "node:os";
import type { Clock } from "./clock.ts";
import type { Database, Queryable } from "./database/database.ts";
import { beginIncident, endIncident, recordIncident } from "./incidents.ts";
import { defineRefusals } from "./errors/refusal.ts";
import type { Log } from "./process/log.ts";
import { coalesceCalls } from "./coalesce-calls.ts";

export interface PayGate {
  /**
   * Compares the clocks. Returns undefined while the gate is closed. Otherwise returns a clock for
   * this payout that ignores later jumps.
   */
  checkedClock(): Promise<Clock | undefined>;
  /**
   * Returns the clock for a payout. Does not query the database, because code inside a transaction
   * must not use another database connection. Relies on the last comparison and the current clocks
   * in memory. Throws 409 `pay_waits` while the gate is closed.
   */
  requireCheckedClock(): Clock;
  /**
   * A clock that advances by elapsed time from the last moment at which the gate was open. Used for
   * values that must not be revealed early or sold at a known price. A few seconds after the
   * confirmation, it equals the machine's clock again.
   */
  readonly steadyClock: Clock;
}

export interface PayGateState {
  readonly closedReason: string | null;
  readonly closedAt: Date | null;
}

export const payGateRefusals = defineRefusals({
  pay_waits: {
    status: 409,
    title: "Payments by time are paused",
    text: "An administrator must check the server's clock first. Nothing is lost: earnings are paid afterwards. Until then, purchases, sales and mining switches are not possible.",
  },
  pay_does_not_wait: {
    status: 409,
    title: "Payments are not paused",
    text: "Another administrator has already resumed them.",
  },
});

/**
 * Returns the milliseconds since the machine started, including sleep. The value does not depend on
 * the machine's clock.
 */
export const machineUptimeMs = (): number => uptime() * 1_000;

const JUMP_MS_MAX = 60_000;
const GAP_MS_MAX = 7 * 86_400_000;
/**
 * Time for which a comparison is trusted, which is longer than a busy database takes to store a
 * comparison.
 */
const BELIEVED_MS = 300_000;
/** Interval at which the current time is stored. */
const SEEN_MS = 15_000;
/**
 * Time between two stored times after which an outage is recorded. The platform may have run for up
 * to `SEEN_MS` after the first of the two, so it was down for more than a minute.
 */
const OUTAGE_MS = 60_000 + SEEN_MS;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly uptimeMs: () => number;
}

/** The wall clock and the machine's uptime at the same moment. */
interface Reading {
  readonly wallMs: number;
  readonly upMs: number;
}

export function createPayGate({ database, clock, log, uptimeMs }: Deps): PayGate {
  const read = (): Reading => ({ wallMs: clock.now().getTime(), upMs: uptimeMs() });
  let last = read();
  let believed = last;
  let isFirst = true;
  let isOpen = false;
  let seenMs = -Infinity;

  const compare = async (): Promise<Clock | undefined> => {
    const now = read();
    const { seenAt, closedReason, databaseGapMs } = await readGate(database);
    const isAfterGap = isFirst && seenAt && closedReason === null;
    const reason =
      jumpReason(last, now) ??
      (isAfterGap ? gapReason(seenAt, now.wallMs, databaseGapMs) : undefined);
    if (reason !== undefined) {
      log.error({ reason }, "payouts wait for an administrator");
      await closeGate(database, reason);
    }
    last = now;
    isOpen = reason === undefined && closedReason === null;
    if (isOpen) believed = now;
    else if (isFirst && seenAt) believed = { ...now, wallMs: seenAt.getTime() };
    isFirst = false;
    const steady = steadyTime(clock, believed, uptimeMs);
    if (Math.abs(steady.getTime() - seenMs) >= SEEN_MS) {
      await noteSeen(database, steady);
      seenMs = steady.getTime();
    }
    return isOpen ? { now: () => steadyTime(clock, now, uptimeMs) } : undefined;
  };

  // Only one comparison runs at a time. Otherwise, a caller that arrives while a jump is being
  // stored could be told that the gate is open.
  const checkedClock = coalesceCalls(compare);
  return {
    checkedClock,
    requireCheckedClock() {
      const compared = last;
      if (!isOpen || jumpReason(compared, read()) !== undefined) throw payGateRefusals.pay_waits();
      return { now: () => steadyTime(clock, compared, uptimeMs) };
    },
    steadyClock: { now: () => steadyTime(clock, believed, uptimeMs) },
  };
}

/** Returns the time that the wall clock would show if it had not jumped since that reading. */
function steadyTime(clock: Clock, { wallMs, upMs }: Reading, uptimeMs: () => number): Date {
  const now = clock.now();
  if (Math.abs(now.getTime() - wallMs) <= JUMP_MS_MAX) return now;
  const steadyMs = wallMs + uptimeMs() - upMs;
  return Math.abs(now.getTime() - steadyMs) <= JUMP_MS_MAX ? now : new Date(steadyMs);
}

function jumpReason(last: Reading, now: Reading): string | undefined {
  const jumpMs = now.wallMs - last.wallMs - (now.upMs - last.upMs);
  return Math.abs(jumpMs) > JUMP_MS_MAX
    ? `The clock moved by ${durationText(jumpMs)} at once.`
    : undefined;
}

/**
 * Returns the reason to close the gate after a stop. Also compares with the database's clock, which
 * reveals a clock that was set ahead on this machine.
 */
function gapReason(seenAt: Date, wallMs: number, databaseGapMs: number | null): string | undefined {
  const gapMs = wallMs - seenAt.getTime();
  if (gapMs > GAP_MS_MAX) return `Nothing ran here for ${durationText(gapMs)}, says the clock.`;
  if (gapMs < -JUMP_MS_MAX)
    return `The clock was set back by ${durationText(gapMs)} since this ran last.`;
  const aheadMs = databaseGapMs === null ? 0 : gapMs - databaseGapMs;
  if (Math.abs(aheadMs) > JUMP_MS_MAX)
    return `The clock moved by ${durationText(aheadMs)} against the database's since this ran last.`;
  return undefined;
}

/** Formats a duration such as `3 days`, `2 h 5 min` or `-90 s`. */
function durationText(milliseconds: number): string {
  const sign = milliseconds < 0 ? "-" : "";
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60),
  ];
  if (days > 1) return `${sign}${days} days`;
  if (hours > 0) return `${sign}${hours} h ${minutes % 60} min`;
  return minutes > 1 ? `${sign}${minutes} min` : `${sign}${seconds} s`;
}

export async function payGateState(queryable: Queryable): Promise<PayGateState> {
  const { closedReason, closedAt } = await readGate(queryable);
  return { closedReason, closedAt };
}

/**
 * Throws 409 `pay_waits` while the gate is closed. Used for append-only rows with dates, because a
 * row with a wrong future date would take precedence over all later rows.
 */
export async function requirePayOpen(queryable: Queryable): Promise<void> {
  if ((await readGate(queryable)).closedReason !== null) throw payGateRefusals.pay_waits();
}

/**
 * True if the processes that make payouts accept this time, or did so recently. Used by processes
 * that do not compare clocks.
 */
export async function isTimeBelieved(queryable: Queryable, now: Date): Promise<boolean> {
  const { closedReason, seenAt } = await readGate(queryable);
  const ageMs = Math.abs(now.getTime() - (seenAt?.getTime() ?? -Infinity));
  return closedReason === null && ageMs <= BELIEVED_MS;
}

/**
 * Confirms the current time, so that due payouts are made. Returns the reason for which the payouts
 * waited. Throws 409 `pay_does_not_wait` if they were not waiting.
 */
export async function openPayGate(queryable: Queryable, now: Date): Promise<string> {
  const [row] = await queryable.query<{ reason: string }>(
    `update platform_pay_gate set closed_reason = null, closed_at = null, seen_at = $1, database_at = clock_timestamp()
     from (select closed_reason as reason from platform_pay_gate for update) as before
     where closed_reason is not null returning reason`,
    [now],
  );
  if (!row) throw payGateRefusals.pay_does_not_wait();
  await endIncident(queryable, "pay_paused");
  return row.reason;
}

interface GateRow extends PayGateState {
  readonly seenAt: Date | null;
  /** Elapsed time since `seenAt`, by the database's clock. */
  readonly databaseGapMs: number | null;
}

async function readGate(queryable: Queryable): Promise<GateRow> {
  const [row] = await queryable.query<GateRow>(
    `select seen_at as "seenAt", closed_reason as "closedReason", closed_at as "closedAt",
       (extract(epoch from clock_timestamp() - database_at) * 1000)::float8 as "databaseGapMs"
     from platform_pay_gate`,
  );
  if (!row) throw new Error("the pay gate has no row");
  return row;
}

/**
 * Closes the gate. If the gate is already closed, stores the new reason but preserves the time of
 * the first closing.
 */
async function closeGate(database: Database, reason: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `update platform_pay_gate set closed_reason = $1, closed_at = coalesce(closed_at, clock_timestamp())`,
      [reason],
    );
    await beginIncident(tx, { kind: "pay_paused", detail: reason });
  });
}

/**
 * Stores the current time, and records an outage if no process has stored one for more than a
 * minute. While the gate is closed, a stored later time is kept, because the clock of a restarted
 * process is then behind the clocks of the other processes.
 */
async function noteSeen(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const [before] = await tx.query<{ at: Date | null; gapMs: number | null }>(
      `select database_at as at, (extract(epoch from clock_timestamp() - database_at) * 1000)::float8 as "gapMs"
       from platform_pay_gate for update`,
    );
    await tx.query(
      `update platform_pay_gate set database_at = clock_timestamp(),
         seen_at = case when closed_reason is null then $1 else greatest(seen_at, $1) end`,
      [now],
    );
    const gapMs = before?.gapMs ?? 0;
    if (!before?.at || gapMs <= OUTAGE_MS) return;
    const detail = `No part of the platform ran, or the database did not respond, for ${durationText(gapMs)}.`;
    await recordIncident(tx, { kind: "outage", detail, startedAt: before.at });
  });
}
