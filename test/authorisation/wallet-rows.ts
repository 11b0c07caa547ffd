/** Defines the access rights to deposits, withdrawals and the tracker. */
import type { RouteName } from "../../api/paths.ts";
import { forAll, ownerOnly, signedIn, type Row } from "./row.ts";

export const walletRows = {
  getWallet: signedIn(200),
  getDepositAddress: signedIn(200),
  newDepositAddress: signedIn(200),
  listDeposits: signedIn(200),
  getDeposit: ownerOnly(200, ({ depositId }) => ({ depositId })),
  getFaucet: signedIn(200),
  requestFaucet: signedIn(422, () => ({ body: { amountSats: 1 } })),
  getWithdrawalTerms: signedIn(200),
  // Users with an authenticator enter a code from it instead of an e-mailed code.
  sendWithdrawalCode: { ...signedIn(200), administratorWithFactor: 409 },
  createWithdrawal: signedIn(422, () => ({ body: { amountSats: 0, method: "wallet" } })),
  listWithdrawals: signedIn(200),
  getWithdrawal: ownerOnly(200, ({ withdrawalId }) => ({ withdrawalId })),
  // The withdrawal is already signed, so its owner is refused. Other users get 404.
  cancelWithdrawal: ownerOnly(409, ({ withdrawalId }) => ({ withdrawalId })),
  getBumpOffer: ownerOnly(200, ({ withdrawalId }) => ({ withdrawalId })),
  // Refused, because the transaction would cost more than the request allows.
  bumpWithdrawal: {
    ...ownerOnly(409, ({ withdrawalId }) => ({ withdrawalId })),
    ask: ({ withdrawalId }) => ({
      params: { withdrawalId },
      body: { feeRateSatsPerVb: 10, costSats: 0 },
    }),
  },
  makeConnectionChallenge: signedIn(422, () => ({ body: { address: "nowhere" } })),
  saveConnection: signedIn(404, () => ({
    body: { challengeId: `wch_${"0".repeat(32)}`, signature: "none" },
  })),
  listConnections: signedIn(200),
  getAddressLock: signedIn(200),
  // The address lock is already off, so the request changes nothing.
  setAddressLock: signedIn(200, () => ({ body: { isOn: false } })),
  renameConnection: {
    ...ownerOnly(200, ({ connectionId }) => ({ connectionId })),
    ask: ({ connectionId }) => ({ params: { connectionId }, body: { name: "Mine" } }),
  },
  // The owner's request is sent last, because it removes the item.
  removeConnection: ownerOnly(200, ({ connectionId }) => ({ connectionId })),
  listFollowed: signedIn(200),
  followTransaction: signedIn(422, () => ({ body: { txid: "no txid" } })),
  changeFollowed: {
    ...ownerOnly(200, ({ followedTxid }) => ({ txid: followedTxid })),
    ask: ({ followedTxid }) => ({ params: { txid: followedTxid }, body: { isMailed: false } }),
  },
  // The owner's request is sent last, because it removes the item.
  unfollowTransaction: ownerOnly(200, ({ followedTxid }) => ({ txid: followedTxid })),
  // The tracker returns a transaction to any caller who knows its id, and reveals nothing about its
  // owner.
  getTransaction: {
    ...signedIn(200, ({ withdrawalId }) => ({ params: { txId: withdrawalId } })),
    stranger: "nobody owns it",
  },
  getChainTransaction: forAll(404, () => ({ params: { txid: "0".repeat(64) } })),
} satisfies Partial<Record<RouteName, Row>>;
