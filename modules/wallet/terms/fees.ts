/**
 * What leaves beside the amount: the fee that a user pays, the rate that a miner gets, and what the
 * house adds for small coins.
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

/** Two coins to one address and change. */
const ESTIMATED_VIRTUAL_BYTES = 250n;
/** Below this a payment of some more coins would wait for nothing. */
const ESTIMATE_SATS_MIN = 1_000n;
/** What most payments are: one coin to one address, and change. */
export const USUAL_VIRTUAL_BYTES = 141n;
/** To the longest script that is paid, P2WSH or taproot: the fee is told before it is known. */
export const LONGEST_VIRTUAL_BYTES = 153n;
/** Longer nobody waits for the page: without an answer the posted fee counts. */
const ANSWER_MS_MAX = 2_000;
const KEPT_MS = 1_000;

export interface FeeDeps {
  readonly database: Queryable;
  readonly node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">;
}

export interface FeeNow {
  /** The posted one, or the node's estimate when that is set and lower. */
  readonly feeSats: bigint;
  /** What comes on top on the chain while miners ask for more than that covers. */
  readonly marketSats: bigint;
}

/**
 * The fee of a withdrawal asked for now, in whole satoshis. Asks the node: not inside a
 * transaction.
 */
export async function feeNow({ database, node }: FeeDeps): Promise<FeeNow> {
  const { fee } = await postedLimits(database);
  return feeAt(fee, await answeredFeeRate(node));
}

/** Without a rate the posted fee counts. */
export function feeAt(fee: PostedLimits["fee"], rate: bigint | undefined): FeeNow {
  if (rate === undefined) return { feeSats: fee.fee, marketSats: 0n };
  const feeSats = fee.isEstimated === 0n ? fee.fee : estimatedFee(rate, fee.fee);
  const neededSats = mulDiv(rate, LONGEST_VIRTUAL_BYTES, 1_000n, "up");
  return { feeSats, marketSats: neededSats > feeSats ? neededSats - feeSats : 0n };
}

/**
 * Part of the fee that the miner gets of most payments at this rate; undefined without a rate. The
 * operator keeps the rest.
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
 * The node's rate for who asks now. Undefined when it does not say soon, or says more than we pay.
 */
export type AskFeeRate = () => Promise<bigint | undefined>;

/**
 * What asks the node: once a second for all who come, and again after a block, which changes what
 * it says.
 */
export function feeRateAsker({
  node,
  bus,
}: Pick<FeeDeps, "node"> & { readonly bus: Pick<Bus, "subscribe"> }): AskFeeRate {
  const ask = shareResultFor(KEPT_MS, () => answeredFeeRate(node));
  for (const topic of ["block", "missed"] as const) bus.subscribe(topic, ask.forget);
  return ask;
}

/** The rate of this moment. */
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
/** 500 sat/vB: somebody must look before we pay that. */
const MAX_SATS_PER_KVB = 500_000n;

export interface FeeRate {
  readonly satsPerKvb: bigint;
  /** By the node; else it knows none, and a fixed rate is taken. */
  readonly isEstimated: boolean;
  /** Above 500 sat/vB nothing is signed. */
  readonly isTooHigh: boolean;
}

/** The node's estimate for 6 blocks, else 2 sat/vB; never below what nodes relay. */
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
 * The fee rate of our payments, in satoshis per 1000 virtual bytes. Undefined when the estimate is
 * above 500 sat/vB.
 */
export async function currentFeeRate(
  node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">,
): Promise<bigint | undefined> {
  const { satsPerKvb, isTooHigh } = await feeRateNow(node);
  return isTooHigh ? undefined : satsPerKvb;
}

const DAY_MS = 86_400_000;

/**
 * What the platform may still add to the miner's fee of this payment when only many small coins are
 * left, in satoshis: so much for one payment, and for one user in 24 hours. A cancelled one counts
 * for its day: coins that were set aside for it stay the platform's.
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
 * What the platform added to the miner's fees of payments that are not settled yet, in satoshis: it
 * lies among the fees and is not earned.
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
