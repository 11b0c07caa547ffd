/**
 * Decides whether small coins should be consolidated now, and if not, why. Used by both the worker
 * and the administrators' page.
 */
import type { Queryable } from "#platform";
import { COIN_AGES, pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { countSmall, type Small } from "../chain/coins-table.ts";
import { INPUT_VIRTUAL_SIZE } from "../coins/weights.ts";
import { postedConsolidation } from "../terms/posted-limits.ts";
import { isConsolidating } from "./self-transfers-table.ts";

export interface ConsolidationStatus {
  readonly state: "off" | "paused" | "no_rate" | "too_dear" | "few_coins" | "under_way" | "ready";
  readonly rateMaxSatsPerVb: bigint;
  readonly smallBelowSats: bigint;
  /** Number of spendable small coins that are worth more than it costs to spend them. */
  readonly count: number;
  /** A consolidation starts when there are more small coins than this. */
  readonly coinsMin: bigint;
}

export interface Ready {
  readonly tip: Cursor;
  readonly small: Small;
  readonly rateSatsPerKvb: bigint;
}

/**
 * Returns the status. `rateSatsPerKvb` is the node's fee rate, or undefined if the node provides
 * none or the rate is too high.
 */
export async function consolidationStatus(
  queryable: Queryable,
  rateSatsPerKvb: bigint | undefined,
): Promise<ConsolidationStatus & { readonly ready: Ready | undefined }> {
  const { rateMax, coins, small: below } = await postedConsolidation(queryable);
  const tip = await readCursor(queryable);
  const small = { below, above: (INPUT_VIRTUAL_SIZE * (rateSatsPerKvb ?? 0n)) / 1_000n };
  const ages = COIN_AGES.settled;
  const count = tip ? await countSmall(queryable, { tip, ages }, small) : 0;
  const stateNow = async (): Promise<ConsolidationStatus["state"]> => {
    if (rateMax === 0n) return "off";
    if (!tip || pauseReasonOf(tip) !== undefined) return "paused";
    if (rateSatsPerKvb === undefined) return "no_rate";
    if (rateSatsPerKvb > rateMax * 1_000n) return "too_dear";
    if (await isConsolidating(queryable)) return "under_way";
    return BigInt(count) > coins ? "ready" : "few_coins";
  };
  const state = await stateNow();
  const isReady = state === "ready" && tip !== undefined && rateSatsPerKvb !== undefined;
  return {
    state,
    rateMaxSatsPerVb: rateMax,
    smallBelowSats: below,
    count,
    coinsMin: coins,
    ready: isReady ? { tip, small, rateSatsPerKvb } : undefined,
  };
}
