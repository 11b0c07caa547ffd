/**
 * Defines the access rights to a user's purchases: mining, hardware, earning positions, and their
 * figures.
 */
import type { RouteName } from "../../api/paths.ts";
import { journalRows } from "./journal-rows.ts";
import { drawnNowhere, noDrawing, replayRows } from "./replay-rows.ts";
import { forAll, ownerOnly, signedIn, type AboutOne, type Ask, type Row } from "./row.ts";

const noAlert = { kind: "SPREAD", instrument: "no_such", level: "1" };
const noOrder = { type: "MARKET", instrument: "no_such", units: "1" };

/**
 * Returns a row with the id of an item that no user has. Used for trades, because the users have
 * none while the market is closed.
 */
const aboutNobodys = (status: number, params: Ask["params"]): Row & AboutOne => ({
  ...signedIn(status, () => ({ params: params ?? {}, body: {} })),
  stranger: "nobody owns it",
});

export const productRows = {
  getMining: signedIn(200),
  listPlans: forAll(200),
  buyContract: signedIn(404, () => ({ body: { planId: "no-such-plan" } })),
  startMining: signedIn(200),
  stopMining: signedIn(200),
  buyBoost: signedIn(409, () => ({ body: { multiplier: "2" } })),
  listStatements: signedIn(200),
  listWorkers: signedIn(200),
  getMeasuredWork: signedIn(200),
  listWorkStatements: signedIn(200),
  exportWorkStatements: signedIn(200),
  getWorker: ownerOnly(200, ({ workerId }) => ({ workerId })),
  changeWorker: {
    ...ownerOnly(200, ({ workerId }) => ({ workerId })),
    ask: ({ workerId }) => ({ params: { workerId }, body: { isAlertOn: true } }),
  },
  exportWorkerShares: ownerOnly(200, ({ workerId }) => ({ workerId })),
  calculate: forAll(200, () => ({
    body: { hashRateThs: "100", powerKw: "3", usdPerKwh: "0.1" },
  })),
  // A frame uses no power and mines nothing, so mining does not treat it as a rig. Therefore even
  // its owner gets 404.
  startRig: ownerOnly(404, ({ rigId }) => ({ rigId })),
  setTariff: signedIn(200, () => ({ body: { usdPerKwh: "0.1" } })),
  listHardware: signedIn(200),
  placeOrder: signedIn(404, () => ({ body: { itemId: "no-such-item" } })),
  listOrders: signedIn(200),
  listRigs: signedIn(200),
  // Sends a wrong price, so that the sale is refused and the owner keeps the rig.
  sellRig: {
    ...ownerOnly(409, ({ rigId }) => ({ rigId })),
    ask: ({ rigId }) => ({ params: { rigId }, body: { priceSats: 1 } }),
  },
  listEarnProducts: forAll(200),
  openStake: signedIn(422, () => ({ body: { amountSats: 0, durationDays: 90 } })),
  openInvestment: signedIn(404, () => ({ body: { planId: "no-such-plan", amountSats: 1 } })),
  listPositions: signedIn(200),
  // The position is already closed, so its owner is refused with 409. Other users get 404.
  exitPosition: ownerOnly(409, ({ positionId }) => ({ positionId })),
  getAnalytics: signedIn(200),
  exportAnalytics: signedIn(200),
  listAddedDays: forAll(200),
  listReplayCases: forAll(200),
  getOutcomes: forAll(200, () => ({ query: "plan=starter-rig" })),
  listInstruments: forAll(200),
  getQuotes: forAll(200),
  getForexAccount: signedIn(200),
  setForexNotices: signedIn(200, () => ({ body: { mailsFills: false } })),
  transferForexFunds: signedIn(422, () => ({ body: { amountSats: 0 } })),
  placeForexOrder: signedIn(422, () => ({ body: noOrder })),
  previewForexOrder: signedIn(422, () => ({ body: noOrder })),
  listForexOrders: signedIn(200),
  // The order is already cancelled, so its owner is refused. Other users get 404.
  replaceForexOrder: {
    ...ownerOnly(409, ({ forexOrderId }) => ({ orderId: forexOrderId })),
    ask: ({ forexOrderId }) => ({
      params: { orderId: forexOrderId },
      body: { type: "LIMIT", instrument: "EUR_USD", units: "1", price: "0.5" },
    }),
  },
  cancelForexOrder: ownerOnly(409, ({ forexOrderId }) => ({ orderId: forexOrderId })),
  getForexOrderReport: ownerOnly(200, ({ forexOrderId }) => ({ orderId: forexOrderId })),
  listForexTrades: signedIn(200),
  closeForexTrade: aboutNobodys(404, { tradeId: "fxt_none" }),
  changeForexTradeOrders: aboutNobodys(404, { tradeId: "fxt_none" }),
  listForexPositions: signedIn(200),
  closeForexPosition: aboutNobodys(422, { instrument: "no_such" }),
  closeAllForexPositions: signedIn(200, () => ({ body: {} })),
  listForexSeasons: signedIn(200),
  // The account is in its first season.
  startForexSeason: signedIn(409, () => ({ body: { ends: 999_999 } })),
  listForexTransactions: signedIn(200),
  getForexStatistics: signedIn(200),
  getForexAnalysis: signedIn(200),
  exportForexAnalysis: signedIn(200),
  exportForexOrders: signedIn(200),
  exportForexTrades: signedIn(200),
  exportForexTransactions: signedIn(200),
  listForexDrawings: signedIn(200),
  setForexDrawing: {
    ...signedIn(422, () => ({ params: noDrawing, body: drawnNowhere })),
    stranger: "nobody owns it",
  },
  removeForexDrawing: {
    ...signedIn(404, () => ({ params: noDrawing, query: "version=1" })),
    stranger: "nobody owns it",
  },
  ...journalRows,
  listForexAlerts: signedIn(200),
  createForexAlert: signedIn(422, () => ({ body: noAlert })),
  changeForexAlert: {
    ...ownerOnly(200, ({ alertId }) => ({ alertId })),
    ask: ({ alertId }) => ({
      params: { alertId },
      body: { kind: "EQUITY", direction: "BELOW", level: "1" },
    }),
  },
  // The test also calls the route with the user's key, which would delete the user's alert.
  deleteForexAlert: aboutNobodys(404, { alertId: "fxa_none" }),
  ...replayRows,
  getForexDayBook: {
    ...signedIn(200, () => ({ params: { date: "2026-11-20" } })),
    stranger: "nobody owns it",
  },
  getForexHouse: forAll(200),
  listCandles: forAll(200, () => ({ query: "instrument=EUR_USD&count=1" })),
  listMarketDays: forAll(200),
  // The market is closed on this date, so every caller gets 404.
  getMarketDay: forAll(404, () => ({ params: { date: "2026-12-25" } })),
  exportOutcomes: forAll(200, () => ({ query: "ratio=1" })),
} satisfies Partial<Record<RouteName, Row>>;
