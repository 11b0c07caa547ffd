import fc from "fast-check";
import { expect, test } from "vitest";
import { factorOf, instrumentNamed, PAIRS, resultOf, type Instrument, type Quotes } from "#market";
import { FIRST_DRAFT, type Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { centsBetween, distanceOfPips, distanceOfUsd, unitsForRisk } from "./sizing.ts";
import { steppedSize } from "./ticket-keys.ts";

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const euro = named("EUR_USD");
const yen = named("USD_JPY");

/** Quotes near 1 for all pairs, and near 150 for yen pairs. */
const quotes: Quotes = ({ quote }) =>
  quote === "JPY"
    ? { bid: 1_499_000, ask: 1_501_000, timeMs: 0 }
    : { bid: 999_900, ask: 1_000_100, timeMs: 0 };

test("risking 1 % of 10,000 USD with a stop 50 pips away results in 20,000 units", () => {
  const risk = { navCents: 1_000_000n, instrument: euro, entry: 1_168_480, stop: 1_163_480 };
  expect(unitsForRisk("1", risk, quotes)).toBe(20_000n);
  expect(unitsForRisk("0.5", risk, quotes)).toBe(10_000n);
  for (const wrong of ["0", "-1", "", "a", "1.234"])
    expect(unitsForRisk(wrong, risk, quotes)).toBeUndefined();
  expect(unitsForRisk("1", { ...risk, stop: risk.entry }, quotes)).toBeUndefined();
});

test("the loss at the stop is within the risk, but one more unit would exceed it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAIRS),
      fc.bigInt({ min: 1_000n, max: 10_000_000_000n }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 10, max: 90_000 }),
      (instrument, navCents, hundredths, distance) => {
        const percent = (hundredths / 100).toFixed(2);
        const [entry, stop] = [1_000_000, 1_000_000 - distance];
        const units = unitsForRisk(percent, { navCents, instrument, entry, stop }, quotes);
        if (units === undefined) throw new Error("no units");
        const factor = factorOf(instrument.quote, "USD", quotes, "ask");
        const lossOf = (size: bigint) => {
          const one = resultOf(instrument, 1, { from: stop, to: entry }, factor);
          return { top: one.top * size * 10_000n, bottom: one.bottom };
        };
        const risk = navCents * BigInt(hundredths);
        const [loss, more] = [lossOf(units), lossOf(units + 1n)];
        expect(loss.top <= risk * loss.bottom).toBe(true);
        expect(more.top > risk * more.bottom).toBe(true);
      },
    ),
  );
});

test("pips and dollars are converted to price distances", () => {
  expect(distanceOfPips("20", euro)).toBe(2_000);
  expect(distanceOfPips("0.5", yen)).toBe(50);
  expect(distanceOfPips("0.55", euro)).toBeUndefined();
  expect(distanceOfPips("0", euro)).toBeUndefined();
  expect(distanceOfUsd("100", { units: 20_000n, instrument: euro }, quotes)).toBe(5_000);
  // Rounded down to a price step, so that the loss never exceeds the typed amount.
  expect(distanceOfUsd("100", { units: 30_000n, instrument: euro }, quotes)).toBe(3_330);
  expect(distanceOfUsd("0.01", { units: 10_000_000n, instrument: euro }, quotes)).toBeUndefined();
  expect(centsBetween({ from: 1_168_480, to: 1_163_480, units: 20_000n }, euro, quotes)).toBe(
    -10_000n,
  );
});

const quote = {
  instrument: "EUR_USD",
  bid: 1_168_320,
  ask: 1_168_480,
  timeMs: 0,
  status: "tradeable",
  dayOpen: undefined,
} as const;
const market = {
  instrument: euro,
  quote,
  quotes: new Map([["EUR_USD", quote]]),
  navCents: 1_000_000n,
};
const read = (draft: Partial<Draft>) => readDraft({ ...FIRST_DRAFT, ...draft }, market);

test("exits in pips become prices on the correct side of the current price", () => {
  const exits = { exitUnit: "pips", stop: "20", target: "40", trailing: "30" } as const;
  expect(read(exits).body).toEqual({
    type: "MARKET",
    instrument: "EUR_USD",
    units: "1000",
    stopLossOnFill: { price: "1.16648" },
    takeProfitOnFill: { price: "1.17248" },
    trailingStopLossOnFill: { distance: "0.00300" },
  });
  expect(read({ ...exits, side: "sell" }).body).toMatchObject({
    units: "-1000",
    stopLossOnFill: { price: "1.17032" },
    takeProfitOnFill: { price: "1.16432" },
  });
});

test("sizing by risk reports a missing stop", () => {
  expect(read({ sizeBy: "risk", exitUnit: "pips", stop: "50" }).units).toBe(20_000);
  expect(read({ sizeBy: "risk" }).faults.units).toMatch(/Set one below/);
  expect(read({ sizeBy: "risk", riskPercent: "0", stop: "1.16" }).faults.units).toMatch(/above 0/);
});

test.each<[Partial<Draft>, keyof ReturnType<typeof read>["faults"]]>([
  [{ units: "0" }, "units"],
  [{ units: "1.5" }, "units"],
  [{ units: "1e12" }, "units"],
  [{ units: "-5" }, "units"],
  [{ type: "LIMIT" }, "price"],
  [{ type: "LIMIT", price: "1.168481" }, "price"],
  [{ stop: "1e308" }, "stop"],
  [{ exitUnit: "USD", target: "-3" }, "target"],
  [{ type: "STOP", price: "1.2", timeInForce: "GTD" }, "until"],
])("%j is refused because of its %s", (draft, field) => {
  expect(read(draft).body).toBeUndefined();
  expect(Object.keys(read(draft).faults)).toEqual([field]);
});

test("a pending order has a price and a time in force", () => {
  expect(read({ type: "LIMIT", price: "1.15", timeInForce: "GFD", units: "20,000" }).body).toEqual({
    type: "LIMIT",
    instrument: "EUR_USD",
    units: "20000",
    price: "1.15000",
    timeInForce: "GFD",
  });
});

test("arrow keys change the size in steps, but never to zero", () => {
  const stepUnits = (units: string, by: 1 | -1) => steppedSize({ ...FIRST_DRAFT, units }, by);
  expect(stepUnits("1000", 1)).toEqual({ units: "2000" });
  expect(stepUnits("1,500", 1)).toEqual({ units: "2000" });
  expect(stepUnits("1500", -1)).toEqual({ units: "1000" });
  expect(stepUnits("1000", -1)).toEqual({ units: "1000" });
  expect(stepUnits("x", 1)).toEqual({ units: "1000" });
  expect(steppedSize({ ...FIRST_DRAFT, sizeBy: "risk" }, 1)).toEqual({ riskPercent: "1.25" });
  expect(steppedSize({ ...FIRST_DRAFT, sizeBy: "risk", riskPercent: "0.25" }, -1)).toEqual({});
});
