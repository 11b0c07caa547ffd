/**
 * Decides whether coins can be sent to the cold wallet now, and if not, why. Used by both the
 * worker and the administrators' page.
 */
import type { Queryable } from "#platform";
import { COIN_AGES, pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { sumSpendable } from "../chain/coins-table.ts";
import { isConsolidating } from "../self-transfers/self-transfers-table.ts";
import { postedCold } from "../terms/posted-limits.ts";
import { sumUnreserved } from "../withdrawals/withdrawal-figures.ts";
import { currentDescriptor, type DescriptorRow } from "./descriptors-table.ts";

export interface ColdWalletStatus {
  readonly state:
    | "no_descriptor"
    | "off"
    | "paused"
    | "no_rate"
    | "too_dear"
    | "below_ceiling"
    | "under_way"
    | "ready";
  /** Spendable coins in the hot wallet. */
  readonly hotSats: bigint;
  readonly ceilingSats: bigint;
  readonly keepSats: bigint;
  readonly rateMaxSatsPerVb: bigint;
}

export interface ColdReady {
  readonly tip: Cursor;
  readonly descriptor: DescriptorRow;
  readonly surplusSats: bigint;
  readonly rateSatsPerKvb: bigint;
}

/**
 * Returns the status. `rateSatsPerKvb` is the node's fee rate, or undefined if the node provides
 * none or the rate is too high.
 */
export async function coldWalletStatus(
  queryable: Queryable,
  rateSatsPerKvb: bigint | undefined,
): Promise<ColdWalletStatus & { readonly ready: ColdReady | undefined }> {
  const { ceiling, keep, rateMax } = await postedCold(queryable);
  const tip = await readCursor(queryable);
  const descriptor = await currentDescriptor(queryable);
  const hotSats = tip ? await sumSpendable(queryable, { tip, ages: COIN_AGES.settled }) : 0n;
  // Coins for accepted withdrawals stay in the hot wallet, because returning cold coins takes two
  // people.
  const promisedSats = await sumUnreserved(queryable);
  const stateNow = async (): Promise<ColdWalletStatus["state"]> => {
    if (!descriptor) return "no_descriptor";
    if (rateMax === 0n) return "off";
    if (!tip || pauseReasonOf(tip) !== undefined) return "paused";
    if (rateSatsPerKvb === undefined) return "no_rate";
    if (rateSatsPerKvb > rateMax * 1_000n) return "too_dear";
    if (await isConsolidating(queryable)) return "under_way";
    return hotSats - promisedSats > ceiling ? "ready" : "below_ceiling";
  };
  const state = await stateNow();
  const isReady = state === "ready" && tip && descriptor && rateSatsPerKvb !== undefined;
  return {
    state,
    hotSats,
    ceilingSats: ceiling,
    keepSats: keep,
    rateMaxSatsPerVb: rateMax,
    ready: isReady
      ? { tip, descriptor, surplusSats: hotSats - promisedSats - keep, rateSatsPerKvb }
      : undefined,
  };
}
