import type { RouteName } from "../../../../api/paths.ts";

export const IN_REPLAY = {
  placeForexOrder: "placeReplayOrder",
  previewForexOrder: "previewReplayOrder",
  listForexOrders: "listReplayOrders",
  cancelForexOrder: "cancelReplayOrder",
  replaceForexOrder: "replaceReplayOrder",
  getForexOrderReport: "getReplayOrderReport",
  listForexTrades: "listReplayTrades",
  closeForexTrade: "closeReplayTrade",
  changeForexTradeOrders: "changeReplayTradeOrders",
  listForexPositions: "listReplayPositions",
  closeForexPosition: "closeReplayPosition",
  closeAllForexPositions: "closeAllReplayPositions",
  listForexTransactions: "listReplayTransactions",
  getForexStatistics: "getReplayStatistics",
  getForexAnalysis: "getReplayAnalysis",
  exportForexAnalysis: "exportReplayAnalysis",
  exportForexOrders: "exportReplayOrders",
  exportForexTrades: "exportReplayTrades",
  exportForexTransactions: "exportReplayTransactions",
  listCandles: "listReplayCandles",
  listForexDrawings: "listReplayDrawings",
  setForexDrawing: "setReplayDrawing",
  removeForexDrawing: "removeReplayDrawing",
} as const satisfies Partial<Record<RouteName, RouteName>>;

export type DeskRoute = keyof typeof IN_REPLAY;
