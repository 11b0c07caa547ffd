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
import type { PayClock, Payees } from "./write-payouts.ts";
import { usersBehind, type DueWork } from "../work/due-work.ts";
import { startOfHour } from "./start-of-hour.ts";

export interface PayoutDeps extends FundingDeps, PayClock {
  readonly bus: Bus;
  readonly log: Log;
  /** Kept between rounds. Without it each round checks all users' measured work. */
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
  const now = deps.clock.now();
  const hour = startOfHour(now);
  const withWork = await (deps.dueWork?.users(hour) ?? usersBehind(deps.database));
  const due = await usersToPay(deps.database, { now, hour });
  const atOnce = due.filter(({ isAtOnce }) => isAtOnce).map(({ userId }) => userId);
  const untilNow = new Set([...atOnce, ...withWork]);
  const untilHour = due.map(({ userId }) => userId).filter((userId) => !untilNow.has(userId));
  const singly: { readonly userId: string; readonly until: Date | undefined }[] = [];
  for (const [userIds, until] of [
    [[...untilNow], undefined],
    [untilHour, hour],
  ] as const) {
    const pay = (batch: readonly string[]) => payOutToAll(deps, batch, until);
    const missed = await inBatches([...userIds], { count: BATCH_SIZE_MAX, signal }, pay);
    singly.push(...missed.flat().map((userId) => ({ userId, until })));
  }
  const results = await inBatches(singly, { count: 1, signal }, ([one]) => isPaidSingly(deps, one));
  const failures = results.filter((isPaid) => !isPaid).length;
  if (failures > 0) deps.dueWork?.failed();
  return failures;
}

/** Empties the queue with several concurrent calls of `pay`, until the signal is aborted. */
async function inBatches<Item, Result>(
  queue: Item[],
  { count, signal }: { readonly count: number; readonly signal: AbortSignal | undefined },
  pay: (batch: readonly Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const payNext = async (): Promise<void> => {
    for (let batch = queue.splice(-count); batch.length > 0; batch = queue.splice(-count)) {
      if (signal?.aborted) return;
      results.push(await pay(batch));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, payNext));
  return results;
}

/** Returns the users who must be paid singly. */
async function payOutToAll(
  deps: PayoutDeps,
  userIds: readonly string[],
  until: Date | undefined,
): Promise<string[]> {
  if (userIds.length < 2) return [...userIds];
  let attempt: PaidBatch;
  try {
    attempt = await tryToPayAll(deps, { userIds, withRigs: true, until });
  } catch (error) {
    deps.log.warn(
      { error, people: userIds.length },
      "a batch of mining payouts failed; trying smaller batches",
    );
    const half = Math.ceil(userIds.length / 2);
    return [
      ...(await payOutToAll(deps, userIds.slice(0, half), until)),
      ...(await payOutToAll(deps, userIds.slice(half), until)),
    ];
  }
  const attempted = new Set(attempt.userIds);
  const missed = userIds.filter((userId) => !attempted.has(userId));
  if (attempt.refused.length === 0) return missed;
  const refused = new Set(attempt.refused.map(({ userId }) => userId));
  const others = attempt.userIds.filter((userId) => !refused.has(userId));
  return [...missed, ...refused, ...(await payOutToAll(deps, others, until))];
}

/**
 * Pays a batch. If the mining account has too few coins, requests a transfer from the treasury and
 * retries once.
 */
async function tryToPayAll(deps: PayoutDeps, payees: Payees): Promise<PaidBatch> {
  const attempt = await payBatch(deps, payees);
  const isTreasuryShort = attempt.refused.some(({ short }) => short === HOUSE);
  if (!isTreasuryShort || !(await fundPayouts(deps, attempt.sats))) return attempt;
  return payBatch(deps, payees);
}

async function isPaidSingly(
  deps: PayoutDeps,
  payee: { readonly userId: string; readonly until: Date | undefined } | undefined,
): Promise<boolean> {
  if (!payee) return true;
  const { userId, until } = payee;
  try {
    await payOutTo(deps, userId, until);
    return true;
  } catch (error) {
    deps.log.error({ error, userId }, "mining payout failed");
    return false;
  }
}

/**
 * Pays one user's earnings until `until`, by default until now. Takes coins from the treasury if
 * the mining account is short, and throws if the treasury is short as well.
 */
export async function payOutTo(deps: PayoutDeps, userId: string, until?: Date): Promise<void> {
  const attempt = await tryToPay(deps, userId, until);
  if (attempt.isPaid) return;
  const isFunded = await fundPayouts(deps, attempt.sats);
  const again = isFunded ? await tryToPay(deps, userId, until) : attempt;
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

async function tryToPay(
  deps: PayoutDeps,
  userId: string,
  until: Date | undefined,
): Promise<Attempt> {
  for (let attempt = 1; ; attempt += 1) {
    const withRigs = attempt <= BALANCE_ATTEMPTS;
    const { refused, sats } = await payBatch(deps, { userIds: [userId], withRigs, until });
    const [refusal] = refused;
    if (!refusal) return { isPaid: true, sats };
    if (refusal.short === undefined) throw new LedgerRefusal(refusal.results);
    if (refusal.short !== userAccount(userId, "available", "BTC")) return { isPaid: false, sats };
  }
}
