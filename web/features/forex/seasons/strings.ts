/** Texts about the seasons of the live account. */
import { countText } from "../../../ui/amounts/count-text.ts";

export const seasonTexts = {
  season: "Season",
  current: (number: number) => `Season ${number} (current)`,
  ended: (number: number, day: string) => `Season ${number}, ended ${day}`,
  all: "All seasons",
  start: "Start a new season…",
  title: "Start a new season",
  lead: (number: number) =>
    `This ends season ${number}. All positions are closed at the market, all orders are cancelled, and all coins return to your wallet. If one of these steps fails, nothing changes.`,
  positions: "Positions closed at the market",
  long: "long",
  short: "short",
  noPositions: "No open positions",
  orders: "Orders cancelled",
  value: "Value of the account now",
  ownCoins: "Coins you moved here",
  gainCoins: "Gains, converted",
  coins: "Returns to your wallet",
  about: (btc: string) => `about ${btc}`,
  estimate: "The prices at which positions close can differ from the mid price.",
  stays: (number: number) =>
    `The history, analysis and journal of season ${number} stay. Statements, receipts, alerts, drawings and replays do not change.`,
  next: (number: number) =>
    `Season ${number} starts empty, with the same margin and financing. To trade again, move coins to Forex, which has a conversion cost.`,
  cannotUndo: "A season that has ended cannot be reopened.",
  confirm: (number: number) => `End season ${number}`,
  confirming: "Ending season...",
  keep: "Cancel",
  doneTitle: (number: number) => `Season ${number} Started`,
  done: (positions: number, btc: string) =>
    `${countText(String(positions), "position")} closed. ${btc} BTC returned to your wallet.`,
  emptyText: "Nothing has happened in this season. Move coins to Forex to begin it.",
} as const;
