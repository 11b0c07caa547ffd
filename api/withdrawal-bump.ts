/** A higher fee for a withdrawal that is on its way. */
import { z } from "zod";
import { feeRateLimits } from "./limits.ts";
import { sats } from "./values.ts";

const feeRateSatsPerVb = z.int().min(feeRateLimits.min).max(feeRateLimits.max);

/** What it costs beyond the fee it has; without choices that fee cannot be raised now. */
export const bumpOffer = z
  .object({
    /** One was asked for and is not signed yet. */
    isUnderWay: z.boolean(),
    /** How many withdrawals its transaction pays: whoever asks pays the whole difference. */
    paysCount: z.int().min(1),
    minerFeeSats: sats.nullable(),
    choices: z.array(z.object({ feeRateSatsPerVb, minerFeeSats: sats, costSats: sats })),
  })
  .meta({ id: "BumpOffer" });

const stuckChoices = z
  .array(z.object({ feeRateSatsPerVb, costSats: sats }))
  .meta({ description: "without one it is not possible now" });

/** What the house can do about a payment that no block holds, and at what cost. */
export const stuckOffer = z
  .object({
    /** Something was asked for and is not signed yet. */
    isUnderWay: z.boolean(),
    isGivenUp: z.boolean(),
    /** How many withdrawals or grants its transaction pays; 0 when it does not wait for a block. */
    paysCount: z.int().min(0),
    child: stuckChoices,
    giveUp: stuckChoices,
  })
  .meta({ id: "StuckOffer" });

export const bump = z.strictObject({
  feeRateSatsPerVb,
  costSats: sats.meta({ description: "what was shown that it costs; 409 when it is more now" }),
});

export const bumpAnswer = z.object({ costSats: sats });
