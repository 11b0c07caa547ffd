/** Response schemas of the routes for deposits, withdrawals and transactions. */
import { z } from "zod";
import { withdrawalMethod } from "./withdrawal-terms.ts";
import { cents, decimal, sats, time, txidText } from "./values.ts";

export const wallet = z
  .object({
    /** Coins that the user can spend, including `accruedSats`. */
    availableSats: sats,
    /**
     * Mining earnings since the last payout, less the power of rigs. They are paid at the next full
     * hour, or at once when the user spends. Can be negative.
     */
    accruedSats: sats,
    /** Seen on the chain or in the mempool, not yet credited. */
    pendingSats: sats,
    heldSats: sats,
    /** Breakdown of `heldSats` by hold code. */
    heldFor: z.array(z.object({ code: z.string(), amountSats: sats })),
    availableCents: cents,
    /**
     * Debt from credited deposits that a reorg removed and the balance could not cover. Withdrawals
     * are blocked until it is 0.
     */
    owedSats: sats,
  })
  .meta({ id: "Wallet" });

export const depositAddress = z
  .object({
    address: z.string(),
    network: z.string(),
    /** BIP21 link for the QR code. */
    uri: z.string(),
    derivationPath: z.string(),
    createdAt: time,
    confirmationsRequired: z.int(),
  })
  .meta({ id: "DepositAddress" });

export const deposit = z
  .object({
    id: z.string(),
    txid: txidText,
    vout: z.int(),
    address: z.string(),
    amountSats: sats,
    state: z.enum(["in_mempool", "confirming", "credited", "dropped", "reversed"]),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
    isFromFaucet: z.boolean(),
    /**
     * Address from which all inputs spend. Null if inputs come from several addresses, or from a
     * script without an address.
     */
    senderAddress: z.string().nullable(),
    /**
     * True if the sender's address is one of the user's verified addresses, so that the coins can
     * be returned to it.
     */
    isSenderVerified: z.boolean(),
    blockHeight: z.int().nullable(),
    seenAt: time,
    creditedAt: time.nullable(),
  })
  .meta({ id: "Deposit" });

export const faucet = z.object({
  isOpen: z.boolean(),
  closedReason: z.string().nullable(),
  dailySats: sats,
  remainingSats: sats,
  /**
   * Today's allowance, shared by all accounts in the caller's network. Null if no limit applies.
   */
  network: z.object({ dailySats: sats, remainingSats: sats }).nullable(),
  /** When the full allowance is available again. */
  resetsAt: time.nullable(),
});

export const withdrawalState = z.enum([
  "requested",
  // Large withdrawals have this state until administrators approve them.
  "in_review",
  "approved",
  "reserved",
  "signed",
  "broadcast",
  "in_mempool",
  "confirming",
  "completed",
  "rejected",
  "cancelled",
  "replaced",
  "conflicted",
  // Only simulated payouts have this state. Their states are requested, processing, sent and
  // completed.
  "processing",
  "sent",
]);

const simulatedPayout = z.object({
  method: z.enum(["bank", "paypal", "cashapp"]),
  state: z.enum([
    "in_review",
    "requested",
    "processing",
    "sent",
    "completed",
    "cancelled",
    "rejected",
  ]),
  receivedSats: sats,
  paidCents: cents,
  /** Steps of the payout. `at` is null for future steps. */
  steps: z.array(
    z.object({
      state: z.enum(["requested", "processing", "sent", "completed"]),
      at: time.nullable(),
    }),
  ),
});

export const withdrawal = z
  .object({
    id: z.string(),
    method: withdrawalMethod,
    /**
     * True for bank, PayPal and Cash App. These methods involve no transaction and no real account.
     */
    isSimulated: z.boolean(),
    amountSats: sats,
    feeSats: sats,
    /** Amount minus fee. */
    receivedSats: sats,
    /**
     * Amount of a simulated payout in cents, at the reference rate when it was requested. Null for
     * on-chain withdrawals.
     */
    paidCents: cents.nullable(),
    walletAddress: z.string().nullable(),
    state: withdrawalState,
    /** Why the withdrawal is delayed. Null if the withdrawal is not delayed. */
    waitingReason: z.string().nullable(),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
    txid: txidText.nullable(),
    createdAt: time,
    completedAt: time.nullable(),
  })
  .meta({ id: "Withdrawal" });

export const transaction = z
  .object({
    /** The id from the request: a txid or a withdrawal's id. */
    id: z.string(),
    txid: txidText.nullable(),
    state: z.enum([
      "processing",
      "in_transit",
      "confirming",
      "completed",
      "replaced",
      "reorged",
      /** The transaction left the mempool and was never in a block. */
      "dropped",
      "rejected",
    ]),
    confirmations: z.int(),
    /** Confirmations after which the transaction is final. 0 for a simulated payout. */
    required: z.int(),
    network: z.string(),
    blockHeight: z.int().nullable(),
    blockHash: z.string().nullable(),
    /** Total of the outputs. Null before a transaction exists. */
    outputSats: sats.nullable(),
    outputs: z.array(
      z.object({
        address: z.string().nullable(),
        scriptHex: z.string(),
        amountSats: sats,
        /**
         * Owner of the output. `you`: a deposit to the caller. `recipient`: the address of the
         * caller's withdrawal. `change`: returns to the platform. Null for other outputs, and for
         * callers who are not involved in the transaction.
         */
        owner: z.enum(["you", "recipient", "change"]).nullable(),
      }),
    ),
    inputs: z.array(
      z.object({
        txid: txidText,
        vout: z.int(),
        /**
         * Amount of the output that this input spends. Null for coins that never belonged to this
         * installation.
         */
        amountSats: sats.nullable(),
        address: z.string().nullable(),
      }),
    ),
    virtualSize: z.int().nullable(),
    minerFeeSats: sats.nullable(),
    feeRateSatsPerVb: decimal.nullable(),
    firstSeenAt: time.nullable(),
    /**
     * Estimated seconds until 6 confirmations, from the expected block time. Null if unknown or
     * already final.
     */
    etaSeconds: z.int().nullable(),
    replacedBy: txidText.nullable(),
    /**
     * All transactions signed for this payment, oldest first. Empty if only one transaction was
     * signed.
     */
    versions: z.array(
      z.object({
        txid: txidText,
        minerFeeSats: sats,
        feeRateSatsPerVb: decimal,
        signedAt: time,
      }),
    ),
    /**
     * The platform's own transaction that resolves a stuck payment. A `child` pays miners to
     * include the payment. An `abandonment` spends the payment's coins elsewhere. The money is
     * returned after the sixth confirmation of the abandonment.
     */
    attempt: z
      .object({
        kind: z.enum(["child", "abandonment"]),
        txid: txidText,
        confirmations: z.int(),
      })
      .nullable(),
    rejectedReason: z.string().nullable(),
    waitingReason: z.string().nullable(),
    /** Set for a simulated payout, which has steps of its own and no transaction. */
    simulated: simulatedPayout.nullable(),
    /**
     * Transaction page of an external block explorer. Null on regtest, where our own page is used.
     */
    explorerUrl: z.string().nullable(),
    /** Number of this platform's payments in the transaction. 0 if the platform did not send it. */
    paysCount: z.int().min(0),
    /** The caller's withdrawals that the transaction pays, and the caller's deposits from it. */
    own: z.array(
      z.object({
        kind: z.enum(["withdrawal", "deposit"]),
        id: z.string(),
        /** Amount that the recipient receives. */
        amountSats: sats,
        /** Null for a deposit, which has no fee. */
        feeSats: sats.nullable(),
        /** The withdrawal's share of the miner's fee. Null for a deposit, and before signing. */
        minerFeeSats: sats.nullable(),
        address: z.string(),
      }),
    ),
  })
  .meta({ id: "Transaction" });

export const chainTransaction = transaction
  .omit({ id: true, own: true, rejectedReason: true, waitingReason: true, simulated: true })
  .meta({ id: "ChainTransaction" });
