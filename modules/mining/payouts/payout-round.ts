/**
 * Pays the earnings of contracts, boosts, rigs and measured work, and charges the rigs' power.
 * Contracts also earn while the server is down, because users have no influence on downtime. Users
 * are paid in batches. If a user's payout fails, that user is paid separately, so that the rest of
 * the batch is not delayed.
 */
import { houseAccount, LedgerRefusal, userAccount } from "#ledger";
import type { Bus, Log } from "#platform";
import { fundPayouts, type FundingDeps } from "#treasury";
import { usersToPay } from "../accrual/miners-table.ts";
import { payBatch, type PaidBatch } from "./payout-transaction.ts";
import type { PayClock } from "./write-payouts.ts";
import { usersBehind, type DueWork } from "../work/due-work.ts";

export interface PayoutDeps extends FundingDeps, PayClock {
  readonly bus: Bus;
  readonly log: Log;
  /** Seconds between two payouts of a user while mining is on. */
  readonly payoutSeconds: number;
  /**
   * Shared by all rounds, so that each round checks only users with new work. If unset, every round
   * checks all users.
   */
  readonly dueWork?: DueWork;
}

const CONCURRENT_BATCHES = 4;

/**
 * Maximum number of users per batch. Larger batches are hardly faster, and all users in a batch
 * stay locked until it commits.
 */
const BATCH_SIZE_MAX = 500;

const HOUSE = houseAccount("mining", "BTC");

/**
 * Runs one round: pays every user for whom a payout is due. If a payout fails, the failure is
 * logged and the remaining users are still paid. Returns the number of failures.
 */
export async function payOutDue(deps: PayoutDeps, signal?: AbortSignal): Promise<number> {
  let failures = 0;
  const now = deps.clock.now();
  const paidBefore = new Date(now.getTime() - deps.payoutSeconds * 1_000);
  const withWork = await (deps.dueWork?.users() ?? usersBehind(deps.database, null));
  const modelled = await usersToPay(deps.database, { now, paidBefore });
  const waiting = [...new Set([...modelled, ...withWork])];
  const singly: string[] = [];
  const inBatches = async (
    queue: string[],
    count: number,
    pay: (ids: string[]) => Promise<void>,
  ) => {
    const payNext = async () => {
      for (let ids = queue.splice(-count); ids.length > 0; ids = queue.splice(-count)) {
        if (signal?.aborted) return;
        await pay(ids);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, payNext));
  };
  await inBatches(waiting, BATCH_SIZE_MAX, async (userIds) => {
    singly.push(...(await payOutToAll(deps, userIds)));
  });
  await inBatches(singly, 1, async ([userId = ""]) => {
    if (!(await isPaidSingly(deps, userId))) failures += 1;
  });
  if (failures > 0) deps.dueWork?.failed();
  return failures;
}

/** Pays the users in batches. Returns the ids of the users who must be paid separately. */
async function payOutToAll(deps: PayoutDeps, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length < 2) return [...userIds];
  let attempt: PaidBatch;
  try {
    attempt = await tryToPayAll(deps, userIds);
  } catch (error) {
    deps.log.warn(
      { error, people: userIds.length },
      "a batch of mining payouts failed; trying smaller batches",
    );
    const half = Math.ceil(userIds.length / 2);
    return [
      ...(await payOutToAll(deps, userIds.slice(0, half))),
      ...(await payOutToAll(deps, userIds.slice(half))),
    ];
  }
  const attempted = new Set(attempt.userIds);
  const missed = userIds.filter((userId) => !attempted.has(userId));
  if (attempt.refused.length === 0) return missed;
  const refused = new Set(attempt.refused.map(({ userId }) => userId));
  const others = attempt.userIds.filter((userId) => !refused.has(userId));
  return [...missed, ...refused, ...(await payOutToAll(deps, others))];
}

/**
 * Pays a batch. If the mining account has too few coins, requests a transfer from the treasury and
 * retries once.
 */
async function tryToPayAll(deps: PayoutDeps, userIds: readonly string[]): Promise<PaidBatch> {
  const attempt = await payBatch(deps, { userIds, withRigs: true });
  const isTreasuryShort = attempt.refused.some(({ short }) => short === HOUSE);
  if (!isTreasuryShort || !(await fundPayouts(deps, attempt.sats))) return attempt;
  return payBatch(deps, { userIds, withRigs: true });
}

async function isPaidSingly(deps: PayoutDeps, userId: string): Promise<boolean> {
  try {
    await payOutTo(deps, userId);
    return true;
  } catch (error) {
    deps.log.error({ error, userId }, "mining payout failed");
    return false;
  }
}

/**
 * Pays one user's earnings until now. If the mining account has too few coins, takes the missing
 * coins from the treasury. Throws if the treasury cannot provide them.
 */
export async function payOutTo(deps: PayoutDeps, userId: string): Promise<void> {
  const attempt = await tryToPay(deps, userId);
  if (attempt.isPaid) return;
  const isFunded = await fundPayouts(deps, attempt.sats);
  const again = isFunded ? await tryToPay(deps, userId) : attempt;
  if (!again.isPaid)
    throw new Error(`the platform cannot pay ${again.sats} sats of mining earnings`);
}

interface Attempt {
  /** False if the platform's mining account had too few coins, so that nothing was written. */
  readonly isPaid: boolean;
  readonly sats: bigint;
}

/**
 * Maximum number of attempts to charge a rig. An attempt fails if the user spends coins after the
 * balance was read. After the last one, the user's rigs are postponed to the next round.
 */
const BALANCE_ATTEMPTS = 3;

async function tryToPay(deps: PayoutDeps, userId: string): Promise<Attempt> {
  for (let attempt = 1; ; attempt += 1) {
    const withRigs = attempt <= BALANCE_ATTEMPTS;
    const { refused, sats } = await payBatch(deps, { userIds: [userId], withRigs });
    const [refusal] = refused;
    if (!refusal) return { isPaid: true, sats };
    if (refusal.short === undefined) throw new LedgerRefusal(refusal.results);
    if (refusal.short !== userAccount(userId, "available", "BTC")) return { isPaid: false, sats };
  }
}
