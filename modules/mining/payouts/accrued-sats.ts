/** Users' earnings since their last payout, before and after the power of rigs. */
import { batchReads, type Queryable } from "#platform";
import { openHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { miningAmong } from "../accrual/miners-table.ts";
import { unpaidPeriodsOf } from "../accrual/unpaid-time.ts";
import { availableToRigs } from "./available-to-rigs.ts";
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
 * included, because the pool counts it with a delay. Requests in one turn of the event loop share
 * their SQL statements and the latest of their times.
 */
export const accruedPay = batchReads(
  async (queryable, requests: readonly { readonly userId: string; readonly now: Date }[]) => {
    const now = new Date(Math.max(...requests.map((request) => request.now.getTime())));
    const userIds = [...new Set(requests.map(({ userId }) => userId))];
    const payOf = await accruedPayOfUsers(queryable, { userIds, now });
    return requests.map(({ userId }) => payOf.get(userId) ?? NOTHING);
  },
);

interface Accruing {
  readonly userIds: readonly string[];
  readonly now: Date;
  /**
   * Pay for measured work by user id. It is not included in the result, but can pay for the power
   * of rigs.
   */
  readonly workSats?: ReadonlyMap<string, bigint>;
}

/** Batch version of `accruedPay`. The map omits users without an open hash-rate source. */
export async function accruedPayOfUsers(
  queryable: Queryable,
  { userIds, now, workSats }: Accruing,
): Promise<ReadonlyMap<string, AccruedPay>> {
  const sources = await openHashRateSources(queryable, userIds);
  if (sources.length === 0) return new Map();
  const sourcesOf = Map.groupBy(sources, ({ userId }) => userId);
  const [mining, periodsOf] = await Promise.all([
    miningAmong(queryable, [...sourcesOf.keys()]),
    unpaidPeriodsOf(queryable, sources, now),
  ]);
  const availableSatsOf = await availableToRigs(queryable, sources, periodsOf);
  const payOf = (userId: string): AccruedPay => {
    const pay = settleMiner({
      userId,
      isMining: mining.has(userId),
      sources: sourcesOf.get(userId) ?? [],
      periodsOf,
      work: undefined,
      availableSats: availableSatsOf(userId) + (workSats?.get(userId) ?? 0n),
      now,
    });
    const { event, earnedSats } = writtenPay(pay);
    return { earnedSats, netSats: netSats(userId, event) };
  };
  return new Map([...sourcesOf.keys()].map((userId) => [userId, payOf(userId)]));
}
