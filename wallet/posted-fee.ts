/** The fee that a withdrawal asked for now pays: the posted one, or the node's estimate when that is set and lower. */
import type { BitcoinNode } from "#bitcoin";
import { mulDiv } from "#money";
import { Outage, type Queryable } from "#platform";
import { postedLimits } from "./posted-limits.ts";
import { currentFeeRate } from "./sender/fee-rate.ts";

/** Two coins to one address and change. */
const VIRTUAL_BYTES = 250n;
/** Below this a payment of some more coins would wait for nothing. */
const ESTIMATE_SATS_MIN = 1_000n;

export interface FeeParts {
  readonly database: Queryable;
  readonly node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">;
}

/** Whole satoshis. Asks the node: not inside a transaction. Without an answer the posted fee counts. */
export async function feeNow({ database, node }: FeeParts): Promise<bigint> {
  const { fee } = await postedLimits(database);
  if (fee.isEstimated === 0n) return fee.fee;
  const rate = await currentFeeRate(node).catch((error: unknown) => {
    if (error instanceof Outage) return undefined;
    throw error;
  });
  if (rate === undefined) return fee.fee;
  const estimate = mulDiv(rate, VIRTUAL_BYTES, 1_000n, "up");
  const least = estimate > ESTIMATE_SATS_MIN ? estimate : ESTIMATE_SATS_MIN;
  return least < fee.fee ? least : fee.fee;
}
