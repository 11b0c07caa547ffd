/** Texts of the account and its funds. */
import { wholeText } from "../../../ui/preferences/number-marks.ts";

export const accountTexts = {
  label: "Account",
  balance: "Balance, USD",
  unrealised: "Unrealised, USD",
  nav: "NAV, USD",
  marginUsed: "Margin used",
  available: "Available",
  level: "Margin level",
  noLevel: "nothing open",
  marks: "stop-out 50 · call 100",
  levelEnd: () => `${wholeText(1_000)} %`,
  levelLabel: (level: string) =>
    `Margin level ${level} per cent; margin call at 100, stop-out at 50`,
  marginCall: "Margin call: orders that add risk are refused until the level is above 100 %.",
} as const;

export const fundsTexts = {
  button: "Move funds",
  bring: "Move to Forex",
  emptyTitle: "Bring coins to trade",
  empty:
    "The desk counts in practice USD, changed from your test BTC and back. Prices can be watched without it.",
  noCoinsTitle: "Test coins first",
  noCoins:
    "The faucet on the deposit page sends free test coins; six blocks later they can be brought here. A replay needs none.",
  getCoins: "Get test coins",
  replay: "Replay a day",
} as const;
