/** Coins in and out: deposit address, deposits, faucet, withdrawals and the transaction tracker. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { passkeyAnswer } from "./passkey.ts";
import { bump, bumpAnswer, bumpOffer } from "./withdrawal-bump.ts";
import { withdrawalMethod, withdrawalTerms } from "./withdrawal-terms.ts";
import { cents, decimal, listOf, pageQuery, sats, time, txidText } from "./values.ts";

const wallet = z
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

const depositAddress = z
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

const faucet = z.object({
  isOpen: z.boolean(),
  closedReason: z.string().nullable(),
  dailySats: sats,
  remainingSats: sats,
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

const transaction = z
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
      "rejected",
    ]),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
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
        /** "you", and beside that "change", are told to whom the transaction pays or pays for. */
        owner: z.enum(["you", "change"]).nullable(),
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

const chainTransaction = transaction
  .omit({ id: true, own: true, rejectedReason: true, waitingReason: true, simulated: true })
  .meta({ id: "ChainTransaction" });

const withdrawalId = z.strictObject({ withdrawalId: z.string().max(64) });

export const walletApi = {
  getWallet: {
    method: "GET",
    path: "/api/v1/wallet",
    auth: "user",
    keyScope: "read",
    summary: "Balances of the user",
    response: wallet,
  },
  getDepositAddress: {
    method: "GET",
    path: "/api/v1/wallet/deposit-address",
    auth: "user",
    keyScope: "read",
    summary: "The user's current deposit address; the first call makes one",
    response: depositAddress,
  },
  newDepositAddress: {
    method: "POST",
    path: "/api/v1/wallet/deposit-address",
    auth: "user",
    summary: "A fresh deposit address; earlier ones stay valid",
    response: depositAddress,
  },
  listDeposits: {
    method: "GET",
    path: "/api/v1/wallet/deposits",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Deposits, newest first",
    query: pageQuery,
    response: listOf(deposit),
  },
  getDeposit: {
    method: "GET",
    path: "/api/v1/wallet/deposits/{depositId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "One deposit",
    params: z.strictObject({ depositId: z.string().max(64) }),
    response: deposit,
  },
  getFaucet: {
    method: "GET",
    path: "/api/v1/wallet/faucet",
    auth: "user",
    keyScope: "read",
    summary: "What the faucet still gives today",
    response: faucet,
  },
  requestFaucet: {
    method: "POST",
    path: "/api/v1/wallet/faucet",
    auth: "user",
    keyScope: "trade",
    summary: "Send test coins on-chain to the user's deposit address",
    movesMoney: true,
    body: z.strictObject({ amountSats: sats.optional() }),
    response: z.object({ id: z.string(), address: z.string(), amountSats: sats }),
  },
  getWithdrawalTerms: {
    method: "GET",
    path: "/api/v1/withdrawals/terms",
    auth: "user",
    summary: "Fee, limits and rate that a withdrawal would have now",
    response: withdrawalTerms,
  },
  sendWithdrawalCode: {
    method: "POST",
    path: "/api/v1/withdrawals/code",
    auth: "user",
    wantsAccount: true,
    summary:
      "Send the 6-digit security code; with the withdrawal it is for, it is good for no other",
    body: z
      .strictObject({
        method: withdrawalMethod,
        amountSats: sats,
        walletAddress: z.string().max(200).optional(),
      })
      .nullish(),
    response: z.object({ sentTo: z.string(), expiresAt: time }),
  },
  createWithdrawal: {
    method: "POST",
    path: "/api/v1/withdrawals",
    auth: "user",
    wantsAccount: true,
    keyScope: "withdraw-to-verified",
    summary:
      "Withdraw coins; a key gives no code, and withdraws to addresses alone that were verified a day ago or earlier",
    movesMoney: true,
    body: z.strictObject({
      amountSats: sats,
      method: withdrawalMethod,
      code: z.string().max(16).default(""),
      passkey: passkeyAnswer.optional().meta({ description: "in place of the code" }),
      feeSats: sats.optional().meta({ description: "the fee that was shown; 409 when it changed" }),
      walletAddress: z.string().max(200).optional(),
      accountHolder: z.string().max(120).optional(),
      accountNumber: z.string().max(64).optional(),
      routingNumber: z.string().max(64).optional(),
      paypalEmail: z.string().max(255).optional(),
      cashtag: z.string().max(64).optional(),
    }),
    response: withdrawal,
  },
  listWithdrawals: {
    method: "GET",
    path: "/api/v1/withdrawals",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Withdrawals, newest first",
    query: pageQuery,
    response: listOf(withdrawal),
  },
  getWithdrawal: {
    method: "GET",
    path: "/api/v1/withdrawals/{withdrawalId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "One withdrawal",
    params: withdrawalId,
    response: withdrawal,
  },
  cancelWithdrawal: {
    method: "POST",
    path: "/api/v1/withdrawals/{withdrawalId}/cancel",
    auth: "user",
    summary: "Cancel a withdrawal that is not signed yet",
    params: withdrawalId,
    response: withdrawal,
  },
  getBumpOffer: {
    method: "GET",
    path: "/api/v1/withdrawals/{withdrawalId}/bump",
    auth: "user",
    summary: "What a higher fee would cost for a withdrawal that no block holds",
    params: withdrawalId,
    response: bumpOffer,
  },
  bumpWithdrawal: {
    method: "POST",
    path: "/api/v1/withdrawals/{withdrawalId}/bump",
    auth: "user",
    wantsAccount: true,
    summary:
      "Replace its transaction by one with a higher fee (BIP125), which the user pays; needs a proof of the last minutes",
    movesMoney: true,
    params: withdrawalId,
    body: bump,
    response: bumpAnswer,
  },
  getTransaction: {
    method: "GET",
    path: "/api/v1/transactions/{txId}",
    auth: "user",
    keyScope: "read",
    summary:
      "State of a transaction, by txid or withdrawal id; of owners it tells callers about themselves alone",
    params: z.strictObject({ txId: z.string().max(80) }),
    response: transaction,
  },
  getChainTransaction: {
    method: "GET",
    path: "/api/v1/public/transactions/{txid}",
    auth: "anonymous",
    summary: "A transaction as the chain tells it to anybody",
    params: z.strictObject({ txid: z.string().max(80) }),
    response: chainTransaction,
  },
} as const satisfies Api;
