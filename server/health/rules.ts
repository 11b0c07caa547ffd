/**
 * The rules of the health checks, as pure functions. `failing` means that the installation must not
 * receive requests. `attention` means that the installation can serve requests, but an operator
 * must act. `not monitored` means that the state is unknown, which is not the same as "ok".
 */
import { reservedBytes, type DiskSpace, type Rights, type WorkerState } from "#platform";
import type { PoolState } from "#pool";
import type { ChainStatus } from "#wallet";

export interface Check {
  readonly state: "ok" | "attention" | "failing" | "not monitored";
  /** Detail for the operator. It is never sent on the public port. */
  readonly detail: string;
}

export const ok = (detail: string): Check => ({ state: "ok", detail });
const attention = (detail: string): Check => ({ state: "attention", detail });
export const failing = (detail: string): Check => ({ state: "failing", detail });

const SKEW_MS_MAX = 2_000;

/**
 * Compares our clock with the database's clock. The database read its clock at an unknown moment
 * during the round trip. A difference no larger than this uncertainty is therefore accepted.
 */
export function clocks(skew: { readonly aheadMs: number; readonly roundTripMs: number }): Check {
  const certainMs = Math.abs(skew.aheadMs) - skew.roundTripMs / 2;
  const detail = `this clock is ${Math.round(skew.aheadMs)} ms ahead of the database's`;
  return certainMs < SKEW_MS_MAX ? ok(detail) : failing(detail);
}

interface Moments {
  readonly now: Date;
  /**
   * Start time of this process. Before that time, it is possible that no process mined or read
   * blocks.
   */
  readonly startedAt: Date;
}

/**
 * Checks the age of the chain tip. `secondsMax` is null if blocks are not mined automatically,
 * because an old tip is then normal.
 */
export function tip(
  status: ChainStatus | undefined,
  { now, startedAt, secondsMax }: Moments & { readonly secondsMax: number | null },
): Check {
  if (!status) return failing("no block was read yet");
  const { height, appliedAt, haltedReason } = status;
  if (haltedReason !== null) return attention(`stopped at block ${height}: ${haltedReason}`);
  const seconds = Math.round(secondsBetween(appliedAt, now));
  const detail = `block ${height}, read ${seconds} s ago`;
  if (secondsMax === null) return { state: "not monitored", detail: `${detail}; none is awaited` };
  const waited = Math.min(seconds, secondsBetween(startedAt, now));
  return waited <= secondsMax ? ok(detail) : failing(`${detail}; one was due`);
}

const RECONCILE_SECONDS_MAX = 300;

/**
 * Checks that the books match the coins. A difference pauses withdrawals and needs an operator. The
 * check also fails if the comparison no longer runs.
 */
export function books(status: ChainStatus | undefined, now: Date): Check {
  if (!status || status.unexplainedSats === null) return failing("not compared with the coins yet");
  const { unexplainedSats, reconciledHeight, height, appliedAt } = status;
  const { haltedReason, lockedReason, ledgerProblem } = status;
  const detail = `${unexplainedSats} sat unexplained at block ${reconciledHeight}`;
  if (ledgerProblem !== null)
    return attention(`${detail}; the ledger's verification failed: ${ledgerProblem}`);
  if (haltedReason !== null) return attention(`${detail}; the chain is not followed`);
  if (lockedReason !== null) return attention(`${detail}; payments wait: ${lockedReason}`);
  const isBehind =
    reconciledHeight !== height && secondsBetween(appliedAt, now) > RECONCILE_SECONDS_MAX;
  if (isBehind) return failing(`${detail}, not compared since`);
  return unexplainedSats === 0n ? ok(detail) : attention(`${detail}; withdrawals are paused`);
}

/**
 * Checks the login's database privileges. Excess privileges do not fail the check, so that an
 * operator without separate database roles can still start.
 */
export function rights({ user, faults }: Rights): Check {
  if (faults.length === 0) return ok(`${user} has the declared privileges`);
  return attention(
    `${user}: ${faults.join(", ")}; run npm run database:roles, because the ledger is protected by separate roles`,
  );
}

const FAILURES_MAX = 5;

/**
 * Checks the workers. A worker that fails several rounds in a row needs an operator's attention.
 * The installation remains ready, because the other workers still run.
 */
export function jobs(states: readonly WorkerState[]): Check {
  const broken = states.filter(({ failures }) => failures >= FAILURES_MAX);
  if (broken.length === 0) return ok("none fails round after round");
  const text = broken.map(
    ({ name, failures, failure }) => `${name} failed ${failures} times in a row: ${failure}`,
  );
  return attention(text.join("; "));
}

const TEMPLATE_SECONDS_MAX = 60;

/** Checks the pool. Without the pool, miners cannot mine, but the pages still work. */
export function pool(state: PoolState | undefined, now: Date): Check {
  if (!state) return attention("it does not run, and is being started again");
  const { host, port, connections, templateAt, journalBytes } = state;
  const text = `${host}:${port}, ${connections} connected, ${journalBytes} bytes to record`;
  if (templateAt === null) return attention(`${text}; the node has told no work yet`);
  const seconds = Math.round(secondsBetween(templateAt, now));
  return seconds <= TEMPLATE_SECONDS_MAX
    ? ok(text)
    : attention(`${text}; its work is ${seconds} s old`);
}

const FREE_PART_MIN = 0.1;

export function disk(space: DiskSpace | null): Check {
  if (!space || space.totalBytes === 0)
    return { state: "not monitored", detail: "the data folder's disk cannot be asked" };
  const part = space.freeBytes / space.totalBytes;
  const detail = `${(part * 100).toFixed(1)} % free`;
  if (part > FREE_PART_MIN) return ok(detail);
  return space.freeBytes > reservedBytes(space.totalBytes) ? attention(detail) : failing(detail);
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}
