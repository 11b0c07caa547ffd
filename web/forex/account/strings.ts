/** Texts of the account and its funds. */
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
  levelEnd: "1,000 %",
  levelLabel: (level: string) =>
    `Margin level ${level} per cent; margin call at 100, stop-out at 50`,
  marginCall: "Margin call: orders that add risk are refused until the level is above 100 %.",
} as const;

export const fundsTexts = {
  button: "Move funds",
  title: "Move funds",
  direction: "Direction",
  bring: "Bring coins",
  back: "Take back",
  cancel: "Cancel",
  amountBtc: "Amount",
  amountUsd: "Amount",
  available: (text: string) => `BTC, available ${text}`,
  withdrawable: (text: string) => `USD, at most ${text}`,
  maxBtc: "Max: all coins of the wallet",
  maxUsd: "Max: all that can be taken back",
  rate: "Rate, dated",
  conversionCost: "Conversion cost",
  arrives: "Arrives at the desk",
  bringNote:
    "Test coins become dollars of the desk. Coins that you bring come back in their own number, less what trades lose; only gains are changed at a later rate.",
  ownCoins: "Of the coins you brought",
  gainCoins: "Gains, changed",
  gainRate: "Gains are changed at",
  comesBack: "Comes back to the wallet",
  backNote:
    "Principal first: its satoshis are returned one for one, in proportion to the dollars taken.",
  bringing: "Bringing...",
  takingBack: "Taking back...",
  invalid: "Enter an amount above 0.",
  overBalance: "You do not have that much.",
  overWithdrawable: "The rest stands behind open positions, or is lost.",
  broughtTitle: "Coins Brought",
  broughtText: (btc: string, usd: string) => `${btc} BTC are ${usd} USD at the desk.`,
  backTitle: "Coins Returned",
  backText: (usd: string, btc: string) => `${usd} USD are ${btc} BTC in your wallet.`,
  emptyTitle: "Bring coins to trade",
  empty:
    "The desk counts in practice USD, changed from your test BTC and back. Prices can be watched without it.",
  noCoinsTitle: "Test coins first",
  noCoins:
    "The faucet on the deposit page sends free test coins; six blocks later they can be brought here. A replay needs none.",
  getCoins: "Get test coins",
  replay: "Replay a day",
} as const;
