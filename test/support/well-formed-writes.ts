/**
 * One well-formed body for every route that changes anything. A route without a row does not
 * compile.
 */
import { randomUUID } from "node:crypto";
import type { BrowserApi, RouteName } from "../../api/paths.ts";
import { outsideAddress } from "./main-job.ts";

export type WriteName = {
  [Name in RouteName]: BrowserApi[Name]["method"] extends "GET" ? never : Name;
}[RouteName];

export interface Write {
  /**
   * Well-formed, and refused by a rule of the room where money would move. No body: the route has
   * none.
   */
  readonly body?: Readonly<Record<string, unknown>>;
}

const visitorToken = "a".repeat(43);
export const nobody = "00000000-0000-4000-8000-000000000000";
const more = Number.MAX_SAFE_INTEGER;

/** Good until a date that is past. */
const forexOrder = {
  type: "LIMIT",
  instrument: "EUR_USD",
  units: "1",
  price: "0.5",
  timeInForce: "GTD",
  gtdTime: "2026-01-01T00:00:00.000Z",
};

export const writes: Readonly<Record<WriteName, Write>> = {
  updateMe: { body: { name: "Bad", phone: null, miningName: "bad" } },
  putNotificationSettings: {
    body: {
      login: true,
      withdrawal: true,
      deposit: true,
      promotions: false,
      smsLogin: false,
      smsWithdrawal: false,
    },
  },
  changeNotificationSettings: { body: { promotions: false } },
  endSession: {},
  // Without a proof of the last minutes it makes none.
  makeKey: {
    body: {
      name: "x",
      scopes: ["read"],
      networks: ["203.0.113.0/24"],
      endsAt: "2099-01-01T00:00:00Z",
    },
  },
  revokeKey: {},
  renewProof: { body: { password: "not the password" } },
  makeRecoveryCodes: {},
  adoptVisitorChat: { body: { visitorToken } },
  lookAtLink: { body: { tokenHash: "no-such-token" } },
  claimAdministrator: { body: { token: "not-the-link" } },
  readMessage: {},
  newDepositAddress: {},
  requestFaucet: { body: { amountSats: more } },
  sendWithdrawalCode: { body: { method: "wallet", amountSats: 1, walletAddress: "x" } },
  createWithdrawal: {
    body: {
      amountSats: more,
      method: "wallet",
      code: "000000",
      walletAddress: outsideAddress(),
      accountHolder: "x",
      accountNumber: "1",
      routingNumber: "1",
      paypalEmail: "x@example.test",
      cashtag: "$x",
    },
  },
  cancelWithdrawal: {},
  bumpWithdrawal: { body: { feeRateSatsPerVb: 500, costSats: 0 } },
  followTransaction: { body: { txid: "x", isMailed: true } },
  changeFollowed: { body: { isMailed: false } },
  unfollowTransaction: {},
  makeConnectionChallenge: { body: { address: outsideAddress() } },
  saveConnection: {
    body: { challengeId: "x", signature: "x", connector: "by_hand", name: "x" },
  },
  setAddressLock: { body: { isOn: false } },
  renameConnection: { body: { name: "x" } },
  removeConnection: {},
  bumpWithdrawalForHouse: { body: { feeRateSatsPerVb: 500, costSats: 0 } },
  bringInByChild: { body: { feeRateSatsPerVb: 500, costSats: 0 } },
  giveUpPayment: { body: { feeRateSatsPerVb: 500, costSats: 0 } },
  approveWithdrawal: { body: { approvalHash: "0".repeat(64) } },
  proposeAdjustment: { body: { userId: nobody, amountSats: more, reason: "a test" } },
  approveAdjustment: { body: { approvalHash: "0".repeat(64) } },
  rejectAdjustment: { body: { reason: "a test" } },
  proposeColdDescriptor: { body: { descriptor: "none", reason: "a test" } },
  approveColdDescriptor: { body: { approvalHash: "0".repeat(64) } },
  rejectColdDescriptor: { body: { reason: "a test" } },
  proposeColdReturn: { body: { descriptorId: "x", amountSats: more, reason: "a test" } },
  approveColdReturn: { body: { approvalHash: "0".repeat(64) } },
  cancelColdReturn: { body: { reason: "a test" } },
  importColdReturn: { body: { psbt: "none" } },
  rejectWithdrawal: { body: { reason: "a test" } },
  buyContract: { body: { planId: "starter-rig", priceSats: 1 } },
  startMining: {},
  stopMining: {},
  buyBoost: { body: { multiplier: "2" } },
  startRig: {},
  setTariff: { body: { usdPerKwh: "0.1" } },
  changeWorker: { body: { isAlertOn: true, isForgotten: true } },
  calculate: {
    body: {
      hashRateThs: "100",
      powerKw: "3",
      usdPerKwh: "0.1",
      rateUsdPerBtc: "60000",
      difficulty: "83000000000000",
      subsidyBtc: "3.125",
      feesBtc: "0",
      poolFeePercent: "0",
      stalePercent: "0",
      uptimePercent: "100",
      upFrontUsd: "0",
      difficultyGrowthPercent: "0",
      rateGrowthPercent: "0",
      horizonDays: 365,
    },
  },
  createTicket: { body: { subject: "Bad", message: "Bad", requestId: randomUUID() } },
  replyToTicket: { body: { message: "Bad", requestId: randomUUID() } },
  answerTicket: {
    body: {
      message: "Bad",
      seenMessageId: `msg_${"0".repeat(32)}`,
      isLast: false,
      requestId: randomUUID(),
    },
  },
  sendChatMessage: { body: { text: "Bad", clientMessageId: randomUUID() } },
  readChat: { body: { position: 1 } },
  typeInChat: {},
  readVisitorChat: {
    body: { visitorToken, cursor: "1", limit: 10, readTo: 1, isTyping: false },
  },
  sendVisitorMessage: { body: { visitorToken, text: "Bad", clientMessageId: randomUUID() } },
  answerChat: { body: { text: "Bad", clientMessageId: randomUUID() } },
  readDeskChat: { body: { position: 1 } },
  typeInDeskChat: {},
  openStake: { body: { amountSats: more, durationDays: 90, interestSats: 1 } },
  openInvestment: { body: { planId: "btc-starter", amountSats: more, interestSats: 1 } },
  exitPosition: {},
  setForexNotices: { body: { mailsFills: true } },
  transferForexFunds: { body: { amountSats: more } },
  placeForexOrder: { body: forexOrder },
  previewForexOrder: { body: forexOrder },
  replaceForexOrder: { body: forexOrder },
  cancelForexOrder: {},
  closeForexTrade: { body: { units: "1" } },
  changeForexTradeOrders: { body: { stopLoss: { price: "1" }, takeProfit: null } },
  closeForexPosition: {},
  addPriceFile: { body: { name: "prices.csv", instrument: "EUR_USD", text: "time,bid,ask" } },
  removePriceFile: {},
  startReplay: { body: { famous: "none", pace: 1 } },
  setReplay: { body: { pace: 1 } },
  placeReplayOrder: { body: forexOrder },
  previewReplayOrder: { body: forexOrder },
  replaceReplayOrder: { body: forexOrder },
  cancelReplayOrder: {},
  closeReplayTrade: { body: { units: "1" } },
  changeReplayTradeOrders: { body: { stopLoss: { price: "1" }, takeProfit: null } },
  closeReplayPosition: {},
  placeOrder: { body: { itemId: "s19-pro", quantity: 10, priceSats: 1 } },
  sellRig: { body: { priceSats: 1 } },
  addPerson: {
    body: { name: "Bad", email: "none", password: "x", isAdmin: false, reason: "a test" },
  },
  changePerson: {
    body: {
      name: "Bad",
      isAdmin: false,
      isDisabled: false,
      seen: { name: "Good", isAdmin: true, isDisabled: true },
      reason: "a test",
    },
  },
  confirmRole: { body: { reason: "a test" } },
  removeSecondFactor: { body: { reason: "a test" } },
  approveResetRequest: { body: { reason: "a test" } },
  rejectResetRequest: { body: { reason: "a test" } },
  writeToPerson: { body: { subject: "Bad", text: "Bad", requestId: randomUUID() } },
  announceNews: { body: { title: "Bad", text: "Bad", requestId: randomUUID() } },
  stopNews: {},
  deletePerson: { body: { reason: "a test" } },
  endPoolConnections: { body: { address: "192.0.2.1", reason: "a test" } },
  letPayGoOn: { body: { reason: "a test" } },
  resumePayments: { body: { reason: "a test" } },
  fundFromTreasury: { body: { target: "mining", amountSats: more, reason: "a test" } },
  setReferenceValues: {
    body: { seenId: "ref_none", values: {}, source: "a test", reason: "a test" },
  },
  setEarnRate: {
    body: {
      productId: "btc-pro",
      seenId: "rate_none",
      apyPercent: "26",
      source: "a test",
      reason: "a test",
    },
  },
  setTerms: {
    body: {
      kind: "plan",
      subject: "starter-rig",
      seenId: "trm_none",
      values: { price: "98" },
      source: "a test",
      reason: "a test",
    },
  },
  addHistoryDays: {
    body: { headers: "none", prices: "none", source: "a test", reason: "a test" },
  },
  setBanner: {
    body: {
      seenId: "ban_none",
      text: "Bad",
      severity: "info",
      from: null,
      until: null,
      reason: "a test",
    },
  },
};
