/**
 * Compares random accounts and orders with an oracle that was written from the specification alone.
 */
import { describe, expect, test } from "vitest";
import {
  closingOrder,
  fillAccount,
  financePosition,
  financingOf,
  isStopOut,
  PAIRS,
  posted,
  PRICE_STEP,
  priceText,
  stopOut,
  unitsOf,
  valueAccount,
  type Account,
  type Instrument,
  type Quote,
  type Quotes,
  type Ratio,
  type Trade,
} from "#market";
import * as oracle from "../../../test/support/money/market-oracle/account.ts";
import { Fraction } from "../../../test/support/money/market-oracle/fraction.ts";
import * as trading from "../../../test/support/money/market-oracle/trading.ts";
import { RATES } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";

type Random = () => number;

/** Approximate dollar value of one unit of each currency. */
const DOLLARS: Readonly<Record<string, number>> = {
  EUR: 1.17,
  GBP: 1.34,
  AUD: 0.7,
  NZD: 0.58,
  USD: 1,
  CAD: 0.72,
  CHF: 1.26,
  JPY: 0.0063,
  SEK: 0.107,
  NOK: 0.105,
  PLN: 0.275,
};

function someQuotes(random: Random): ReadonlyMap<Instrument, Quote> {
  const worth = (currency: string) => (DOLLARS[currency] ?? 1) * (0.9 + random() / 5);
  return new Map(
    PAIRS.map((pair) => {
      const steps = Math.round(
        ((worth(pair.base) / worth(pair.quote)) * pair.priceScale) / PRICE_STEP,
      );
      const spread = 1 + Math.floor(random() * 60);
      const bid = steps * PRICE_STEP;
      return [pair, { bid, ask: bid + spread * PRICE_STEP, timeMs: 0 }];
    }),
  );
}

function someTrades(quotes: ReadonlyMap<Instrument, Quote>, random: Random): Trade[] {
  const sides = new Map<Instrument, number>();
  return Array.from({ length: Math.floor(random() * 9) }, (_, index) => {
    const instrument = pick(PAIRS, random);
    const side = sides.get(instrument) ?? (random() < 0.5 ? -1 : 1);
    sides.set(instrument, side);
    const { bid = 0 } = quotes.get(instrument) ?? {};
    const price = Math.round((bid * (0.97 + random() * 0.06)) / PRICE_STEP) * PRICE_STEP;
    const units = side * (1 + Math.floor(random() ** 3 * 3_000_000));
    return { id: String(index), instrument, units, price };
  });
}

function pick<T>(from: readonly T[], random: Random): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new RangeError("nothing to pick from");
  return picked;
}

/** Creates an account whose margin level is close to the limits. */
function someAccount(quotes: ReadonlyMap<Instrument, Quote>, random: Random): Account {
  const trades = someTrades(quotes, random);
  const broke: Account = { home: "USD", balanceCents: 0n, trades };
  const { marginUsed, unrealised } = valueAccount(broke, (pair) => quotes.get(pair));
  const missing = BigInt(Math.floor(random() * 1_500)) * posted(marginUsed);
  return { ...broke, balanceCents: missing / 1_000n - posted(unrealised) };
}

const pairName = ({ name }: Instrument) => name.replace("_", "/");

function oracleQuotes(quotes: ReadonlyMap<Instrument, Quote>): oracle.OracleQuotes {
  return Object.fromEntries(
    [...quotes].map(([pair, { bid, ask }]) => [
      pairName(pair),
      { bid: priceText(bid, pair), ask: priceText(ask, pair) },
    ]),
  );
}

function oracleBook({ home, balanceCents, trades }: Account): oracle.OracleBook {
  return {
    home,
    balance: new Fraction(balanceCents, 100n),
    trades: trades.map(({ instrument, units, price }) => ({
      pair: pairName(instrument),
      units: BigInt(units),
      price: priceText(price, instrument),
    })),
  };
}

/** True if our cents exactly equal the oracle's dollars. */
function areSame({ top, bottom }: Ratio, dollars: Fraction): boolean {
  return top * dollars.bottom === dollars.top * bottom * 100n;
}

describe.each(seeds)("random accounts and orders (seed %i)", (seed) => {
  const random = pseudoRandom(seed);
  const count = length(300, 100_000);
  const timeout = length(60_000, 1_800_000);

  test("account value, stop-out and closing order match the oracle", { timeout }, () => {
    let stopped = 0;
    for (let index = 0; index < count; index += 1) {
      const board = someQuotes(random);
      const quotes: Quotes = (pair) => board.get(pair);
      const account = someAccount(board, random);
      const [book, theirs] = [oracleBook(account), oracleQuotes(board)];
      const value = valueAccount(account, quotes);
      const expected = oracle.valuationOf(book, theirs);
      for (const name of ["unrealised", "nav", "marginUsed", "available", "withdrawable"] as const)
        expect(areSame(value[name], expected[name])).toBe(true);
      expect(isStopOut(value)).toBe(oracle.mustStopOut(book, theirs));
      const halted = random() < 0.2 ? pick(PAIRS, random) : undefined;
      const end = stopOut(account, quotes, (pair) => pair !== halted);
      const theirEnd = trading.stopOut(
        book,
        theirs,
        (pair) => pair !== (halted && pairName(halted)),
      );
      expect(end.closes.map(({ instrument }) => pairName(instrument))).toEqual(theirEnd.closed);
      expect(oracleBook(end.account)).toEqual(theirEnd.book);
      expect(end.operatorLossCents).toBe(theirEnd.operatorLossCents);
      if (end.closes.length > 0) stopped += 1;
    }
    expect(stopped).toBeGreaterThan(count / 20);
  });

  test("fills match the oracle", { timeout }, () => {
    for (let index = 0; index < count; index += 1) {
      const board = someQuotes(random);
      const quotes: Quotes = (pair) => board.get(pair);
      const account = someAccount(board, random);
      const instrument =
        account.trades.length > 0 && random() < 0.8
          ? pick(account.trades, random).instrument
          : pick(PAIRS, random);
      const { bid = 0, ask = 0 } = board.get(instrument) ?? {};
      const units = (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() ** 2 * 4_000_000));
      const price = units > 0 ? ask : bid;
      const filled = fillAccount(account, { tradeId: "new", instrument, units, price }, quotes);
      const expected = trading.fill(
        oracleBook(account),
        { pair: pairName(instrument), units: BigInt(units), price: priceText(price, instrument) },
        oracleQuotes(board),
      );
      expect(oracleBook(filled.account)).toEqual(expected.book);
      expect(filled.reductions.map(({ realisedCents }) => realisedCents)).toEqual(
        expected.realisedCents,
      );
      const held = unitsOf(account, instrument);
      if (held === 0) continue;
      const close = (from: Account, part: number) =>
        fillAccount(from, { tradeId: "x", instrument, units: -part, price }, quotes).account;
      let parts = account;
      for (let remaining = held; remaining !== 0;) {
        const part =
          random() < 0.3 ? remaining : Math.trunc(remaining * random()) || Math.sign(remaining);
        parts = close(parts, part);
        remaining -= part;
      }
      expect(parts.balanceCents <= close(account, held).balanceCents).toBe(true);
    }
  });

  test("financing matches the oracle", { timeout }, () => {
    for (let index = 0; index < count; index += 1) {
      const board = someQuotes(random);
      const quotes: Quotes = (pair) => board.get(pair);
      const account = someAccount(board, random);
      const terms = { rates: RATES, markUp: 10_000, days: random() < 0.2 ? 3 : 1 };
      for (const position of valueAccount(account, quotes).positions) {
        const { instrument, units } = position;
        const millionths = (value: number) => new Fraction(BigInt(value), 1_000_000n);
        const [base, quote] = [instrument.base, instrument.quote].map((currency) =>
          currency === "BTC" || currency === "BLIND" ? 0 : RATES[currency],
        );
        const rate =
          (units > 0 ? (base ?? 0) - (quote ?? 0) : (quote ?? 0) - (base ?? 0)) - terms.markUp;
        const factor = oracle.factorOf(instrument.quote, "USD", oracleQuotes(board));
        const { bid, ask } = board.get(instrument) ?? { bid: 0, ask: 0 };
        const value = new Fraction(BigInt(Math.abs(units)) * BigInt(bid + ask))
          .over(new Fraction(2n * BigInt(instrument.priceScale)))
          .times(factor);
        const days = new Fraction(BigInt(terms.days), 365n);
        const ofPosition = value.times(millionths(rate)).times(days);
        const result = new Fraction(position.unrealised.top, position.unrealised.bottom * 100n);
        const ofResult = result.times(millionths((quote ?? 0) - RATES.USD)).times(days);
        const financing = financePosition(position, "USD", quotes, terms);
        expect(areSame(financing.ofPosition, ofPosition)).toBe(true);
        expect(financing.cents).toBe(ofPosition.plus(ofResult).postedCents);
      }
    }
  });
});

test("the position with the largest loss is closed first", () => {
  const of = (name: string, loss: bigint, margin: bigint) => {
    const instrument = PAIRS.find((pair) => pair.name === name);
    if (!instrument) throw new Error(name);
    const [unrealised, bound] = [loss, margin].map((top) => ({ top, bottom: 1n }));
    return { instrument, units: 1, unrealised: unrealised ?? NONE, margin: bound ?? NONE };
  };
  const positions = [
    of("GBP_USD", -5n, 7n),
    of("EUR_USD", -5n, 9n),
    of("AUD_USD", -5n, 7n),
    of("NZD_USD", -6n, 1n),
  ];
  expect(closingOrder(positions).map(({ instrument }) => instrument.name)).toEqual([
    "NZD_USD",
    "EUR_USD",
    "AUD_USD",
    "GBP_USD",
  ]);
});

const NONE: Ratio = { top: 0n, bottom: 1n };

test("valuing an account without a quote throws an error", () => {
  const [instrument] = PAIRS;
  if (!instrument) throw new Error("no pair");
  const trades = [{ id: "1", instrument, units: 1, price: 1_000_000 }];
  expect(() => valueAccount({ home: "USD", balanceCents: 0n, trades }, () => undefined)).toThrow(
    RangeError,
  );
  const none = { units: 0, doubledPrice: 0, factor: NONE };
  expect(posted(financingOf(instrument, none, 1, { days: 1 }))).toBe(0n);
});
