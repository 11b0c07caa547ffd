/** What the routes of coins in and out answer with. */
import { z } from "zod";
import { withdrawalMethod } from "./withdrawal-terms.ts";
import { cents, decimal, sats, time, txidText } from "./values.ts";

export const wallet = z
  .object({
    availableSats: sats,
    /** Seen on the chain or in the mempool, not credited yet. */
    pendingSats: sats,
    heldSats: sats,
    /** What is held for what, by the code of the hold; together `heldSats`. */
    heldFor: z.array(z.object({ code: z.string(), amountSats: sats })),
    availableCents: cents,
    /**
     * What a reorg took back after it was credited and could not be covered; while not 0, money
     * cannot leave.
     */
    owedSats: sats,
  })
  .meta({ id: "Wallet" });

export const depositAddress = z
  .object({
    address: z.string(),
    network: z.string(),
    /** BIP21 text for the QR code. */
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
    /** Whose coins all of its inputs spend; null when these are several's, or name nobody. */
    senderAddress: z.string().nullable(),
    /** It is one of the user's verified addresses: the coins can be sent back. */
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
  /** Allowance that accounts of the caller's network share today. Null: no limit applies. */
  network: z.object({ dailySats: sats, remainingSats: sats }).nullable(),
  /** When the allowance is full again. */
  resetsAt: time.nullable(),
});

export const withdrawalState = z.enum([
  "requested",
  // Large ones, until administrators have approved them.
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
  // Simulated payouts only: requested, processing, sent, completed.
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
  /** Null while a step is still to come. */
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
    /** Bank, PayPal and Cash App are simulators: no transaction, no real account. */
    isSimulated: z.boolean(),
    amountSats: sats,
    feeSats: sats,
    /** What arrives: amount minus fee. */
    receivedSats: sats,
    /** What a simulator pays out, at the reference rate of the request; null on the chain. */
    paidCents: cents.nullable(),
    walletAddress: z.string().nullable(),
    state: withdrawalState,
    /** Why it has not moved on yet, when something is in its way. */
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
    /** As asked for: a txid or a withdrawal's id. */
    id: z.string(),
    txid: txidText.nullable(),
    state: z.enum([
      "processing",
      "in_transit",
      "confirming",
      "completed",
      "replaced",
      "reorged",
      /** Left the mempool, and no block ever held it. */
      "dropped",
      "rejected",
    ]),
    confirmations: z.int(),
    /** Confirmations after which it is final; 0 of a simulator. */
    required: z.int(),
    network: z.string(),
    blockHeight: z.int().nullable(),
    blockHash: z.string().nullable(),
    /** Total of the outputs, null before a transaction exists. */
    outputSats: sats.nullable(),
    outputs: z.array(
      z.object({
        address: z.string().nullable(),
        scriptHex: z.string(),
        amountSats: sats,
        /**
         * "you": a deposit of the caller. "recipient": the address of the caller's withdrawal.
         * "change": returns to the platform. Null for other outputs and for callers without a part
         * in it.
         */
        owner: z.enum(["you", "recipient", "change"]).nullable(),
      }),
    ),
    inputs: z.array(
      z.object({
        txid: txidText,
        vout: z.int(),
        /** Null for coins that were never this installation's. */
        amountSats: sats.nullable(),
        address: z.string().nullable(),
      }),
    ),
    virtualSize: z.int().nullable(),
    minerFeeSats: sats.nullable(),
    feeRateSatsPerVb: decimal.nullable(),
    firstSeenAt: time.nullable(),
    /** Seconds until 6 confirmations at the expected block time; null when unknown or done. */
    etaSeconds: z.int().nullable(),
    replacedBy: txidText.nullable(),
    /** Every transaction that was signed for it, oldest first; empty while there is one. */
    versions: z.array(
      z.object({
        txid: txidText,
        minerFeeSats: sats,
        feeRateSatsPerVb: decimal,
        signedAt: time,
      }),
    ),
    /**
     * What the house does so that it does not wait for ever, as a transaction of its own: a child
     * brings it in, or an abandonment gives it up, whose sixth confirmation brings the money back.
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
    /** External page where the network has one; null on regtest, where our own page serves. */
    explorerUrl: z.string().nullable(),
    /** How many payments of this house it makes, as they go together; 0 for what is none. */
    paysCount: z.int().min(0),
    /** What of it is the caller's: their withdrawals that it pays, their deposits. */
    own: z.array(
      z.object({
        kind: z.enum(["withdrawal", "deposit"]),
        id: z.string(),
        /** What arrives. */
        amountSats: sats,
        /** Null for a deposit, which costs its receiver nothing. */
        feeSats: sats.nullable(),
        /** Its share of the miner's fee; null for a deposit, and before it is signed. */
        minerFeeSats: sats.nullable(),
        address: z.string(),
      }),
    ),
  })
  .meta({ id: "Transaction" });

export const chainTransaction = transaction
  .omit({ id: true, own: true, rejectedReason: true, waitingReason: true, simulated: true })
  .meta({ id: "ChainTransaction" });
