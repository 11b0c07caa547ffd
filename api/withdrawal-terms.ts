/** Schema of the current costs and limits of withdrawals, by method. */
import { z } from "zod";
import { decimal, sats, time } from "./values.ts";

export const withdrawalMethod = z.enum(["wallet", "bank", "paypal", "cashapp"]);

export const withdrawalTerms = z
  .object({
    network: z.string(),
    methods: z.array(withdrawalMethod),
    feeSats: sats,
    /**
     * Surcharge on on-chain withdrawals while the network's fee rates exceed what `feeSats` covers.
     */
    marketSats: sats,
    /**
     * Expected miner's fee of a typical on-chain payment. This fee is paid from the user's fee and
     * surcharge, and the operator keeps the rest. Null if the node provides no estimate.
     */
    expectedMinerFeeSats: sats.nullable(),
    /** True if the fee is the node's estimate, which may change before the user confirms. */
    feeIsEstimated: z.boolean(),
    /**
     * Maximum that the platform contributes to a user's miner's fees in 24 hours if the wallet has
     * only many small coins left.
     */
    supportDailySats: sats,
    /** Posted limits by method. `leftSats` is the unused part of the daily limit. */
    limits: z.array(
      z.object({
        method: withdrawalMethod,
        minSats: sats,
        maxSats: sats,
        dailySats: sats,
        leftSats: sats,
      }),
    ),
    minSats: sats,
    /** Maximum that this user can withdraw now. 0 if withdrawals are closed. */
    maxSats: sats,
    /** Total (including `askedSats`) from which one administrator must approve. */
    reviewSats: sats,
    /** Total (including `askedSats`) from which two administrators must approve. */
    secondPersonSats: sats,
    /**
     * Total that the user requested in the last 24 hours, by any method, excluding cancelled and
     * refused withdrawals.
     */
    askedSats: sats,
    rateUsdPerBtc: decimal,
    /**
     * Source of the security code: a message sent on request, or the user's authenticator app. With
     * `passkey`, a passkey replaces the code, but a code from the authenticator app is accepted as
     * well.
     */
    codeFrom: z.enum(["mail", "authenticator", "passkey"]),
    hasAuthenticator: z.boolean(),
    codeSentTo: z.string(),
    codeMinutes: z.int(),
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
    /**
     * End of the withdrawal lock after a change of password, e-mail address or two-factor
     * authentication.
     */
    lockedUntil: time.nullable(),
    /**
     * Median seconds from request to completion on this installation. Null before the first
     * completed withdrawal.
     */
    measuredSecondsMedian: z.int().nullable(),
    /** Median seconds from request to completion of simulated payouts. */
    simulatedSecondsMedian: z.int().nullable(),
  })
  .meta({ id: "WithdrawalTerms" });
