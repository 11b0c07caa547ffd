/** Tests that the page and the server compute the same account figures. */
import { expect, test } from "vitest";
import type { LiveQuote } from "../quotes/live-quote.ts";
import type { ForexAccount, ForexTrade } from "./figures.ts";
import { bringing, takingBack } from "./funds.ts";
import { levelText } from "./level-text.ts";
import { liveAccount } from "./live-account.ts";

const quote = (instrument: string, bid: number, ask: number): [string, LiveQuote] => [
  instrument,
  { instrument, bid, ask, timeMs: 0, status: "tradeable", dayOpen: undefined },
];
const trade = (instrument: string, units: number, price: string): ForexTrade => ({
  id: "fxt_1",
  instrument,
  initialUnits: units,
  units,
  price,
  state: "OPEN",
  openedAt: "2026-11-23T10:00:00Z",
  realisedCents: 0,
  financingCents: 0,
  unrealisedCents: null,
  closedAt: null,
  closePrice: null,
  takeProfit: null,
  takeProfits: [],
  stopLoss: null,
  trailingDistance: null,
});

test("an account is valued at mid prices and converted through the quote currency", () => {
  const live = new Map([
    quote("EUR_USD", 1_168_300, 1_168_500),
    quote("USD_JPY", 1_599_000, 1_601_000),
  ]);
  const trades = [trade("EUR_USD", 20_000, "1.16210"), trade("USD_JPY", -15_000, "159.210")];
  const value = liveAccount({ balanceCents: 1_000_000, marginRates: {} }, trades, live);
  // The expected results are 20,000 x (1.1684 - 1.1621) and -15,000 x (160 - 159.21) / 160.
  expect(value?.positions.map(({ unrealised }) => unrealised)).toEqual([12_600n, -7_406n]);
  expect(value).toMatchObject({ unrealised: 5_194n, nav: 1_005_194n, isMarginCall: false });
  expect(value?.marginUsed).toBe(127_893n);
  expect(levelText(value?.level ?? 0n)).toBe("785.9");
});

test("an account cannot be valued while a required price is missing", () => {
  expect(
    liveAccount({ balanceCents: 1, marginRates: {} }, [trade("EUR_USD", 1, "1.1")], new Map()),
  ).toBeUndefined();
  expect(liveAccount({ balanceCents: 1, marginRates: {} }, [], new Map())?.nav).toBe(1n);
});

test("own coins are returned in full, and gains are converted at the higher rate", () => {
  const account = {
    centsPerBtc: 6_000_000,
    conversionCost: "0.002500",
    balanceCents: 69_850,
    principalSats: 997_500,
    principalCents: 59_850,
    highestCentsPerBtc: 6_500_000,
  } as ForexAccount;
  expect(bringing(account, 1_000_000n)).toEqual({ cents: 59_850n, costSats: 2_500n });
  expect(takingBack(account, 69_850n)).toEqual({
    ownSats: 997_500n,
    gainSats: 153_461n,
    rateCents: 6_500_000n,
  });
  expect(takingBack(account, 69_851n)).toBeUndefined();
});
