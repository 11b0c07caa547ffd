/**
 * Writes the public log: collects new facts, appends them, and asks the witnesses for their
 * signatures. Only one process of an installation runs it.
 */
import {
  startWorker,
  type Clock,
  type Database,
  type MasterKey,
  type PayGate,
  type Worker,
} from "#platform";
import { appendLeaves, openLog, type Signing } from "./append-leaves.ts";
import { auditLeaf, collectLeaves, type SourceDeps } from "./collect-leaves.ts";
import { digestTransfers } from "./ledger-digests.ts";
import { openLogKey } from "./log-key.ts";
import { newestLeaf, type Log } from "./log-table.ts";
import { askWitnesses, type WitnessDeps } from "./witnesses.ts";

export interface LogDeps extends SourceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
}

/** Longest time from a fact to its leaf, such as a commitment of the Forex desk. */
const EVERY_MS = 10_000;
/** Interval of the digests of the ledger and the audit log. */
const DIGEST_EVERY_MS = 300_000;

type Gated<Deps extends { readonly clock: Clock }> = Omit<Deps, "clock"> & {
  readonly payGate: Pick<PayGate, "checkedClock">;
};

export function startLogWorker(
  deps: Gated<LogDeps> & WitnessDeps & Parameters<typeof startWorker>[0],
): Worker {
  return startWorker(deps, {
    name: "transparency-log",
    everyMs: EVERY_MS,
    async run(signal) {
      await updateLogIfTimely(deps, signal);
      if (!signal.aborted) await askWitnesses(deps, signal);
    },
  });
}

/**
 * Appends nothing while the clock is in doubt. Times in the log never decrease, so one leaf of a
 * wrong year would give this year to all later leaves.
 */
export async function updateLogIfTimely(deps: Gated<LogDeps>, signal?: AbortSignal): Promise<void> {
  const clock = await deps.payGate.checkedClock();
  if (clock) await updateLog({ ...deps, clock }, signal);
}

/** Appends everything that is not in the log yet. */
export async function updateLog(deps: LogDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const signing: Signing = { key: await openLogKey(deps), now: clock.now() };
  const leaves = await collectLeaves(deps);
  const log = await database.transaction(async (tx) => {
    const current = await openLog(tx, signing);
    await appendLeaves(tx, current, signing, leaves);
    return current;
  });
  await digestLogs(deps, { log, signing, signal });
}

async function digestLogs(
  { database }: LogDeps,
  round: {
    readonly log: Log;
    readonly signing: Signing;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> {
  const { log, signing, signal } = round;
  if (await isDue(database, log, "audit", signing.now)) {
    const leaf = await auditLeaf(database);
    if (leaf)
      await database.transaction(async (tx) => {
        await appendLeaves(tx, await openLog(tx, signing), signing, [leaf]);
      });
  }
  if (!(await isDue(database, log, "ledger", signing.now))) return;
  for (;;) {
    if (signal?.aborted) return;
    const hasMore = await database.transaction(async (tx) =>
      digestTransfers(tx, await openLog(tx, signing), signing),
    );
    if (!hasMore) return;
  }
}

/** A digest is due five minutes after the previous one, and at the end of each UTC day. */
async function isDue(database: Database, log: Log, kind: string, now: Date): Promise<boolean> {
  const last = await newestLeaf(database, log, kind);
  if (!last) return true;
  const ageMs = Math.abs(now.getTime() - last.loggedAt.getTime());
  return ageMs >= DIGEST_EVERY_MS || dayOf(now) !== dayOf(last.loggedAt);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
