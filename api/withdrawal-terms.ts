/** What a withdrawal would cost now and how much can leave, by method. */
import { z } from "zod";
import { decimal, sats, time } from "./values.ts";

export const withdrawalMethod = z.enum(["wallet", "bank", "paypal", "cashapp"]);

export const withdrawalTerms = z
  .object({
    network: z.string(),
    methods: z.array(withdrawalMethod),
    feeSats: sats,
    /** On top of it, on the chain alone, while miners ask for more than that fee covers. */
    marketSats: sats,
    /**
     * Part of both that the miner gets of a usual payment, on the chain alone. The operator keeps
     * the rest. Null: the node does not say.
     */
    expectedMinerFeeSats: sats.nullable(),
    /** The fee is the node's estimate, which may change until the request. */
    feeIsEstimated: z.boolean(),
    /**
     * What the house adds to one user's miner's fees in 24 hours, when only many small coins are
     * left.
     */
    supportDailySats: sats,
    /** Posted limits by method; `leftSats` of the daily one. */
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
    /** The most this user can ask for now; 0 when closed. */
    maxSats: sats,
    /**
     * From here on a withdrawal waits for an administrator, and for two; together with `askedSats`.
     */
    reviewSats: sats,
    secondPersonSats: sats,
    /**
     * What the user asked for in the last 24 hours by any method and neither cancelled nor was
     * refused.
     */
    askedSats: sats,
    rateUsdPerBtc: decimal,
    /**
     * Where the user finds the code: a message on request, or the own authenticator app; or what
     * stands in for it: a passkey, beside which an authenticator's code still will do.
     */
    codeFrom: z.enum(["mail", "authenticator", "passkey"]),
    hasAuthenticator: z.boolean(),
    codeSentTo: z.string(),
    codeMinutes: z.int(),
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
    /** End of the lock that follows a change of password, e-mail address or second factor. */
    lockedUntil: time.nullable(),
    /** Median seconds from request to Completed on this installation; null before the first. */
    measuredSecondsMedian: z.int().nullable(),
    /** The same for the simulated methods. */
    simulatedSecondsMedian: z.int().nullable(),
  })
  .meta({ id: "WithdrawalTerms" });
