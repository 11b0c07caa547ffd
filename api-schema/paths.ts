/**
 * Method and path of every route, without the schema library: the only thing of the API that the
 * browser loads.
 */
import type { adminApi } from "./admin.ts";
import type { adminApprovalsApi } from "./admin-approvals.ts";
import type { ownAuditApi } from "./audit.ts";
import type { chatApi } from "./chat.ts";
import type { earnApi } from "./earn.ts";
import type { analyticsApi } from "./analytics.ts";
import type { forexMarketApi } from "./forex.ts";
import type { forexAccountApi } from "./forex-account.ts";
import type { forexReplaysApi } from "./forex-replays.ts";
import type { historyApi } from "./history.ts";
import type { keysApi } from "./keys.ts";
import type { ledgerApi } from "./ledger.ts";
import type { miningApi } from "./mining.ts";
import type { miningWorkersApi } from "./mining-workers.ts";
import type { workStatementsApi } from "./work-statements.ts";
import type { notificationsApi } from "./notifications.ts";
import type { poolApi } from "./pool.ts";
import type { publicApi } from "./public.ts";
import type { supportApi } from "./support.ts";
import type { shopApi } from "./shop.ts";
import type { usersApi } from "./users.ts";
import type { walletApi } from "./wallet.ts";
import type { walletConnectionsApi } from "./wallet-connections.ts";
import type { watchListApi } from "./watch-list.ts";

export type BrowserApi = typeof usersApi &
  typeof keysApi &
  typeof notificationsApi &
  typeof ledgerApi &
  typeof walletApi &
  typeof walletConnectionsApi &
  typeof watchListApi &
  typeof miningApi &
  typeof miningWorkersApi &
  typeof workStatementsApi &
  typeof supportApi &
  typeof chatApi &
  typeof earnApi &
  typeof analyticsApi &
  typeof forexMarketApi &
  typeof forexAccountApi &
  typeof forexReplaysApi &
  typeof historyApi &
  typeof publicApi &
  typeof poolApi &
  typeof shopApi &
  typeof adminApi &
  typeof adminApprovalsApi &
  typeof ownAuditApi;

export type RouteName = keyof BrowserApi;

type Row<Name extends RouteName> = readonly [
  method: BrowserApi[Name]["method"],
  path: BrowserApi[Name]["path"],
  ...(BrowserApi[Name] extends { movesMoney: true } ? ["movesMoney"] : []),
];

export const paths = {
  getMe: ["GET", "/api/v1/me"],
  updateMe: ["PATCH", "/api/v1/me"],
  getNotificationSettings: ["GET", "/api/v1/me/notification-settings"],
  putNotificationSettings: ["PUT", "/api/v1/me/notification-settings"],
  changeNotificationSettings: ["PATCH", "/api/v1/me/notification-settings"],
  listSessions: ["GET", "/api/v1/me/sessions"],
  endSession: ["DELETE", "/api/v1/me/sessions/{sessionId}"],
  listLoginHistory: ["GET", "/api/v1/me/login-history"],
  getRequest: ["GET", "/api/v1/me/requests/{route}/{key}"],
  renewProof: ["POST", "/api/v1/me/step-up"],
  getSecondFactor: ["GET", "/api/v1/me/second-factor"],
  makeRecoveryCodes: ["POST", "/api/v1/me/recovery-codes"],
  lookAtLink: ["POST", "/api/v1/mailed-links/look"],
  claimAdministrator: ["POST", "/api/v1/admin-setup"],
  listKeys: ["GET", "/api/v1/me/keys"],
  makeKey: ["POST", "/api/v1/me/keys"],
  revokeKey: ["DELETE", "/api/v1/me/keys/{keyId}"],
  listOwnAudit: ["GET", "/api/v1/me/audit"],
  listMailbox: ["GET", "/api/v1/me/mailbox"],
  getMessage: ["GET", "/api/v1/me/mailbox/{messageId}"],
  readMessage: ["POST", "/api/v1/me/mailbox/{messageId}/read"],
  listEntries: ["GET", "/api/v1/ledger/entries"],
  listEvents: ["GET", "/api/v1/ledger/events"],
  exportEntries: ["GET", "/api/v1/ledger/entries.csv"],
  getWallet: ["GET", "/api/v1/wallet"],
  getDepositAddress: ["GET", "/api/v1/wallet/deposit-address"],
  newDepositAddress: ["POST", "/api/v1/wallet/deposit-address"],
  listDeposits: ["GET", "/api/v1/wallet/deposits"],
  getDeposit: ["GET", "/api/v1/wallet/deposits/{depositId}"],
  getFaucet: ["GET", "/api/v1/wallet/faucet"],
  requestFaucet: ["POST", "/api/v1/wallet/faucet", "movesMoney"],
  getWithdrawalTerms: ["GET", "/api/v1/withdrawals/terms"],
  sendWithdrawalCode: ["POST", "/api/v1/withdrawals/code"],
  createWithdrawal: ["POST", "/api/v1/withdrawals", "movesMoney"],
  listWithdrawals: ["GET", "/api/v1/withdrawals"],
  getWithdrawal: ["GET", "/api/v1/withdrawals/{withdrawalId}"],
  cancelWithdrawal: ["POST", "/api/v1/withdrawals/{withdrawalId}/cancel"],
  getBumpOffer: ["GET", "/api/v1/withdrawals/{withdrawalId}/bump"],
  bumpWithdrawal: ["POST", "/api/v1/withdrawals/{withdrawalId}/bump", "movesMoney"],
  getTransaction: ["GET", "/api/v1/transactions/{txId}"],
  getChainTransaction: ["GET", "/api/v1/public/transactions/{txid}"],
  listFollowed: ["GET", "/api/v1/wallet/followed"],
  followTransaction: ["POST", "/api/v1/wallet/followed"],
  changeFollowed: ["PATCH", "/api/v1/wallet/followed/{txid}"],
  unfollowTransaction: ["DELETE", "/api/v1/wallet/followed/{txid}"],
  makeConnectionChallenge: ["POST", "/api/v1/wallet/connections/challenge"],
  saveConnection: ["POST", "/api/v1/wallet/connections"],
  listConnections: ["GET", "/api/v1/wallet/connections"],
  renameConnection: ["PATCH", "/api/v1/wallet/connections/{connectionId}"],
  getAddressLock: ["GET", "/api/v1/wallet/address-lock"],
  setAddressLock: ["PUT", "/api/v1/wallet/address-lock"],
  removeConnection: ["DELETE", "/api/v1/wallet/connections/{connectionId}"],
  getMining: ["GET", "/api/v1/mining"],
  listPlans: ["GET", "/api/v1/mining/plans"],
  buyContract: ["POST", "/api/v1/mining/contracts", "movesMoney"],
  startMining: ["POST", "/api/v1/mining/start"],
  stopMining: ["POST", "/api/v1/mining/stop"],
  buyBoost: ["POST", "/api/v1/mining/boosts", "movesMoney"],
  startRig: ["POST", "/api/v1/mining/rigs/{rigId}/start"],
  setTariff: ["PUT", "/api/v1/mining/tariff"],
  listStatements: ["GET", "/api/v1/mining/statements"],
  listWorkers: ["GET", "/api/v1/mining/workers"],
  getWorker: ["GET", "/api/v1/mining/workers/{workerId}"],
  changeWorker: ["PATCH", "/api/v1/mining/workers/{workerId}"],
  exportWorkerShares: ["GET", "/api/v1/mining/workers/{workerId}/shares.csv"],
  getMeasuredWork: ["GET", "/api/v1/mining/work"],
  listWorkStatements: ["GET", "/api/v1/mining/work-statements"],
  exportWorkStatements: ["GET", "/api/v1/mining/work-statements.csv"],
  calculate: ["POST", "/api/v1/mining/calculator"],
  createTicket: ["POST", "/api/v1/support/tickets"],
  listTickets: ["GET", "/api/v1/support/tickets"],
  getTicket: ["GET", "/api/v1/support/tickets/{ticketId}"],
  replyToTicket: ["POST", "/api/v1/support/tickets/{ticketId}/messages"],
  listInbox: ["GET", "/api/v1/admin/support/inbox"],
  getDeskTicket: ["GET", "/api/v1/admin/support/tickets/{ticketId}"],
  listDeskTickets: ["GET", "/api/v1/admin/support/tickets"],
  answerTicket: ["POST", "/api/v1/admin/support/tickets/{ticketId}/answers"],
  getChat: ["GET", "/api/v1/chat"],
  sendChatMessage: ["POST", "/api/v1/chat/messages"],
  readChat: ["POST", "/api/v1/chat/read"],
  typeInChat: ["POST", "/api/v1/chat/typing"],
  adoptVisitorChat: ["POST", "/api/v1/chat/adopt"],
  readVisitorChat: ["POST", "/api/v1/chat/visitor"],
  sendVisitorMessage: ["POST", "/api/v1/chat/visitor/messages"],
  listDeskChats: ["GET", "/api/v1/admin/support/chats"],
  getDeskChat: ["GET", "/api/v1/admin/support/chats/{chatId}"],
  answerChat: ["POST", "/api/v1/admin/support/chats/{chatId}/messages"],
  readDeskChat: ["POST", "/api/v1/admin/support/chats/{chatId}/read"],
  typeInDeskChat: ["POST", "/api/v1/admin/support/chats/{chatId}/typing"],
  listEarnProducts: ["GET", "/api/v1/earn/products"],
  openStake: ["POST", "/api/v1/earn/stakes", "movesMoney"],
  openInvestment: ["POST", "/api/v1/earn/investments", "movesMoney"],
  listPositions: ["GET", "/api/v1/earn/positions"],
  exitPosition: ["POST", "/api/v1/earn/positions/{positionId}/exit", "movesMoney"],
  getAnalytics: ["GET", "/api/v1/analytics"],
  exportAnalytics: ["GET", "/api/v1/analytics.csv"],
  listReplayCases: ["GET", "/api/v1/history/cases"],
  listAddedDays: ["GET", "/api/v1/history/added-days"],
  getOutcomes: ["GET", "/api/v1/history/outcomes"],
  exportOutcomes: ["GET", "/api/v1/history/outcomes.csv"],
  listHardware: ["GET", "/api/v1/shop/items"],
  placeOrder: ["POST", "/api/v1/shop/orders", "movesMoney"],
  listOrders: ["GET", "/api/v1/shop/orders"],
  listRigs: ["GET", "/api/v1/shop/rigs"],
  sellRig: ["POST", "/api/v1/shop/rigs/{rigId}/sell", "movesMoney"],
  listInstruments: ["GET", "/api/v1/forex/instruments"],
  getQuotes: ["GET", "/api/v1/forex/quotes"],
  getForexAccount: ["GET", "/api/v1/forex/account"],
  setForexNotices: ["PUT", "/api/v1/forex/account/notices"],
  transferForexFunds: ["POST", "/api/v1/forex/account/transfers", "movesMoney"],
  placeForexOrder: ["POST", "/api/v1/forex/orders", "movesMoney"],
  previewForexOrder: ["POST", "/api/v1/forex/orders/preview"],
  listForexOrders: ["GET", "/api/v1/forex/orders"],
  replaceForexOrder: ["PUT", "/api/v1/forex/orders/{orderId}", "movesMoney"],
  cancelForexOrder: ["PUT", "/api/v1/forex/orders/{orderId}/cancel", "movesMoney"],
  getForexOrderReport: ["GET", "/api/v1/forex/orders/{orderId}/report"],
  listForexTrades: ["GET", "/api/v1/forex/trades"],
  closeForexTrade: ["PUT", "/api/v1/forex/trades/{tradeId}/close", "movesMoney"],
  changeForexTradeOrders: ["PUT", "/api/v1/forex/trades/{tradeId}/orders", "movesMoney"],
  listForexPositions: ["GET", "/api/v1/forex/positions"],
  closeForexPosition: ["PUT", "/api/v1/forex/positions/{instrument}/close", "movesMoney"],
  listForexTransactions: ["GET", "/api/v1/forex/transactions"],
  getForexStatistics: ["GET", "/api/v1/forex/statistics"],
  exportForexOrders: ["GET", "/api/v1/forex/orders.csv"],
  exportForexTrades: ["GET", "/api/v1/forex/trades.csv"],
  exportForexTransactions: ["GET", "/api/v1/forex/transactions.csv"],
  listReplayDays: ["GET", "/api/v1/forex/replay-days"],
  listPriceFiles: ["GET", "/api/v1/forex/price-files"],
  addPriceFile: ["POST", "/api/v1/forex/price-files"],
  removePriceFile: ["DELETE", "/api/v1/forex/price-files/{fileId}"],
  listReplays: ["GET", "/api/v1/forex/replays"],
  startReplay: ["POST", "/api/v1/forex/replays", "movesMoney"],
  getReplay: ["GET", "/api/v1/forex/replays/{replayId}"],
  setReplay: ["PUT", "/api/v1/forex/replays/{replayId}"],
  listReplayCandles: ["GET", "/api/v1/forex/replays/{replayId}/candles"],
  placeReplayOrder: ["POST", "/api/v1/forex/replays/{replayId}/orders", "movesMoney"],
  previewReplayOrder: ["POST", "/api/v1/forex/replays/{replayId}/orders/preview"],
  listReplayOrders: ["GET", "/api/v1/forex/replays/{replayId}/orders"],
  replaceReplayOrder: ["PUT", "/api/v1/forex/replays/{replayId}/orders/{orderId}", "movesMoney"],
  cancelReplayOrder: [
    "PUT",
    "/api/v1/forex/replays/{replayId}/orders/{orderId}/cancel",
    "movesMoney",
  ],
  getReplayOrderReport: ["GET", "/api/v1/forex/replays/{replayId}/orders/{orderId}/report"],
  listReplayTrades: ["GET", "/api/v1/forex/replays/{replayId}/trades"],
  closeReplayTrade: [
    "PUT",
    "/api/v1/forex/replays/{replayId}/trades/{tradeId}/close",
    "movesMoney",
  ],
  changeReplayTradeOrders: [
    "PUT",
    "/api/v1/forex/replays/{replayId}/trades/{tradeId}/orders",
    "movesMoney",
  ],
  listReplayPositions: ["GET", "/api/v1/forex/replays/{replayId}/positions"],
  closeReplayPosition: [
    "PUT",
    "/api/v1/forex/replays/{replayId}/positions/{instrument}/close",
    "movesMoney",
  ],
  listReplayTransactions: ["GET", "/api/v1/forex/replays/{replayId}/transactions"],
  getReplayStatistics: ["GET", "/api/v1/forex/replays/{replayId}/statistics"],
  exportReplayOrders: ["GET", "/api/v1/forex/replays/{replayId}/orders.csv"],
  exportReplayTrades: ["GET", "/api/v1/forex/replays/{replayId}/trades.csv"],
  exportReplayTransactions: ["GET", "/api/v1/forex/replays/{replayId}/transactions.csv"],
  getForexDayBook: ["GET", "/api/v1/forex/days/{date}/book"],
  getForexHouse: ["GET", "/api/v1/forex/house"],
  listCandles: ["GET", "/api/v1/forex/candles"],
  listMarketDays: ["GET", "/api/v1/forex/days"],
  getMarketDay: ["GET", "/api/v1/forex/days/{date}"],
  getConfig: ["GET", "/config.json"],
  getLive: ["GET", "/livez"],
  getReady: ["GET", "/readyz"],
  getPublicStats: ["GET", "/api/v1/public/stats"],
  getPool: ["GET", "/api/v1/pool"],
  listPoolBlocks: ["GET", "/api/v1/pool/blocks"],
  getPoolTerms: ["GET", "/api/v1/pool/terms"],
  getPractice: ["GET", "/.well-known/practice.json"],
  getAdminStats: ["GET", "/api/v1/admin/stats"],
  getAdminTrends: ["GET", "/api/v1/admin/trends"],
  listPeople: ["GET", "/api/v1/admin/users"],
  getPerson: ["GET", "/api/v1/admin/users/{userId}"],
  listPersonEntries: ["GET", "/api/v1/admin/users/{userId}/entries"],
  listPersonSessions: ["GET", "/api/v1/admin/users/{userId}/sessions"],
  listPersonSignIns: ["GET", "/api/v1/admin/users/{userId}/sign-ins"],
  listPersonHoldings: ["GET", "/api/v1/admin/users/{userId}/holdings"],
  listPersonWithdrawals: ["GET", "/api/v1/admin/users/{userId}/withdrawals"],
  listPersonDeposits: ["GET", "/api/v1/admin/users/{userId}/deposits"],
  listPersonWorkers: ["GET", "/api/v1/admin/users/{userId}/workers"],
  listPersonTickets: ["GET", "/api/v1/admin/users/{userId}/tickets"],
  listPersonAudit: ["GET", "/api/v1/admin/users/{userId}/audit"],
  addPerson: ["POST", "/api/v1/admin/users"],
  changePerson: ["PATCH", "/api/v1/admin/users/{userId}"],
  confirmRole: ["POST", "/api/v1/admin/users/{userId}/role/confirm"],
  removeSecondFactor: ["POST", "/api/v1/admin/users/{userId}/second-factor/remove"],
  listResetRequests: ["GET", "/api/v1/admin/reset-requests"],
  approveResetRequest: ["POST", "/api/v1/admin/users/{userId}/reset-request/approve"],
  rejectResetRequest: ["POST", "/api/v1/admin/users/{userId}/reset-request/reject"],
  writeToPerson: ["POST", "/api/v1/admin/users/{userId}/email"],
  announceNews: ["POST", "/api/v1/admin/news"],
  listNews: ["GET", "/api/v1/admin/news"],
  stopNews: ["POST", "/api/v1/admin/news/{newsId}/stop"],
  deletePerson: ["DELETE", "/api/v1/admin/users/{userId}"],
  getSiteSettings: ["GET", "/api/v1/admin/settings"],
  setReferenceValues: ["POST", "/api/v1/admin/settings"],
  setEarnRate: ["POST", "/api/v1/admin/settings/rates"],
  setTerms: ["POST", "/api/v1/admin/settings/terms"],
  setBanner: ["POST", "/api/v1/admin/settings/banner"],
  getHistorySeries: ["GET", "/api/v1/admin/history"],
  addHistoryDays: ["POST", "/api/v1/admin/history"],
  getTreasury: ["GET", "/api/v1/admin/treasury"],
  getAdminPool: ["GET", "/api/v1/admin/pool"],
  getOperations: ["GET", "/api/v1/admin/operations"],
  getCold: ["GET", "/api/v1/admin/cold"],
  proposeColdDescriptor: ["POST", "/api/v1/admin/cold/descriptors"],
  approveColdDescriptor: ["POST", "/api/v1/admin/cold/descriptors/{descriptorId}/approve"],
  rejectColdDescriptor: ["POST", "/api/v1/admin/cold/descriptors/{descriptorId}/reject"],
  proposeColdReturn: ["POST", "/api/v1/admin/cold/returns", "movesMoney"],
  approveColdReturn: ["POST", "/api/v1/admin/cold/returns/{returnId}/approve"],
  cancelColdReturn: ["POST", "/api/v1/admin/cold/returns/{returnId}/cancel"],
  importColdReturn: ["POST", "/api/v1/admin/cold/returns/{returnId}/import", "movesMoney"],
  getSecurity: ["GET", "/api/v1/admin/security"],
  endPoolConnections: ["POST", "/api/v1/admin/pool/connections/end"],
  letPayGoOn: ["POST", "/api/v1/admin/pay/resume"],
  fundFromTreasury: ["POST", "/api/v1/admin/treasury/funding", "movesMoney"],
  listAudit: ["GET", "/api/v1/admin/audit"],
  getAuditHead: ["GET", "/api/v1/admin/audit/head"],
  checkAudit: ["GET", "/api/v1/admin/audit/check"],
  getRecovery: ["GET", "/api/v1/admin/recovery"],
  resumePayments: ["POST", "/api/v1/admin/recovery/resume", "movesMoney"],
  listWithdrawalQueue: ["GET", "/api/v1/admin/withdrawals"],
  approveWithdrawal: ["POST", "/api/v1/admin/withdrawals/{withdrawalId}/approve"],
  getHouseBumpOffer: ["GET", "/api/v1/admin/withdrawals/{withdrawalId}/bump"],
  bumpWithdrawalForHouse: ["POST", "/api/v1/admin/withdrawals/{withdrawalId}/bump", "movesMoney"],
  getStuckOffer: ["GET", "/api/v1/admin/withdrawals/{withdrawalId}/stuck"],
  bringInByChild: ["POST", "/api/v1/admin/withdrawals/{withdrawalId}/child", "movesMoney"],
  giveUpPayment: ["POST", "/api/v1/admin/withdrawals/{withdrawalId}/give-up", "movesMoney"],
  rejectWithdrawal: ["POST", "/api/v1/admin/withdrawals/{withdrawalId}/reject"],
  listAdjustments: ["GET", "/api/v1/admin/adjustments"],
  proposeAdjustment: ["POST", "/api/v1/admin/adjustments", "movesMoney"],
  approveAdjustment: ["POST", "/api/v1/admin/adjustments/{adjustmentId}/approve"],
  rejectAdjustment: ["POST", "/api/v1/admin/adjustments/{adjustmentId}/reject"],
  listOwnAdjustments: ["GET", "/api/v1/me/adjustments"],
} as const satisfies { readonly [Name in RouteName]: Row<Name> };
