/**
 * Computes the cost of a withdrawal: the user's fee, the miner's fee rate, and the platform's
 * subsidy for payments that spend many small coins.
 */
import type { BitcoinNode } from "#bitcoin";
import { mulDiv } from "#money";
import {
  Outage,
  shareResultFor,
  type Bus,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import { postedLimits, type PostedLimits } from "./posted-limits.ts";

/** Virtual size of a payment with two inputs, one recipient and change. */
const ESTIMATED_VIRTUAL_BYTES = 250n;
/**
 * Minimum of an estimated fee, because a payment with several inputs would wait too long at a lower
 * fee.
 */
const ESTIMATE_SATS_MIN = 1_000n;
/** Virtual size of most payments: one input, one recipient and change. */
export const USUAL_VIRTUAL_BYTES = 141n;
/**
 * Virtual size with the longest supported scripts (P2WSH, taproot). Used because the fee is shown
 * before the address is known.
 */
export const LONGEST_VIRTUAL_BYTES = 153n;
/** Timeout of the node's estimate, after which the fixed fee applies. */
const ANSWER_MS_MAX = 2_000;
const KEPT_MS = 1_000;

export interface FeeDeps {
  readonly database: Queryable;
  readonly node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">;
}

export interface FeeNow {
  /** Fixed fee, or the node's estimate if estimates are enabled and the estimate is lower. */
  readonly feeSats: bigint;
  /** On-chain surcharge if a payment costs more than `feeSats` at the current fee rate. */
  readonly marketSats: bigint;
}

/**
 * Returns the current fee of a withdrawal, in whole satoshis. Do not call this in a transaction,
 * because it waits for the node.
 */
export async function feeNow({ database, node }: FeeDeps): Promise<FeeNow> {
  const { fee } = await postedLimits(database);
  return feeAt(fee, await answeredFeeRate(node));
}

/** Returns the fee at the given rate, or the fixed fee without a rate. */
export function feeAt(fee: PostedLimits["fee"], rate: bigint | undefined): FeeNow {
  if (rate === undefined) return { feeSats: fee.fee, marketSats: 0n };
  const feeSats = fee.isEstimated === 0n ? fee.fee : estimatedFee(rate, fee.fee);
  const neededSats = mulDiv(rate, LONGEST_VIRTUAL_BYTES, 1_000n, "up");
  return { feeSats, marketSats: neededSats > feeSats ? neededSats - feeSats : 0n };
}

/**
 * Returns the part of a typical payment's fee that goes to the miner at this rate, or undefined
 * without a rate. The operator keeps the rest.
 */
export function expectedMinerFeeAt(
  { feeSats, marketSats }: FeeNow,
  rate: bigint | undefined,
): bigint | undefined {
  if (rate === undefined) return undefined;
  const usualSats = mulDiv(rate, USUAL_VIRTUAL_BYTES, 1_000n, "up");
  const wholeSats = feeSats + marketSats;
  return usualSats < wholeSats ? usualSats : wholeSats;
}

function estimatedFee(rate: bigint, postedSats: bigint): bigint {
  const estimate = mulDiv(rate, ESTIMATED_VIRTUAL_BYTES, 1_000n, "up");
  const least = estimate > ESTIMATE_SATS_MIN ? estimate : ESTIMATE_SATS_MIN;
  return least < postedSats ? least : postedSats;
}

/**
 * Returns the node's current fee rate, or undefined if the node does not respond in time or the
 * rate exceeds the wallet's limit.
 */
export type AskFeeRate = () => Promise<bigint | undefined>;

/**
 * Creates a function that reads the node's fee rate. Calls within a second share one response. A
 * new block clears the cached response, because it changes the rate.
 */
export function feeRateAsker({
  node,
  bus,
}: Pick<FeeDeps, "node"> & { readonly bus: Pick<Bus, "subscribe"> }): AskFeeRate {
  const ask = shareResultFor(KEPT_MS, () => answeredFeeRate(node));
  for (const topic of ["block", "missed"] as const) bus.subscribe(topic, ask.forget);
  return ask;
}

/** Reads the rate from the node, bypassing the cache. */
export async function answeredFeeRate(node: FeeDeps["node"]): Promise<bigint | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS_MAX);
  });
  const answer = currentFeeRate(node).catch((error: unknown) => {
    if (error instanceof Outage) return undefined;
    throw error;
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const BLOCKS = 6;
const FALLBACK_SATS_PER_KVB = 2_000n;
const MIN_SATS_PER_KVB = 1_000n;
/**
 * 500 sat/vB. Above this rate, no payment is signed, and an administrator must check the fee
 * market.
 */
const MAX_SATS_PER_KVB = 500_000n;

export interface FeeRate {
  readonly satsPerKvb: bigint;
  /** True if the rate is the node's estimate, false if it is the fallback rate. */
  readonly isEstimated: boolean;
  /** True above 500 sat/vB, where no payment is signed. */
  readonly isTooHigh: boolean;
}

/**
 * Returns the node's estimate for confirmation within 6 blocks, or 2 sat/vB if there is none. The
 * rate is at least the minimum relay fee rate.
 */
export async function feeRateNow(
  node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">,
): Promise<FeeRate> {
  const estimate = await node.estimateFeeRateSatsPerKvb(BLOCKS);
  const satsPerKvb = estimate ?? FALLBACK_SATS_PER_KVB;
  return {
    satsPerKvb: satsPerKvb < MIN_SATS_PER_KVB ? MIN_SATS_PER_KVB : satsPerKvb,
    isEstimated: estimate !== undefined,
    isTooHigh: satsPerKvb > MAX_SATS_PER_KVB,
  };
}

/**
 * Returns the fee rate of the platform's payments in satoshis per kvB, or undefined if the estimate
 * is above 500 sat/vB.
 */
export async function currentFeeRate(
  node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">,
): Promise<bigint | undefined> {
  const { satsPerKvb, isTooHigh } = await feeRateNow(node);
  return isTooHigh ? undefined : satsPerKvb;
}

const DAY_MS = 86_400_000;

/**
 * Returns how many satoshis the platform may still add to this payment's miner's fee if only many
 * small coins are left. The subsidy is limited per payment, and per user in 24 hours. Subsidies of
 * cancelled payments count towards the 24-hour limit.
 */
export async function supportLeftSats(
  tx: DatabaseTransaction,
  { supportEach, supportDaily }: PostedLimits["fee"],
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ sats: bigint }>(
    `select coalesce(sum(miner_fee_sats - fee_sats - bump_sats), 0)::bigint as sats from wallet_withdrawals
     where user_id = $1 and purpose = 'user' and id <> $2 and miner_fee_sats > fee_sats + bump_sats
       and case when state = 'cancelled' then requested_at else coalesce(signed_at, 'infinity') end > $3`,
    [userId, id, new Date(now.getTime() - DAY_MS)],
  );
  const used = row?.sats ?? 0n;
  const remaining = used < supportDaily ? supportDaily - used : 0n;
  return remaining < supportEach ? remaining : supportEach;
}

/**
 * Returns the subsidies of unsettled payments, in satoshis. They are in the fees account but are
 * not income.
 */
export async function supportSetAside(
  queryable: Queryable,
): Promise<{ readonly open: number; readonly sats: bigint }> {
  const [row] = await queryable.query<{ open: number; sats: bigint }>(
    `select count(*)::int as open, coalesce(sum(miner_fee_sats - fee_sats - bump_sats), 0)::bigint as sats from wallet_withdrawals
     where state not in ('completed', 'rejected', 'cancelled') and book = 'set-aside' and purpose = 'user'
       and miner_fee_sats > fee_sats + bump_sats`,
  );
  return row ?? { open: 0, sats: 0n };
}
