/**
 * Writes users' payouts. One SQL statement pays all users for whom nothing has changed since their
 * last payout. The remaining users are paid with one SQL statement per kind of row. Returns the
 * transfers, which the caller posts as the last statement before COMMIT.
 */
import { deliver } from "#notifications";
import type { Clock, DatabaseTransaction, RunMode } from "#platform";
import { holdReferenceValues } from "#treasury";
import { moveHashRateSources, openHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { lockMiners, notePaid, type Miner } from "../accrual/miners-table.ts";
import { availableToRigs } from "./available-to-rigs.ts";
import { addToDays, insertPayouts, type DayPart } from "./payouts-table.ts";
import { addPower, stopRig } from "../accrual/rigs-table.ts";
import { writeUnchangedPayouts } from "./write-unchanged-payouts.ts";
import {
  payoutsOf,
  settleMiner,
  writtenPay,
  type MinerPay,
  type Settled,
  type StoppedRig,
  type WrittenPay,
} from "./settle-miner.ts";
import { unpaidPeriodsOf } from "../accrual/unpaid-time.ts";
import { writeWorkPayouts } from "../work/write-work-payouts.ts";
import { paidByDay } from "../work/settle-work.ts";
import type { WorkPayout } from "../work/work-table.ts";

export interface PayClock {
  readonly clock: Clock;
  /** Hours until a higher pay cap for measured work applies. */
  readonly raiseWaitHours: number;
}

export interface Payees {
  readonly userIds: readonly string[];
  /** False: rigs wait for the next round. */
  readonly withRigs: boolean;
  /** Pays no time after this. Undefined: pays until now. */
  readonly until?: Date | undefined;
}

/**
 * Locks the users' miners. For a single user it waits for the lock. In a batch it skips users whose
 * miner another transaction has locked.
 */
export async function writePayouts(
  tx: DatabaseTransaction,
  { clock, raiseWaitHours: waitHours }: PayClock,
  { userIds, withRigs, until }: Payees,
  mode: RunMode = userIds.length === 1 ? "single" : "batch",
): Promise<WrittenPay[]> {
  await holdReferenceValues(tx);
  const miners = await lockMiners(tx, userIds, mode);
  const now = clock.now();
  const works = await writeWorkPayouts(
    tx,
    miners.map(({ userId }) => userId),
    { now, waitHours },
  );
  await addToDays(tx, [...works.values()].flatMap(daysOfWork));
  const payUntil = until !== undefined && until < now ? until : now;
  const running = await writeUnchangedPayouts(
    tx,
    miners.map(({ userId }) => userId).filter((userId) => !works.has(userId)),
    payUntil,
  );
  const runningIds = new Set(running.map(({ userId }) => userId));
  const others = miners.filter(({ userId }) => !runningIds.has(userId));
  const pay = await payOthers(tx, others, { works, withRigs, now: payUntil });
  const written = [...running, ...pay.map(writtenPay)];
  const waiting = new Set(
    pay.filter(({ isDone }) => !isDone || !withRigs).map(({ userId }) => userId),
  );
  const paid = written
    .filter(({ userId }) => !waiting.has(userId))
    .map(({ userId, earnedSats }) => ({ userId, isPaid: earnedSats > 0n }));
  if (paid.length > 0) await notePaid(tx, paid, payUntil);
  for (const stopped of pay.flatMap((one) => one.stopped)) await stopForPower(tx, stopped, now);
  return written;
}

interface Others {
  readonly works: ReadonlyMap<string, WorkPayout>;
  readonly withRigs: boolean;
  readonly now: Date;
}

async function payOthers(
  tx: DatabaseTransaction,
  miners: readonly Miner[],
  { works, withRigs, now }: Others,
): Promise<MinerPay[]> {
  if (miners.length === 0) return [];
  const open = await openHashRateSources(
    tx,
    miners.map(({ userId }) => userId),
  );
  const sources = open.filter(({ kind }) => withRigs || kind !== "rig");
  const periodsOf = await unpaidPeriodsOf(tx, sources, now);
  const availableSatsOf = await availableToRigs(tx, sources, periodsOf);
  const sourcesOf = Map.groupBy(sources, ({ userId }) => userId);
  const pay = miners.map(({ userId, miningSince }) =>
    settleMiner({
      userId,
      isMining: miningSince !== null,
      sources: sourcesOf.get(userId) ?? [],
      periodsOf,
      work: works.get(userId),
      availableSats: availableSatsOf(userId),
      now,
    }),
  );
  await writeSettled(
    tx,
    pay.flatMap(({ settled }) => settled),
  );
  return pay;
}

function daysOfWork(payout: WorkPayout): DayPart[] {
  const { userId } = payout;
  return [...paidByDay(payout)].map(([day, nanosats]) => ({ userId, day, nanosats }));
}

export async function writeSettled(
  tx: DatabaseTransaction,
  settled: readonly Settled[],
): Promise<void> {
  if (settled.length === 0) return;
  const payouts = payoutsOf(settled);
  const charges = payouts.flatMap(({ sourceId, power }) =>
    power ? [{ ...power, rigId: sourceId }] : [],
  );
  await moveHashRateSources(
    tx,
    settled.map(({ move }) => move),
  );
  if (charges.length > 0) await addPower(tx, charges);
  await insertPayouts(tx, payouts);
}

async function stopForPower(
  tx: DatabaseTransaction,
  { rig, stopsAt }: StoppedRig,
  now: Date,
): Promise<void> {
  await stopRig(tx, rig.id, stopsAt);
  const { userId, name } = rig;
  const values = { rig: name ?? rig.id, rigId: rig.id, at: stopsAt.toISOString() };
  await deliver(tx, { userId, template: "rig_stopped", values, now });
}
