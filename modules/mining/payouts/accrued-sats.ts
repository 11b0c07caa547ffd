/** A user's earnings since the last payout, before and after the power of rigs. */
import { balancesOf } from "#ledger";
import type { Queryable } from "#platform";
import { openHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { findMiner } from "../accrual/miners-table.ts";
import { unpaidPeriodsOf } from "../accrual/unpaid-time.ts";
import { netSats } from "./net-sats.ts";
import { settleMiner, writtenPay } from "./settle-miner.ts";

export interface AccruedPay {
  /** Earnings before the power of rigs. */
  readonly earnedSats: bigint;
  /** Change of the available balance. Negative if rigs used more power than they earned. */
  readonly netSats: bigint;
}

const NOTHING: AccruedPay = { earnedSats: 0n, netSats: 0n };

/**
 * Returns what the user would be paid now for contracts, boosts and rigs. Measured work is not
 * included, because the pool counts it with a delay.
 */
export async function accruedPay(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<AccruedPay> {
  const miner = await findMiner(queryable, userId);
  if (!miner) return NOTHING;
  const sources = await openHashRateSources(queryable, [userId]);
  if (sources.length === 0) return NOTHING;
  const periodsOf = await unpaidPeriodsOf(queryable, sources, now);
  const { availableSats } = await balancesOf(queryable, userId);
  const isMining = miner.miningSince !== null;
  const pay = settleMiner({
    userId,
    isMining,
    sources,
    periodsOf,
    work: undefined,
    availableSats,
    now,
  });
  const { event, earnedSats } = writtenPay(pay);
  return { earnedSats, netSats: netSats(userId, event) };
}
