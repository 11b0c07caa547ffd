/** The fee rate of our payments: the node's estimate for 6 blocks, else 2 sat/vB; never below what nodes relay. */
import type { BitcoinNode } from "#bitcoin";

const BLOCKS = 6;
const FALLBACK_SATS_PER_KVB = 2_000n;
const MIN_SATS_PER_KVB = 1_000n;
/** 500 sat/vB: somebody must look before we pay that. */
const MAX_SATS_PER_KVB = 500_000n;

/** Satoshis per 1000 virtual bytes; undefined when the estimate is above 500 sat/vB. */
export async function currentFeeRate(
  node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">,
): Promise<bigint | undefined> {
  const estimate = (await node.estimateFeeRateSatsPerKvb(BLOCKS)) ?? FALLBACK_SATS_PER_KVB;
  if (estimate > MAX_SATS_PER_KVB) return undefined;
  return estimate < MIN_SATS_PER_KVB ? MIN_SATS_PER_KVB : estimate;
}
