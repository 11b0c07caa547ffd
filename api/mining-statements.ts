/**
 * Routes for mining payouts and their calculation: each payout with its lines, the inputs of each
 * line, and the carry.
 */
import { z } from "zod";
import { decimal, sats, time } from "./values.ts";

/** Kind of hash-rate source: a plan's contract, a boost or a rig that the user owns. */
export const sourceKind = z.enum(["contract", "boost", "rig"]);

export const statement = z
  .object({
    id: z.string(),
    /** Id of the contract, boost or rig that earned the payout. */
    contractId: z.string(),
    kind: sourceKind,
    from: time,
    to: time,
    /**
     * Number of payouts from one UTC day that were compacted into this one. 1 for a single payout.
     */
    payouts: z.int().positive(),
    /**
     * When the payouts were compacted. Compacting preserves the payouts' totals and lines, but not
     * their individual times. Null for a single payout.
     */
    compactedAt: time.nullable(),
    /**
     * The payout's lines. Each line covers one accrual period with one hash rate and one set of
     * reference values.
     */
    segments: z.array(
      z.object({
        /**
         * Start of the continuous period in which these inputs applied. The time from this start to
         * `from` was covered by earlier payouts.
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
         * Rigs only. In 10^-9 sat: g(to - stretchFrom) - g(from - stretchFrom), where g(t) = kW x
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
    /** Fraction of a satoshi carried over from the previous payout, in 10^-9 sat. */
    carryBeforeNanosats: decimal,
    /** Fraction of a satoshi carried over to the next payout, in 10^-9 sat. */
    carryAfterNanosats: decimal,
    payoutSats: sats,
    /**
     * The payout's ledger transfer. Null for payouts below one satoshi, and for compacted days,
     * whose payouts had individual transfers.
     */
    transferId: z.string().nullable(),
    /** Rigs only: prepaidBefore + charged = power of the lines + prepaidAfter. */
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
