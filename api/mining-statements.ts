/**
 * What was paid for mining and why: each payout with its lines, their inputs and what is carried.
 */
import { z } from "zod";
import { decimal, sats, time } from "./values.ts";

/** What mines: a contract of a plan, a boost, a machine of one's own. */
export const sourceKind = z.enum(["contract", "boost", "rig"]);

export const statement = z
  .object({
    id: z.string(),
    /** Id of the contract, boost or rig that earned it. */
    contractId: z.string(),
    kind: sourceKind,
    from: time,
    to: time,
    /** 1, or how many payouts of one UTC day were folded into this one. */
    payouts: z.int().positive(),
    /**
     * When they were folded: their single times are gone, their sums and lines add up as before. A
     * payout as it was made has null.
     */
    foldedAt: time.nullable(),
    /**
     * Lines of one payout: each is one stretch of time with one hash rate and one set of reference
     * values.
     */
    segments: z.array(
      z.object({
        /**
         * Start of the unbroken time with these inputs; up to `from` an earlier payout has paid it.
         */
        stretchFrom: time,
        from: time,
        to: time,
        seconds: decimal,
        hashRateThs: decimal,
        difficulty: decimal,
        subsidySats: sats,
        feesSats: sats,
        poolFeePercent: decimal,
        referenceId: z.string(),
        /**
         * In 10^-9 sat: f(to - stretchFrom) - f(from - stretchFrom), where f(t) = hash rate x t x
         * (subsidy + fees) x (1 - pool fee) / (difficulty x 2^32), each f rounded down.
         */
        nanosats: decimal,
        /**
         * Of a rig. In 10^-9 sat: g(to - stretchFrom) - g(from - stretchFrom), where g(t) = kW x
         * hours x tariff / rate, each g rounded up.
         */
        power: z
          .object({
            powerKw: decimal,
            usdPerKwh: decimal,
            rateUsdPerBtc: decimal,
            nanosats: decimal,
          })
          .nullable(),
      }),
    ),
    /**
     * Fraction of a satoshi brought from the payout before and carried to the next, in 10^-9 sat.
     */
    carryBeforeNanosats: decimal,
    carryAfterNanosats: decimal,
    payoutSats: sats,
    /** Null for less than a satoshi, and for a folded day: each of its payouts had its own. */
    transferId: z.string().nullable(),
    /** Of a rig: prepaidBefore + charged = power of the lines + prepaidAfter. */
    power: z
      .object({
        prepaidBeforeNanosats: decimal,
        chargedSats: sats,
        prepaidAfterNanosats: decimal,
        transferId: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "MiningStatement" });
