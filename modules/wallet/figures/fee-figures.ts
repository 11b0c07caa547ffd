/**
 * Computes what a withdrawal currently costs the platform, compared with the user's fee, for
 * administrators. Values that the node does not provide are null.
 */
import type { BitcoinNode } from "#bitcoin";
import { mulDiv } from "#money";
import type { Queryable } from "#platform";
import { INPUT_VIRTUAL_SIZE } from "../coins/weights.ts";
import {
  feeAt,
  feeRateNow,
  LONGEST_VIRTUAL_BYTES,
  USUAL_VIRTUAL_BYTES,
  type FeeNow,
  type FeeRate,
} from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";

export type FeeNode = Pick<BitcoinNode, "estimateFeeRateSatsPerKvb" | "getRawMempool">;

export interface FeeFigures extends FeeNow {
  readonly rate: FeeRate | null;
  /** Number of transactions in the mempool, including those of other senders. */
  readonly mempoolCount: number | null;
  readonly usualVirtualBytes: bigint;
  /** Miner's fee of a typical payment. */
  readonly usualSats: bigint | null;
  /** Cost of spending one additional coin. */
  readonly inputSats: bigint | null;
  /** Highest fee rate at which the fixed fee covers a payment to any address type. */
  readonly coveredSatsPerVb: bigint;
}

export async function feeFigures(
  queryable: Queryable,
  node: FeeNode | undefined,
): Promise<FeeFigures> {
  const [rate, mempool, { fee }] = await Promise.all([
    node ? feeRateNow(node).catch(() => null) : null,
    node ? node.getRawMempool().catch(() => null) : null,
    postedLimits(queryable),
  ]);
  const costOf = (size: bigint) => rate && mulDiv(size, rate.satsPerKvb, 1_000n, "up");
  const users = feeAt(fee, rate && !rate.isTooHigh ? rate.satsPerKvb : undefined);
  return {
    ...users,
    rate,
    mempoolCount: mempool && mempool.length,
    usualVirtualBytes: USUAL_VIRTUAL_BYTES,
    usualSats: costOf(USUAL_VIRTUAL_BYTES),
    inputSats: costOf(INPUT_VIRTUAL_SIZE),
    coveredSatsPerVb: users.feeSats / LONGEST_VIRTUAL_BYTES,
  };
}
