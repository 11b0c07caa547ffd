/**
 * What a withdrawal costs the platform now, against the fee that its user pays: for administrators.
 * What the node does not tell is null.
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
  /** Transactions that wait for a block, anybody's. */
  readonly mempoolCount: number | null;
  readonly usualVirtualBytes: bigint;
  /** What miners ask for a usual payment. */
  readonly usualSats: bigint | null;
  /** What one coin more adds. */
  readonly inputSats: bigint | null;
  /** The highest rate at which the fee alone pays for a payment, whatever its address. */
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
