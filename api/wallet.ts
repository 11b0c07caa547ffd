/**
 * Routes of the wallet: deposit addresses, deposits, faucet, withdrawals and the transaction
 * tracker.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { passkeyAnswer } from "./passkey.ts";
import { bump, bumpAnswer, bumpOffer } from "./withdrawal-bump.ts";
import { withdrawalMethod, withdrawalTerms } from "./withdrawal-terms.ts";
import { listOf, pageQuery, sats, time } from "./values.ts";
import {
  chainTransaction,
  deposit,
  depositAddress,
  faucet,
  transaction,
  wallet,
  withdrawal,
} from "./wallet-shapes.ts";

const withdrawalId = z.strictObject({ withdrawalId: z.string().max(64) });

export const walletApi = {
  getWallet: {
    method: "GET",
    path: "/api/v1/wallet",
    auth: "user",
    keyScope: "read",
    summary: "Get the user's balances",
    response: wallet,
  },
  getDepositAddress: {
    method: "GET",
    path: "/api/v1/wallet/deposit-address",
    auth: "user",
    keyScope: "read",
    summary: "Get the user's current deposit address; the first call creates one",
    response: depositAddress,
  },
  newDepositAddress: {
    method: "POST",
    path: "/api/v1/wallet/deposit-address",
    auth: "user",
    summary: "Create a new deposit address; earlier ones stay valid",
    response: depositAddress,
  },
  listDeposits: {
    method: "GET",
    path: "/api/v1/wallet/deposits",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List deposits, newest first",
    query: pageQuery,
    response: listOf(deposit),
  },
  getDeposit: {
    method: "GET",
    path: "/api/v1/wallet/deposits/{depositId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Get a deposit",
    params: z.strictObject({ depositId: z.string().max(64) }),
    response: deposit,
  },
  getFaucet: {
    method: "GET",
    path: "/api/v1/wallet/faucet",
    auth: "user",
    keyScope: "read",
    summary: "Get today's remaining faucet allowance",
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
    summary: "Get current fee, limits and rate of a withdrawal",
    response: withdrawalTerms,
  },
  sendWithdrawalCode: {
    method: "POST",
    path: "/api/v1/withdrawals/code",
    auth: "user",
    wantsAccount: true,
    summary:
      "Send the 6-digit security code; if the request names a withdrawal, the code is valid only for it",
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
      "Withdraw coins; an API key needs no code, but can only use addresses that were verified at least a day ago",
    movesMoney: true,
    oneTimeFields: ["code", "passkey"],
    body: z.strictObject({
      amountSats: sats,
      method: withdrawalMethod,
      code: z.string().max(16).default(""),
      passkey: passkeyAnswer.optional().meta({ description: "replaces the code" }),
      feeSats: sats
        .optional()
        .meta({ description: "the fee shown to the user; 409 if it has changed" }),
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
    summary: "List withdrawals, newest first",
    query: pageQuery,
    response: listOf(withdrawal),
  },
  getWithdrawal: {
    method: "GET",
    path: "/api/v1/withdrawals/{withdrawalId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Get a withdrawal",
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
    summary: "Get the cost of a higher fee for an unconfirmed withdrawal",
    params: withdrawalId,
    response: bumpOffer,
  },
  bumpWithdrawal: {
    method: "POST",
    path: "/api/v1/withdrawals/{withdrawalId}/bump",
    auth: "user",
    wantsAccount: true,
    summary:
      "Replace the transaction by one with a higher fee (BIP125), which the user pays; needs a recent identity proof",
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
    summary: "Get a transaction by txid or withdrawal id; callers only see their own part in it",
    params: z.strictObject({ txId: z.string().max(80) }),
    response: transaction,
  },
  getChainTransaction: {
    method: "GET",
    path: "/api/v1/public/transactions/{txid}",
    auth: "anonymous",
    summary: "Get the public data of a transaction",
    params: z.strictObject({ txid: z.string().max(80) }),
    response: chainTransaction,
  },
} as const satisfies Api;
