/** Schemas for raising the fee of a withdrawal that has been sent. */
import { z } from "zod";
import { feeRateLimits } from "./limits.ts";
import { sats } from "./values.ts";

const feeRateSatsPerVb = z.int().min(feeRateLimits.min).max(feeRateLimits.max);

/** Fee choices and their additional cost. If the list is empty, the fee cannot be raised now. */
export const bumpOffer = z
  .object({
    /** True if a higher fee was requested and is not signed yet. */
    isUnderWay: z.boolean(),
    /**
     * Number of withdrawals that the transaction pays. The caller pays the whole additional fee.
     */
    paysCount: z.int().min(1),
    minerFeeSats: sats.nullable(),
    choices: z.array(z.object({ feeRateSatsPerVb, minerFeeSats: sats, costSats: sats })),
  })
  .meta({ id: "BumpOffer" });

const stuckChoices = z
  .array(z.object({ feeRateSatsPerVb, costSats: sats }))
  .meta({ description: "empty if the action is not possible now" });

/** Actions that can resolve an unconfirmed payment, and the cost of each. */
export const stuckOffer = z
  .object({
    /** True if an action was requested and its transaction is not signed yet. */
    isUnderWay: z.boolean(),
    isGivenUp: z.boolean(),
    /**
     * Number of withdrawals or faucet grants that the transaction pays. 0 if it is not waiting for
     * a block.
     */
    paysCount: z.int().min(0),
    child: stuckChoices,
    giveUp: stuckChoices,
  })
  .meta({ id: "StuckOffer" });

export const bump = z.strictObject({
  feeRateSatsPerVb,
  costSats: sats.meta({ description: "the cost shown to the user; 409 if it is higher now" }),
});

export const bumpAnswer = z.object({ costSats: sats });
