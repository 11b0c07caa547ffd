/**
 * Defines the access rights to Forex replays. All of a replay's data belongs to the user who
 * started it.
 */
import type { RouteName } from "../../api/paths.ts";
import { forAll, ownerOnly, signedIn, type AboutOne, type Ask, type Row } from "./row.ts";

const inside = (status: number, more: Ask = {}): Row & AboutOne => ({
  ...ownerOnly(status, () => ({})),
  ask: ({ replayId }) => ({ ...more, params: { replayId, ...more.params } }),
});

const noOrder = { type: "MARKET", instrument: "no_such", units: "1" };
const nobodysOrder = { orderId: "fxo_none" };
const nobodysTrade = { tradeId: "fxt_none" };

/** A drawing id that does not exist, and a body with an unknown instrument. */
export const noDrawing = { drawingId: "00000000-0000-4000-8000-000000000000" };
export const drawnNowhere = {
  instrument: "no_such",
  kind: "level",
  points: [{ time: "2026-11-20T10:00:00.000Z", price: "1.1" }],
  version: 0,
};

export const replayRows = {
  listReplayDays: forAll(200),
  listPriceFiles: signedIn(200),
  addPriceFile: signedIn(422, () => ({
    body: { name: "prices.csv", instrument: "EUR_USD", text: "no such head" },
  })),
  getPriceFileUpload: signedIn(200),
  // The request has no file.
  uploadPriceFile: signedIn(422, () => ({ query: "name=prices.csv&instrument=EUR_USD" })),
  cancelPriceFileUpload: signedIn(200),
  removePriceFile: {
    ...signedIn(404, () => ({ params: { fileId: "none" } })),
    stranger: "nobody owns it",
  },
  listReplays: signedIn(200),
  startReplay: signedIn(404, () => ({ body: { famous: "no_such", pace: 1 } })),
  getReplay: inside(200),
  setReplay: inside(200, { body: { pace: 0 } }),
  listReplayCandles: inside(200, { query: "instrument=EUR_CHF&count=1" }),
  listReplayDrawings: inside(200),
  setReplayDrawing: inside(422, { params: noDrawing, body: drawnNowhere }),
  removeReplayDrawing: inside(404, { params: noDrawing, query: "version=1" }),
  placeReplayOrder: inside(422, { body: noOrder }),
  previewReplayOrder: inside(422, { body: noOrder }),
  listReplayOrders: inside(200),
  replaceReplayOrder: inside(404, {
    params: nobodysOrder,
    body: { type: "LIMIT", instrument: "EUR_USD", units: "1", price: "0.5" },
  }),
  cancelReplayOrder: inside(404, { params: nobodysOrder }),
  getReplayOrderReport: inside(404, { params: nobodysOrder }),
  listReplayTrades: inside(200),
  closeReplayTrade: inside(404, { params: nobodysTrade, body: {} }),
  changeReplayTradeOrders: inside(404, { params: nobodysTrade, body: {} }),
  listReplayPositions: inside(200),
  closeReplayPosition: inside(422, { params: { instrument: "no_such" } }),
  closeAllReplayPositions: inside(200, { body: {} }),
  listReplayTransactions: inside(200),
  getReplayStatistics: inside(200),
  getReplayAnalysis: inside(200),
  exportReplayAnalysis: inside(200),
  exportReplayOrders: inside(200),
  exportReplayTrades: inside(200),
  exportReplayTransactions: inside(200),
} satisfies Partial<Record<RouteName, Row>>;
