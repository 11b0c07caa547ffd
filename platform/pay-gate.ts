/**
 * Whether what the clock says may be paid for. Pay that a wrong clock brought cannot be taken back,
 * so it waits for an administrator when the clock moved by itself while this process ran, or when
 * nothing ran for so long that it may be the clock that is wrong. Closed for all processes at once.
 */
import { uptime } from "node:os";
import type { Clock } from "./clock.ts";
import type { Database, Queryable } from "./database/database.ts";
import { defineRefusals } from "./errors/refusal.ts";
import type { Log } from "./process/log.ts";
import { sharedAsking } from "./shared-asking.ts";

export interface PayGate {
  /**
   * Compares the clocks first. Undefined while it is closed, else the clock to pay by: it never
   * goes ahead of the time that passed since, so that a jump while pay is under way is not paid.
   */
  checkedClock(): Promise<Clock | undefined>;
  /** Throws 409 `pay_waits` while it is closed. */
  requireCheckedClock(): Promise<Clock>;
}

export interface PayGateState {
  readonly closedReason: string | null;
  readonly closedAt: Date | null;
}

export const payGateRefusals = defineRefusals({
  pay_waits: {
    status: 409,
    title: "Pay waits",
    text: "The clock of the server has to be looked at first. Nothing is lost: what is due is paid afterwards.",
  },
  pay_does_not_wait: {
    status: 409,
    title: "Pay does not wait",
    text: "Somebody has let it go on already.",
  },
});

/** Milliseconds that the machine runs, asleep or not, whatever its clock is set to. */
export const machineUptimeMs = (): number => uptime() * 1_000;

const JUMP_MS_MAX = 60_000;
const GAP_MS_MAX = 7 * 86_400_000;
/** So often it is written down that the clock was right. */
const SEEN_MS = 30_000;

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly uptimeMs: () => number;
}

export function createPayGate({ database, clock, log, uptimeMs }: Parts): PayGate {
  const read = () => ({ wallMs: clock.now().getTime(), upMs: uptimeMs() });
  let last = read();
  let seenMs: number | undefined;
  const goingOnFrom = ({ wallMs, upMs }: ReturnType<typeof read>): Clock => ({
    now: () => new Date(Math.min(clock.now().getTime(), wallMs + uptimeMs() - upMs)),
  });
  const compare = async (): Promise<Clock | undefined> => {
    const now = read();
    const jumpMs = now.wallMs - last.wallMs - (now.upMs - last.upMs);
    const { seenAt, closedReason } = await readGate(database);
    const isFirst = seenMs === undefined;
    const reason =
      Math.abs(jumpMs) > JUMP_MS_MAX
        ? `The clock moved by ${durationText(jumpMs)} at once.`
        : isFirst && seenAt
          ? gapReason(seenAt, new Date(now.wallMs))
          : undefined;
    if (reason !== undefined) {
      log.error({ reason }, "pay waits for an administrator");
      await closeGate(database, reason);
    }
    if (isFirst || reason !== undefined || now.wallMs - (seenMs ?? 0) >= SEEN_MS) {
      await noteSeen(database, new Date(now.wallMs));
      seenMs = now.wallMs;
    }
    last = now;
    return reason === undefined && closedReason === null ? goingOnFrom(now) : undefined;
  };
  // One at a time: who asks while another's jump is being written down is not told "open".
  const checkedClock = sharedAsking(compare);
  return {
    checkedClock,
    async requireCheckedClock() {
      const checked = await checkedClock();
      if (!checked) throw payGateRefusals.pay_waits();
      return checked;
    },
  };
}

function gapReason(seenAt: Date, now: Date): string | undefined {
  const gapMs = now.getTime() - seenAt.getTime();
  if (gapMs > GAP_MS_MAX) return `Nothing ran here for ${durationText(gapMs)}, says the clock.`;
  if (gapMs < -JUMP_MS_MAX)
    return `The clock was set back by ${durationText(gapMs)} since this ran last.`;
  return undefined;
}

/** `3 days`, `2 h 5 min`, `-90 s`. */
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

/** What was due meanwhile is paid. Returns why it waited. Throws 409 `pay_does_not_wait`. */
export async function openPayGate(queryable: Queryable): Promise<string> {
  const [row] = await queryable.query<{ reason: string }>(
    `update platform_pay_gate set closed_reason = null, closed_at = null
     from (select closed_reason as reason from platform_pay_gate for update) as before
     where closed_reason is not null returning reason`,
  );
  if (!row) throw payGateRefusals.pay_does_not_wait();
  return row.reason;
}

async function readGate(
  queryable: Queryable,
): Promise<PayGateState & { readonly seenAt: Date | null }> {
  const [row] = await queryable.query<PayGateState & { seenAt: Date | null }>(
    `select seen_at as "seenAt", closed_reason as "closedReason", closed_at as "closedAt" from platform_pay_gate`,
  );
  if (!row) throw new Error("the pay gate has no row");
  return row;
}

/** The newest reason stands, the first time does. */
async function closeGate(queryable: Queryable, reason: string): Promise<void> {
  await queryable.query(
    `update platform_pay_gate set closed_reason = $1, closed_at = coalesce(closed_at, clock_timestamp())`,
    [reason],
  );
}

async function noteSeen(queryable: Queryable, now: Date): Promise<void> {
  await queryable.query("update platform_pay_gate set seen_at = $1", [now]);
}
