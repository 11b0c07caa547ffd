/** Coins in and out: deposit address, deposits, faucet, withdrawals and the transaction tracker. */
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
    oneTimeFields: ["code", "passkey"],
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
