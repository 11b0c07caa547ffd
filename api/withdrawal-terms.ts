/** Current cost and limits of a withdrawal, by method. */
import { z } from "zod";
import { decimal, sats, time } from "./values.ts";

export const withdrawalMethod = z.enum(["wallet", "bank", "paypal", "cashapp"]);

export const withdrawalTerms = z
  .object({
    network: z.string(),
    methods: z.array(withdrawalMethod),
    feeSats: sats,
    /** On-chain surcharge while miners demand more than `feeSats` covers. */
    marketSats: sats,
    /**
     * Expected miner's fee of a usual on-chain payment, paid from both fees. The operator keeps the
     * rest. Null if the node provides no estimate.
     */
    expectedMinerFeeSats: sats.nullable(),
    /** True if the fee is an estimate of the node, which can change until the request. */
    feeIsEstimated: z.boolean(),
    /**
     * Maximum that the platform adds to one user's miner's fees in 24 hours, if only many small
     * coins are left.
     */
    supportDailySats: sats,
    /** Posted limits by method. `leftSats` is the rest of the daily limit. */
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
    /**
     * Totals, including `askedSats`, from which one administrator, and from which two
     * administrators, must approve.
     */
    reviewSats: sats,
    secondPersonSats: sats,
    /**
     * The user's withdrawal requests of the last 24 hours, by any method, without cancelled and
     * refused ones.
     */
    askedSats: sats,
    rateUsdPerBtc: decimal,
    /**
     * Source of the security code: a message on request, or the user's authenticator app. `passkey`
     * replaces the code, but a code of the authenticator app is accepted as well.
     */
    codeFrom: z.enum(["mail", "authenticator", "passkey"]),
    hasAuthenticator: z.boolean(),
    codeSentTo: z.string(),
    codeMinutes: z.int(),
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
    /** End of the lock after a change of password, e-mail address or second factor. */
    lockedUntil: time.nullable(),
    /**
     * Median seconds from request to completion on this installation. Null before the first
     * completed withdrawal.
     */
    measuredSecondsMedian: z.int().nullable(),
    /** The same median for simulated methods. */
    simulatedSecondsMedian: z.int().nullable(),
  })
  .meta({ id: "WithdrawalTerms" });
