/** Texts about the seasons of the live account. */
import { countText } from "../../../ui/amounts/count-text.ts";

export const seasonTexts = {
  season: "Season",
  current: (number: number) => `Season ${number} (current)`,
  ended: (number: number, from: string, to: string) => `Season ${number}: ${from} to ${to}`,
  all: "All seasons",
  start: "Start a New Season…",
  title: "Start a New Season",
  lead: (number: number) =>
    `This ends season ${number} with one transaction: all positions are closed at the market, all orders are cancelled, and all coins return to your wallet.`,
  positions: "Positions closed at the market",
  noPositions: "No open positions",
  total: "Result of the positions at the mid price, USD",
  orders: "Cancelled orders, including stops and targets",
  value: "Value of the account now, USD",
  ownCoins: "Coins you moved here",
  gainCoins: "Gains, converted",
  coins: "Returns to your wallet",
  about: (btc: string) => `about ${btc}`,
  estimate: "The prices at which positions close can differ from the mid price.",
  stays: (number: number) =>
    `The history, analysis and journal of season ${number} stay. Statements, receipts, alerts, drawings and replays do not change.`,
  next: (number: number) =>
    `Season ${number} starts empty, with the same margin and financing. Move coins to Forex to trade again. Only gains are converted, but moving coins costs the conversion cost.`,
  cannotUndo: "A season that has ended cannot be reopened.",
  confirm: (number: number) => `End season ${number}`,
  confirming: "Ending season...",
  keep: "Cancel",
  doneTitle: (number: number) => `Season ${number} Started`,
  done: (positions: number, btc: string) =>
    `${countText(String(positions), "position")} closed. ${btc} BTC returned to your wallet.`,
  emptyTitle: "Nothing to end yet",
  emptyText: "Nothing has happened in this season. Move coins to Forex to begin it.",
} as const;
