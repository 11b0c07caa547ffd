/**
 * How much may leave at a time and within 24 hours, by method, and how often somebody may ask.
 * Requests of one user are counted one after the other.
 */
import { payoutMethodNames } from "#api-schema/payout-accounts";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { DatabaseTransaction, Queryable } from "#platform";
import { addHit, hitsSoFar } from "#users";
import type { PostedLimits, WithdrawalMethod } from "./posted-limits.ts";
import { refuse } from "./refusals.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Asked {
  readonly userId: string;
  readonly method: WithdrawalMethod;
  readonly amountSats: bigint;
  readonly now: Date;
}

/** Throws `amount_below_limit`, `amount_above_limit`, `daily_limit`. */
export async function refuseBeyondLimits(
  tx: DatabaseTransaction,
  limits: PostedLimits["withdrawal"],
  { userId, method, amountSats, now }: Asked,
): Promise<void> {
  const { minimum, maximum, daily } = limits[method];
  const name = payoutMethodNames[method];
  if (amountSats < minimum) throw refuse.amount_below_limit({ method: name, min: btc(minimum) });
  if (amountSats > maximum) throw refuse.amount_above_limit({ method: name, max: btc(maximum) });
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `wallet/withdrawals/${userId}`,
  ]);
  const asked = (await askedSatsOf(tx, userId, now)).get(method) ?? 0n;
  if (asked + amountSats > daily)
    throw refuse.daily_limit({ method: name, daily: btc(daily), left: btc(leftOf(daily, asked)) });
}

/**
 * How many withdrawals a person may ask for in an hour. Counted in the transaction that opens one,
 * so that it holds for all processes, for requests at the same moment and over a restart; a refused
 * form costs nothing, a wrong code does. Throws 429 `too_many_withdrawals`.
 */
export async function countWithdrawal(
  tx: DatabaseTransaction,
  { userId, max, now }: { readonly userId: string; readonly max: number; readonly now: Date },
): Promise<void> {
  const window = { key: `withdrawals/${userId}`, windowMs: HOUR_MS, now };
  await addHit(tx, window);
  if ((await hitsSoFar(tx, window)) > max) throw refuse.too_many_withdrawals({ max: String(max) });
}

export function leftOf(daily: bigint, asked: bigint): bigint {
  return asked < daily ? daily - asked : 0n;
}

/**
 * What a user asked for in the last 24 hours and neither cancelled nor was refused, by method. What
 * was signed counts whatever became of it: it may still be mined. Of a clock that went back the
 * later requests count too.
 */
export async function askedSatsOf(
  queryable: Queryable,
  userId: string,
  now: Date,
): Promise<Map<WithdrawalMethod, bigint>> {
  const rows = await queryable.query<{ method: WithdrawalMethod; sats: bigint }>(
    `select method, sum(amount_sats)::bigint as sats from (
       select method, amount_sats from wallet_withdrawals
         where user_id = $1 and purpose = 'user' and requested_at > $2 and state not in ('cancelled', 'rejected')
       union all
       select method, amount_sats from wallet_simulated_payouts
         where user_id = $1 and requested_at > $2 and state not in ('cancelled', 'rejected')
     ) as asked group by method`,
    [userId, new Date(now.getTime() - DAY_MS)],
  );
  return new Map(rows.map(({ method, sats }) => [method, sats]));
}

export function sumOf(asked: ReadonlyMap<WithdrawalMethod, bigint>): bigint {
  return [...asked.values()].reduce((sum, sats) => sum + sats, 0n);
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}
