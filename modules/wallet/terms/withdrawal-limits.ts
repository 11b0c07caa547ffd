/**
 * Limits the withdrawal amount per request and per 24 hours, by method, and the number of
 * withdrawals per hour. Requests of one user are serialised.
 */
import { payoutMethodNames } from "#api/payout-accounts";
import { BTC_DECIMALS, formatAmount } from "#money";
import { userLock, uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import { addHits } from "#users";
import type { PostedLimits, WithdrawalMethod } from "./posted-limits.ts";
import { refuse } from "./refusals.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Requested satoshis, keyed by method. */
export type RequestedSats = ReadonlyMap<WithdrawalMethod, bigint>;

/**
 * Throws `amount_below_limit`, `amount_above_limit` or `daily_limit` if the amount violates a
 * limit.
 */
export function assertWithinLimits(
  limits: PostedLimits["withdrawal"],
  { method, amountSats }: { readonly method: WithdrawalMethod; readonly amountSats: bigint },
  before: RequestedSats,
): void {
  const { minimum, maximum, daily } = limits[method];
  const name = payoutMethodNames[method];
  if (amountSats < minimum) throw refuse.amount_below_limit({ method: name, min: btc(minimum) });
  if (amountSats > maximum) throw refuse.amount_above_limit({ method: name, max: btc(maximum) });
  const requestedSats = before.get(method) ?? 0n;
  if (requestedSats + amountSats > daily)
    throw refuse.daily_limit({
      method: name,
      daily: btc(daily),
      left: btc(remainingOf(daily, requestedSats)),
    });
}

/**
 * Serialises one user's requests. Read the total in a separate statement after taking the lock, so
 * that it includes all earlier requests of the user.
 */
export const requestLock = userLock("wallet/withdrawals");

/**
 * Limits the number of withdrawals per user and hour. The count is written in the transaction that
 * opens the withdrawal, so the limit also applies across processes, concurrent requests and
 * restarts. Refused requests are not counted, except those with a wrong code. Throws 429
 * `too_many_withdrawals`.
 */
export async function countWithdrawal(
  tx: DatabaseTransaction,
  { userId, max, now }: { readonly userId: string; readonly max: number; readonly now: Date },
): Promise<void> {
  const [isCounted] = await countWithdrawals(tx, [userId], { max, now });
  if (!isCounted) throw refuse.too_many_withdrawals({ max: String(max) });
}

/**
 * Counts one withdrawal per user. Returns whether `countWithdrawal` would allow each of them, in
 * the order of the users.
 */
export async function countWithdrawals(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  { max, now }: { readonly max: number; readonly now: Date },
): Promise<boolean[]> {
  const hits = await addHits(tx, userIds.map(hourKey), { windowMs: HOUR_MS, now });
  return hits.map((count) => count <= max);
}

function hourKey(userId: string): string {
  return `withdrawals/${userId}`;
}

export function remainingOf(daily: bigint, requestedSats: bigint): bigint {
  return requestedSats < daily ? daily - requestedSats : 0n;
}

/**
 * Returns the totals that a user requested in the last 24 hours, by method. Cancelled and rejected
 * withdrawals are excluded, but signed withdrawals are always included, because they may still be
 * mined. Requests with a future time are included in case the clock was set back.
 */
export async function requestedSatsOf(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<RequestedSats> {
  return (await requestedSatsOfAll(queryable, [userId], now))(userId);
}

/** Like `requestedSatsOf`, for many users. */
export async function requestedSatsOfAll(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<(userId: string) => RequestedSats> {
  const rows = await queryable.query<{ userId: string; method: WithdrawalMethod; sats: bigint }>(
    `select user_id as "userId", method, sum(amount_sats)::bigint as sats from (
       select user_id, method, amount_sats from wallet_withdrawals
         where user_id = any((select $1::uuid[])::uuid[]) and purpose = 'user' and requested_at > $2 and state not in ('cancelled', 'rejected')
       union all
       select user_id, method, amount_sats from wallet_simulated_payouts
         where user_id = any((select $1::uuid[])::uuid[]) and requested_at > $2 and state not in ('cancelled', 'rejected')
     ) as asked group by user_id, method`,
    [uuidArray(userIds), new Date(now.getTime() - DAY_MS)],
  );
  const ofUser = Map.groupBy(rows, ({ userId }) => userId);
  return (userId) => new Map(ofUser.get(userId)?.map(({ method, sats }) => [method, sats]));
}

export function sumOf(requested: RequestedSats): bigint {
  return [...requested.values()].reduce((sum, sats) => sum + sats, 0n);
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}
