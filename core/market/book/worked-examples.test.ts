/** Checks the worked examples of OANDA v20 and of the desk's specification to the cent. */
import { describe, expect, test } from "vitest";
import {
  factorOf,
  fillAccount,
  financePosition,
  financingOf,
  instrumentNamed,
  isMarginCall,
  isStopOut,
  levelOf,
  marginOf,
  posted,
  resultOf,
  settleDebt,
  shown,
  stopOut,
  stopOutPrice,
  valueAccount,
  type Account,
  type Instrument,
  type Quotes,
  type Ratio,
} from "#market";
import { RATES } from "../../../test/support/money/market-days.ts";

const ONE: Ratio = { top: 1n, bottom: 1n };

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const quotesOf =
  (quotes: Readonly<Record<string, readonly [bid: number, ask: number]>>): Quotes =>
  ({ name }) => {
    const [bid, ask] = quotes[name] ?? [];
    return bid === undefined || ask === undefined ? undefined : { bid, ask, timeMs: 0 };
  };
const times = ({ top, bottom }: Ratio, by: bigint): Ratio => ({ top: top * by, bottom });

describe("OANDA v20's example account: 50,000 GBP, long 1,000,000 EUR/GBP at 0.8568", () => {
  const sterling: Account = {
    home: "GBP",
    balanceCents: 5_000_000n,
    trades: [{ id: "1", instrument: named("EUR_GBP"), units: 1_000_000, price: 856_800 }],
  };

  test("the margin is 28,556.64, the loss 100.00 and the NAV 49,900.00", () => {
    const value = valueAccount(sterling, quotesOf({ EUR_GBP: [856_600, 856_800] }));
    expect(shown(value.marginUsed)).toBe(2_855_664n);
    expect(shown(value.unrealised)).toBe(-10_000n);
    expect(shown(value.nav)).toBe(4_990_000n);
    expect(shown(value.available)).toBe(2_134_336n);
    expect(shown(value.withdrawable)).toBe(2_134_336n);
    const { nav, marginUsed } = value;
    const half = { top: marginUsed.top * nav.bottom, bottom: 2n * marginUsed.bottom * nav.top };
    expect(shown(times(half, 10_000n))).toBe(2_861n);
    expect(levelOf(value)).toBe(17_474n);
  });

  test("the account is stopped out when the price falls from 0.820475 to 0.820474", () => {
    const isStopped = (mid: number) =>
      isStopOut(valueAccount(sterling, quotesOf({ EUR_GBP: [mid, mid] })));
    expect([820_476, 820_475, 820_474].map(isStopped)).toEqual([false, false, true]);
  });

  test("a short position's stop-out price on the ticket is above the mid", () => {
    const quotes = quotesOf({ EUR_GBP: [856_600, 856_800] });
    expect(stopOutPrice(sterling, named("EUR_GBP"), quotes)).toBe(820_474);
    const [trade] = sterling.trades;
    if (!trade) throw new Error("no trade");
    const short: Account = { ...sterling, trades: [{ ...trade, units: -1_000_000 }] };
    // The stop-out mid m solves 50,000 - (m - 0.8568) x 1,000,000 = m x 33,333.3 / 2: m =
    // 0.891934...
    expect(stopOutPrice(short, named("EUR_GBP"), quotes)).toBe(891_935);
    expect(stopOutPrice(short, named("EUR_USD"), quotes)).toBeUndefined();
    const safe: Account = { ...sterling, balanceCents: 100_000_000n };
    expect(stopOutPrice(safe, named("EUR_GBP"), quotes)).toBeUndefined();
  });

  test("a margin level of exactly 100 % is a margin call", () => {
    // The mid m of the margin call solves 50,000 - (0.8568 - m) x 1,000,000 = 1,000,000 x m x
    // 0.0333333: m = 0.83462...
    const isCalled = (mid: number) =>
      isMarginCall(valueAccount(sterling, quotesOf({ EUR_GBP: [mid, mid] })));
    expect([834_630, 834_600].map(isCalled)).toEqual([false, true]);
  });

  test("with a fixed margin and closing-side prices, the margin level is 174.37 %", () => {
    const pair = named("EUR_GBP");
    const margin = marginOf(pair, 1_000_000, { doubledPrice: 2 * 856_800, factor: ONE });
    const result = resultOf(pair, 1_000_000, { from: 856_800, to: 856_600 }, ONE);
    expect(shown(margin)).toBe(2_855_997n);
    expect(shown(result)).toBe(-20_000n);
    expect(5_000_000n - 20_000n - shown(margin)).toBe(2_124_003n);
    const level = { top: 4_980_000n * margin.bottom * 10_000n, bottom: margin.top };
    expect(shown(level)).toBe(17_437n);
  });
});

describe("financing", () => {
  const at = (price: number, units: number) => ({
    units,
    doubledPrice: 2 * price,
    factor: ONE,
  });

  test("long 100,000 EUR/USD at 1.15826 pays 9.52 per day at a rate of -3 %", () => {
    const financing = financingOf(named("EUR_USD"), at(1_158_260, 100_000), -30_000, { days: 1 });
    expect(posted(financing)).toBe(-952n);
  });

  test("110,000 USD at -2.5 % pay 7.54 for one day and 22.61 for three days", () => {
    const of = (days: number) =>
      financingOf(named("EUR_USD"), at(1_100_000, 100_000), -25_000, { days });
    expect(shown(times(of(1), 10_000n))).toBe(7_534_247n * -1n);
    expect(shown(times(of(3), 10_000n))).toBe(22_602_740n * -1n);
    expect([posted(of(1)), posted(of(3))]).toEqual([-754n, -2_261n]);
  });

  test("unrealised profit in the quote currency bears the interest difference", () => {
    const trades = [{ id: "1", instrument: named("USD_JPY"), units: 100_000, price: 1_400_000 }];
    const quotes = quotesOf({ USD_JPY: [1_600_000, 1_600_000] });
    const account: Account = { home: "USD", balanceCents: 0n, trades };
    const [position] = valueAccount(account, quotes).positions;
    if (!position) throw new Error("no position");
    const terms = { rates: RATES, markUp: 10_000, days: 1 };
    const financing = financePosition(position, "USD", quotes, terms);
    // Position: 100,000 x (3.625 - 0.75 - 1) % / 365 = 5.1370. The gain of 12,500 USD is in yen and
    // bears the yen's interest: 12,500 x (0.75 - 3.625) % / 365 = -0.9846.
    expect(financing.sideRate).toBe(18_750);
    expect(shown(times(financing.ofPosition, 100n))).toBe(51_370n);
    expect(shown(times(financing.ofResult, 100n))).toBe(-9_846n);
    expect(financing.cents).toBe(415n);
  });
});

test("a pip of USD/CAD is worth 0.00009804 USD per unit", () => {
  const cad = named("USD_CAD");
  const factor = factorOf("CAD", "USD", quotesOf({ USD_CAD: [1_020_000, 1_020_000] }));
  const pip = resultOf(cad, 1, { from: 1_020_000, to: 1_020_000 + cad.pip }, factor);
  expect(shown(times(pip, 1_000_000n))).toBe(9_804n);
  const euro = named("EUR_USD");
  const result = resultOf(euro, 100_000, { from: 1_000_000, to: 1_000_000 + euro.pip }, ONE);
  expect(result.top / result.bottom).toBe(1_000n);
});

test("100,000 EUR/USD at 1.10789 with leverage of 500:1 needs 221.578 USD", () => {
  const lightly = { ...named("EUR_USD"), marginRate: 20_000 };
  expect(
    shown(times(marginOf(lightly, 100_000, { doubledPrice: 2 * 1_107_890, factor: ONE }), 10n)),
  ).toBe(221_578n);
});

test("long 100,000 EUR/USD lose 35.00 from 1.13889 to 1.13854", () => {
  const instrument = named("EUR_USD");
  const account: Account = {
    home: "USD",
    balanceCents: 100_000n,
    trades: [{ id: "1", instrument, units: 100_000, price: 1_138_890 }],
  };
  const fill = { tradeId: "2", instrument, units: -100_000, price: 1_138_540 };
  const filled = fillAccount(account, fill, quotesOf({}));
  expect(filled.realisedCents).toBe(-3_500n);
  expect(filled.account).toEqual({ home: "USD", balanceCents: 96_500n, trades: [] });
});

describe("the franc in January 2015: long 100,000 EUR/CHF at 1.2010, then 1.0209", () => {
  const instrument = named("EUR_CHF");
  const trades = [{ id: "1", instrument, units: 100_000, price: 1_201_000 }];
  const quotes = quotesOf({ EUR_CHF: [1_020_900, 1_022_900], USD_CHF: [880_000, 882_000] });

  test("the trade loses 18,010 CHF", () => {
    const account: Account = { home: "CHF", balanceCents: 3_000_000n, trades };
    const fill = { tradeId: "2", instrument, units: -100_000, price: 1_020_900 };
    expect(fillAccount(account, fill, quotes).realisedCents).toBe(-1_801_000n);
  });

  test("the platform bears the part of the loss that exceeds the equity", () => {
    const end = stopOut({ home: "USD", balanceCents: 500_000n, trades }, quotes, () => true);
    expect(end.account).toEqual({ home: "USD", balanceCents: 0n, trades: [] });
    // The loss is 18,010 / 0.88 = 20,465.909... USD, and the balance covers 5,000 of it.
    expect(end.operatorLossCents).toBe(1_546_591n);
  });

  test("a position in a halted instrument is closed at the first valid quote", () => {
    const account: Account = { home: "USD", balanceCents: 500_000n, trades };
    const end = stopOut(account, quotes, () => false);
    expect(end).toMatchObject({ account, closes: [], operatorLossCents: 0n });
    expect(end.waiting).toEqual([instrument]);
    expect(settleDebt({ ...account, balanceCents: -1n })).toMatchObject({ operatorLossCents: 0n });
  });
});
