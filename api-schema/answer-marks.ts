/**
 * One required field of the answer of every route that changes something. The browser takes an
 * answer without it for one that did not come from this server, such as that of a captive portal,
 * and reports no success. Routes that answer with CSV are named by their content type instead.
 */
import type { BrowserApi, RouteName } from "./paths.ts";
import type { Wire } from "./route.ts";

type RequiredKey<Answer> = Answer extends unknown
  ? { [Key in keyof Answer]-?: undefined extends Answer[Key] ? never : Key }[keyof Answer]
  : never;

/** Routes of which the browser knows more than that they answer with an object. */
type MarkedName = {
  [Name in RouteName]: BrowserApi[Name] extends { method: "GET" }
    ? BrowserApi[Name] extends { contentType: string }
      ? Name
      : never
    : Name;
}[RouteName];

type Mark<Name extends RouteName> = BrowserApi[Name] extends { contentType: string }
  ? "text/csv"
  : RequiredKey<Wire<BrowserApi[Name]["response"]>> extends infer Key extends string
    ? [Key] extends [never]
      ? ""
      : Key
    : never;

export const answerMarks = {
  updateMe: "id",
  putNotificationSettings: "login",
  changeNotificationSettings: "login",
  endSession: "isEnded",
  renewProof: "provenUntil",
  makeRecoveryCodes: "codes",
  lookAtLink: "email",
  claimAdministrator: "id",
  makeKey: "id",
  revokeKey: "isRevoked",
  readMessage: "id",
  exportEntries: "text/csv",
  newDepositAddress: "address",
  requestFaucet: "id",
  sendWithdrawalCode: "sentTo",
  createWithdrawal: "id",
  cancelWithdrawal: "id",
  bumpWithdrawal: "costSats",
  followTransaction: "txid",
  changeFollowed: "txid",
  unfollowTransaction: "isRemoved",
  makeConnectionChallenge: "id",
  saveConnection: "id",
  renameConnection: "id",
  setAddressLock: "isOn",
  removeConnection: "isRemoved",
  buyContract: "id",
  startMining: "isMining",
  stopMining: "isMining",
  buyBoost: "id",
  startRig: "isMining",
  setTariff: "isMining",
  changeWorker: "id",
  exportWorkerShares: "text/csv",
  exportWorkStatements: "text/csv",
  calculate: "earnings",
  createTicket: "id",
  replyToTicket: "id",
  answerTicket: "id",
  sendChatMessage: "position",
  readChat: "unreadCount",
  typeInChat: "",
  adoptVisitorChat: "isAdopted",
  readVisitorChat: "chatId",
  sendVisitorMessage: "position",
  answerChat: "position",
  readDeskChat: "unreadCount",
  typeInDeskChat: "",
  openStake: "id",
  openInvestment: "id",
  exitPosition: "id",
  exportAnalytics: "text/csv",
  exportOutcomes: "text/csv",
  placeOrder: "id",
  sellRig: "id",
  transferForexFunds: "transactionId",
  placeForexOrder: "order",
  previewForexOrder: "reason",
  replaceForexOrder: "order",
  cancelForexOrder: "id",
  closeForexTrade: "order",
  changeForexTradeOrders: "orders",
  closeForexPosition: "order",
  exportForexOrders: "text/csv",
  exportForexTrades: "text/csv",
  exportForexTransactions: "text/csv",
  addPriceFile: "id",
  removePriceFile: "isRemoved",
  startReplay: "id",
  setReplay: "replay",
  placeReplayOrder: "order",
  previewReplayOrder: "reason",
  replaceReplayOrder: "order",
  cancelReplayOrder: "id",
  closeReplayTrade: "order",
  changeReplayTradeOrders: "orders",
  closeReplayPosition: "order",
  exportReplayOrders: "text/csv",
  exportReplayTrades: "text/csv",
  exportReplayTransactions: "text/csv",
  addPerson: "id",
  changePerson: "id",
  confirmRole: "id",
  removeSecondFactor: "id",
  writeToPerson: "isSent",
  announceNews: "id",
  stopNews: "sent",
  deletePerson: "isDeleted",
  setReferenceValues: "at",
  setEarnRate: "at",
  setTerms: "at",
  setBanner: "at",
  addHistoryDays: "from",
  proposeColdDescriptor: "id",
  approveColdDescriptor: "isApproved",
  rejectColdDescriptor: "isRejected",
  proposeColdReturn: "id",
  approveColdReturn: "isApproved",
  cancelColdReturn: "isCancelled",
  importColdReturn: "txid",
  endPoolConnections: "ended",
  letPayGoOn: "isOpen",
  fundFromTreasury: "id",
  resumePayments: "lostSats",
  approveWithdrawal: "isReleased",
  bumpWithdrawalForHouse: "costSats",
  bringInByChild: "costSats",
  giveUpPayment: "costSats",
  rejectWithdrawal: "isRejected",
  proposeAdjustment: "id",
  approveAdjustment: "isApproved",
  rejectAdjustment: "isRejected",
  approveResetRequest: "link",
  rejectResetRequest: "isRejected",
  setForexNotices: "mailsFills",
} as const satisfies { readonly [Name in MarkedName]: Mark<Name> };

/** Empty for a route that answers with any object. */
export function markOf(name: RouteName): string {
  return name in answerMarks ? answerMarks[name as MarkedName] : "";
}
