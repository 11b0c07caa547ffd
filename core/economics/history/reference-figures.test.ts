/**
 * Recomputes the product's reference figures with independent arithmetic: decimals and loops over
 * each period, following the documented rule. Shares only the built-in series with the module.
 */
import { carriedParts } from "#economics/carried-series";
import { buildSeries, distributionOf, dayText, type Terms } from "#economics/history";
import { describe, expect, test } from "vitest";

const parts = carriedParts();
const series = buildSeries(parts);

const TERMS = {
  starter: [68.17, 99],
  pro: [409, 499],
  same: [1, 1],
} as const;

/** Returns each day's index i(t) and subsidy / difficulty. */
function replayed(): { readonly dates: string[]; readonly usd: number[]; readonly coin: number[] } {
  const retargets = parts.headers.map((hex) => {
    const at = (place: number) =>
      Number(`0x${(hex.slice(place, place + 8).match(/../g) ?? []).toReversed().join("")}`);
    const bits = at(144);
    const target = (bits % 2 ** 24) * 2 ** (8 * (Math.floor(bits / 2 ** 24) - 3));
    return { time: at(136) * 1_000, difficulty: (65_535 * 2 ** 208) / target };
  });
  const [dates, usd, coin]: [string[], number[], number[]] = [[], [], []];
  for (const [place, cents] of parts.cents.entries()) {
    const date = new Date(Date.UTC(2013, 0, 2 + place));
    const text = date.toISOString().slice(0, 10);
    const subsidy =
      text >= "2024-04-20" ? 3.125 : text >= "2020-05-11" ? 6.25 : text >= "2016-07-09" ? 12.5 : 25;
    const { difficulty = Number.NaN } =
      retargets.findLast(({ time }) => time <= date.getTime()) ?? {};
    dates.push(text);
    coin.push(subsidy / difficulty);
    usd.push(((cents / 100) * subsidy) / difficulty);
  }
  return { dates, usd, coin };
}

const { dates, usd, coin } = replayed();

function tableRow(values: readonly number[], ratio: number, days: number) {
  const outcomes = values.slice(0, values.length - days + 1).map((first, start) => {
    let sum = 0;
    for (const value of values.slice(start, start + days)) sum += value;
    return { day: dates[start], outcome: (ratio * sum) / days / first };
  });
  const sorted = outcomes.toSorted((a, b) => a.outcome - b.outcome);
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1]?.outcome;
  return {
    count: outcomes.length,
    paid: outcomes.filter(({ outcome }) => outcome >= 1).length,
    low: at(5) ?? Number.NaN,
    median: at(50) ?? Number.NaN,
    high: at(95) ?? Number.NaN,
    worst: sorted[0],
    best: sorted.at(-1),
  };
}

const mining = ([worth, price]: readonly [number, number]): Terms => ({
  kind: "mining",
  worth: BigInt(Math.round(worth * 100)),
  price: BigInt(Math.round(price * 100)),
  power: 0n,
});

test("the series has 4,393 days, up to the last full day before the last header", () => {
  expect(series.days).toBe(4_393);
  expect([dayText(series.firstDay), dayText(series.lastDay)]).toEqual(["2013-01-02", "2025-01-11"]);
});

describe("30-day periods in the table of reference figures", () => {
  test.each([
    ["Starter", TERMS.starter, ["1.0", "0.51", "0.68", "0.86", "0.32", "1.61"]],
    ["Pro", TERMS.pro, ["7.1", "0.61", "0.80", "1.03", "0.38", "1.91"]],
  ])("%s, to the documented digits", (_, terms, digits) => {
    const row = tableRow(usd, terms[0] / terms[1], 30);
    const text = (outcome = Number.NaN) => outcome.toFixed(2);
    expect(row.count).toBe(4_364);
    expect([
      ((100 * row.paid) / row.count).toFixed(1),
      text(row.low),
      text(row.median),
      text(row.high),
      text(row.worst?.outcome),
      text(row.best?.outcome),
    ]).toEqual(digits);
    expect([row.worst?.day, row.best?.day]).toEqual(["2013-04-09", "2013-11-06"]);
  });

  test("outcomes in BTC at a ratio of 1 match the table of reference figures", () => {
    const row = tableRow(coin, 1, 30);
    const three = [row.median, row.low, row.high].map((one) => one.toFixed(3));
    expect(three).toEqual(["0.963", "0.775", "1.037"]);
  });
});

describe("the module's whole numbers, compared with the decimal reference", () => {
  test.each([
    ["Starter", TERMS.starter, 30],
    ["Pro", TERMS.pro, 30],
    ["the price itself", TERMS.same, 30],
    ["Starter over five years", TERMS.starter, 1_825],
  ])("%s", (_, terms, length) => {
    const row = tableRow(usd, terms[0] / terms[1], length);
    const distribution = distributionOf(series, { terms: mining(terms), mode: "sold", length });
    expect([distribution.count, distribution.paid]).toEqual([row.count, row.paid]);
    for (const name of ["low", "median", "high"] as const)
      expect(Number(distribution[name].millionths) / 1e6).toBeCloseTo(row[name], 6);
    for (const name of ["worst", "best"] as const) {
      expect(dayText(series.firstDay + distribution[name].start)).toBe(row[name]?.day);
      expect(Number(distribution[name].millionths) / 1e6).toBeCloseTo(row[name]?.outcome ?? 0, 6);
    }
  });
});
