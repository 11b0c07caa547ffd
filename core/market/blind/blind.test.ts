/** Tests the mask of blind replays: its prices, its times, and the commitment to its secret. */
import fc from "fast-check";
import {
  BLIND_PAIR,
  columnsOf,
  CURRENCIES,
  dateText,
  dayAt,
  dayOf,
  dayRatesOf,
  historyDay,
  instrumentNamed,
  isMarketOpen,
  isTradingDay,
  loadFixings,
  merged,
  nextTradingDay,
  openingOf,
  PAIRS,
  quoteAt,
  replayDay,
  sessionAt,
  weekdayOf,
} from "#market";
import { describe, expect, test } from "vitest";
import {
  commitmentTo,
  daysAround,
  isUsableWeek,
  maskedPath,
  maskedPrice,
  maskedRates,
  mondayOf,
  movedBy,
  periodOf,
  readSecret,
  secretText,
  startOn,
  unmaskedPrice,
  type BlindSecret,
} from "./index.ts";

const fixings = await loadFixings();
const HOUR = 3_600_000;
const MINUTE = 60_000;

const pair = (name: string) => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no ${name}`);
  return instrument;
};

const secretOf = (name: string, date: string, isMirrored: boolean, scale: string): BlindSecret => ({
  nonce: "ab".repeat(32),
  instrument: pair(name),
  day: dayOf(date),
  isMirrored,
  scale,
});

const pathOf = ({ instrument, day }: BlindSecret, shift = 0) => {
  const path = replayDay(fixings, day + shift, { columns: columnsOf(instrument) });
  if (!path) throw new Error("no path");
  return path;
};

describe("prices", () => {
  const price = fc.double({ min: 1e-4, max: 1e4, noNaN: true });
  const mask = fc.record({
    instrument: fc.constantFrom(...PAIRS),
    isMirrored: fc.boolean(),
    scale: price.map((scale) => scale.toFixed(6)).filter((scale) => Number(scale) > 0),
  });

  test("unmasking returns the real price", () => {
    fc.assert(
      fc.property(price, mask, (real, by) => {
        const back = unmaskedPrice(maskedPrice(real, by), by);
        expect(Math.abs(back / real - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  test("a mirrored price is the inverse of the price that is not mirrored", () => {
    fc.assert(
      fc.property(price, mask, (real, by) => {
        const straight = maskedPrice(real, { ...by, isMirrored: false });
        const mirrored = maskedPrice(real, { ...by, isMirrored: true });
        expect(Math.abs(straight * mirrored - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  test("a rise stays a rise, or becomes a fall if the price is mirrored", () => {
    fc.assert(
      fc.property(price, fc.double({ min: 1.001, max: 2, noNaN: true }), mask, (real, by, how) => {
        const [low, high] = [maskedPrice(real, how), maskedPrice(real * by, how)];
        expect(how.isMirrored ? low : high).toBeGreaterThan(how.isMirrored ? high : low);
      }),
    );
  });

  test.each([
    ["GBP_JPY", "2008-10-08", false],
    ["GBP_JPY", "2008-10-08", true],
    ["EUR_USD", "2014-05-13", true],
    ["USD_PLN", "2021-06-02", false],
  ])("%s of %s: bid and ask surround the masked mid (mirrored: %s)", (name, date, isMirrored) => {
    const at = startOn(dayOf(date));
    const real = pathOf(secretOf(name, date, isMirrored, "1"));
    const first = quoteAt(real, pair(name), at);
    const scale = String(((first?.bid ?? 0) + (first?.ask ?? 0)) / 2 / pair(name).priceScale);
    const secret = secretOf(name, date, isMirrored, scale);
    const { shift, startMs } = periodOf(secret.day);
    const masked = maskedPath(real, secret.day + shift, secret);
    const levels = new Float64Array(CURRENCIES.length);
    for (let timeMs = masked.fromMs; timeMs < masked.untilMs; timeMs += 7 * MINUTE) {
      const quote = quoteAt(masked, BLIND_PAIR, timeMs);
      real.levelsAt(real.fromMs + (timeMs - masked.fromMs), levels);
      const [base, term] = pair(name).columns;
      const mid = (levels[base] ?? 0) / (levels[term] ?? 0);
      const wanted = (isMirrored ? Number(scale) / mid : mid / Number(scale)) * 1e6;
      // The spread is that of the blind pair, and both sides are rounded outwards to a tenth of a
      // pip.
      const half = (15 * masked.spreadAt(timeMs) * 100) / 10 / 2;
      expect(quote?.bid).toBe(Math.floor((wanted - half) / 10) * 10);
      expect(quote?.ask).toBe(Math.ceil((wanted + half) / 10) * 10);
      expect(quote?.bid).toBeLessThan(quote?.ask ?? 0);
    }
    const start = quoteAt(masked, BLIND_PAIR, startMs);
    expect(((start?.bid ?? 0) + (start?.ask ?? 0)) / 2e6).toBeCloseTo(1, 4);
    expect(quoteAt(masked, pair(name), startMs)).toBeUndefined();
  });

  test("spreads and halts are equal for all pairs, days and directions", () => {
    const spreads = (name: string, date: string, isMirrored: boolean) => {
      const secret = secretOf(name, date, isMirrored, "1");
      const masked = maskedPath(pathOf(secret), 47_000, secret);
      return Array.from({ length: 288 }, (_, block) => {
        const timeMs = masked.fromMs + block * 5 * MINUTE;
        return [
          masked.spreadAt(timeMs),
          masked.spreadTenths(BLIND_PAIR),
          masked.isHalted(BLIND_PAIR, timeMs),
        ];
      });
    };
    const usual = spreads("EUR_USD", "2014-05-14", false);
    expect(spreads("USD_NOK", "2003-07-02", true)).toEqual(usual);
  });

  test("the rates of the history are masked as the path is", () => {
    for (const isMirrored of [false, true]) {
      const secret = secretOf("AUD_JPY", "2015-06-17", isMirrored, "95.43");
      const rates = dayRatesOf(fixings, secret.day);
      if (!rates) throw new Error("no rates");
      const masked = maskedRates(rates, 47_000, { ...secret, deviation: 0.006 });
      const path = maskedPath(pathOf(secret), 47_000, secret);
      const levels = new Float64Array(CURRENCIES.length);
      for (const [index, step] of masked.steps.slice(0, -1).entries()) {
        path.levelsAt(path.fromMs + step * 5_000, levels);
        expect(masked.levels[index * CURRENCIES.length]).toBeCloseTo(levels[0] ?? 0, 10);
      }
      expect(masked.day).toBe(47_000);
      expect(masked.deviations[0]?.[BLIND_PAIR.id]).toBe(0.006);
    }
  });

  test.each([
    ["a usual day", "2012-05-16"],
    ["a day on which New York has summer time and Frankfurt does not", "2012-03-20"],
    ["Good Friday, which has no fixing", "2012-04-06"],
  ])("volumes of %s change on the hour only", (_, date) => {
    const secret = secretOf("EUR_USD", date, false, "1.3");
    const rates = dayRatesOf(fixings, secret.day);
    if (!rates) throw new Error("no rates");
    const masked = maskedRates(rates, 47_000, { ...secret, deviation: 0.006 });
    const candles = historyDay(masked, BLIND_PAIR, { lengthMs: MINUTE, sinceMs: 0 });
    const ofHours = Map.groupBy(merged(candles, "M1"), ({ timeMs }) => Math.floor(timeMs / HOUR));
    expect(ofHours.size).toBe(24);
    for (const minutes of ofHours.values()) {
      const volumes = minutes.map(({ volume }) => volume);
      expect(Math.max(...volumes) - Math.min(...volumes)).toBeLessThanOrEqual(1);
    }
  });
});

describe("times", () => {
  // Every usable week from 2000 to 2025, which includes all changes of clocks in New York.
  const mondays = Array.from(
    { length: 26 * 52 },
    (_, week) => mondayOf(dayOf("2000-01-05")) + week * 7,
  );
  const usable = mondays.filter(isUsableWeek);

  test("all weeks have the same fictional days, hours and first moment", () => {
    expect(usable.length).toBeGreaterThan(600);
    const periods = new Set(
      usable.map((monday) => {
        const { firstDay, lastDay, startMs, untilMs } = periodOf(monday);
        return JSON.stringify({ firstDay, lastDay, startMs, untilMs });
      }),
    );
    expect(periods.size).toBe(1);
  });

  test("each open moment is open in fictional time, at the same hour of the day", () => {
    for (const monday of usable.filter((_, index) => index % 9 === 0)) {
      const { shift } = periodOf(monday);
      const [first, last] = daysAround(monday);
      for (let day = first; day <= last; day += 1) {
        expect(isTradingDay(day + shift)).toBe(isTradingDay(day));
        expect(weekdayOf(day + shift)).toBe(weekdayOf(day));
        if (!isTradingDay(day)) continue;
        for (const hours of [0, 7.25, 16, 23.999]) {
          const timeMs = openingOf(day) + hours * HOUR;
          const moved = movedBy(shift, timeMs);
          expect(isMarketOpen(moved)).toBe(true);
          expect(dayAt(moved)).toBe(day + shift);
          expect(sessionAt(moved)).toBe(sessionAt(timeMs));
          expect(movedBy(-shift, moved)).toBe(timeMs);
        }
      }
    }
  });

  test("fictional days have no holiday and no change of clocks, and are in 2099", () => {
    const { firstDay, lastDay } = periodOf(dayOf("2014-05-14"));
    expect([dateText(firstDay), dateText(lastDay)]).toEqual(["2099-03-09", "2099-07-24"]);
    const opens = new Set<number>();
    for (let day = nextTradingDay(firstDay); day <= lastDay; day = nextTradingDay(day + 1))
      opens.add(openingOf(day) % (24 * HOUR));
    expect(opens.size).toBe(1);
  });

  test.each([
    ["2014-12-15", "a holiday is near"],
    ["2014-01-13", "a holiday is in the history"],
    ["2016-06-20", "a known jump is in the period"],
    ["2015-03-30", "the halt of the franc is in the history"],
  ])("the week of %s cannot be drawn, because %s", (monday) => {
    expect(isUsableWeek(dayOf(monday))).toBe(false);
  });
});

describe("the commitment", () => {
  const secret = secretOf("GBP_JPY", "2008-10-08", true, "176.425");
  const text = secretText(secret);

  test("the text of a secret reads as the same secret", () => {
    expect(readSecret(text)).toEqual(secret);
    expect(commitmentTo(text)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ["instrument", "EUR_USD"],
    ["startsAt", "2008-10-09T07:00:00.000Z"],
    ["isMirrored", false],
    ["scale", "176.426"],
    ["nonce", "ac".repeat(32)],
  ])("another %s does not match the commitment", (name, value) => {
    const forged = JSON.stringify({ ...(JSON.parse(text) as object), [name]: value });
    expect(commitmentTo(forged)).not.toBe(commitmentTo(text));
    expect(readSecret(forged)).toBeDefined();
  });

  test.each([
    "",
    "null",
    "{}",
    text.replace("GBP_JPY", "GBP_XXX"),
    text.replace("GBP_JPY", "BTC_USD"),
    text.replace("176.425", "0"),
    text.replace("2008-10-08", "2008-10-11"),
    text.replace("T07:00", "T08:00"),
    `${text} `,
    text.replace('"isMirrored":true', '"isMirrored":1'),
  ])("the text %j is not a secret", (wrong) => {
    expect(readSecret(wrong)).toBeUndefined();
  });
});
