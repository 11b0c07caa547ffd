import { wholeText } from "../../../ui/preferences/number-marks.ts";

export const accountTexts = {
  label: "Account",
  balance: "Balance, USD",
  unrealised: "Unrealised, USD",
  nav: "NAV, USD",
  marginUsed: "Margin used",
  available: "Available",
  level: "Margin level",
  noLevel: "no open positions",
  marks: "stop-out 50 · call 100",
  levelEnd: () => `${wholeText(1_000)} %`,
  levelLabel: (level: string) =>
    `Margin level ${level} percent. Margin call at 100, stop-out at 50.`,
  marginCall:
    "Margin call: orders that add risk are refused until the margin level is above 100 %.",
} as const;

export const fundsTexts = {
  button: "Move funds",
  bring: "Move to Forex",
  emptyTitle: "Move coins to Forex to trade",
  empty:
    "You trade in practice USD, converted from your test BTC and back. You can watch prices without moving coins.",
  noCoinsTitle: "Get test coins first",
  noCoins:
    "The faucet on the deposit page sends free test coins. After six confirmations you can move them here. Replays need no coins.",
  getCoins: "Get test coins",
  replay: "Replay a day",
} as const;
