/** Tests how the ticket reads stop-limit orders and several take profits. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { followNumberFormat, numberFormatChoice } from "../../../ui/preferences/number-marks.ts";
import { FIRST_DRAFT, timeOf, withoutTarget, withTarget, type Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";

beforeEach(() => void followNumberFormat());
afterEach(() => numberFormatChoice.set("en"));

const quote = { bid: 1_168_400, ask: 1_168_500, timeMs: 0 };

function read(change: Partial<Draft>) {
  const instrument = instrumentNamed("EUR_USD");
  if (!instrument) throw new Error("no instrument");
  const quotes = new Map([["EUR_USD", quote]]) as never;
  const draft = { ...FIRST_DRAFT, units: "2000", ...change };
  return readDraft(draft, { instrument, quote: quote as never, quotes, navCents: 1_000_000n });
}

test("a stop-limit order sends its stop and its limit, and never fill-or-kill", () => {
  const draft = { type: "STOP_LIMIT", price: "1.17000", limit: "1.17100" } as const;
  expect(read({ ...draft, timeInForce: "FOK" }).body).toMatchObject({
    type: "STOP_LIMIT",
    price: "1.17000",
    limitPrice: "1.17100",
    timeInForce: "GTC",
  });
  expect(timeOf({ ...FIRST_DRAFT, type: "STOP", timeInForce: "FOK" })).toBe("FOK");
  expect(read({ ...draft, limit: "" }).faults).toEqual({
    limit: "A stop-limit order needs a limit price.",
  });
  expect(read({ ...draft, limit: "x" }).faults["limit"]).toBeDefined();
});

test("several take profits in pips are sent as prices with their own units", () => {
  const targets = [
    { price: "50", units: "1500" },
    { price: "100", units: "500" },
  ];
  const { body, targetCents } = read({ exitUnit: "pips", targets, target: "7" });
  expect(body).not.toHaveProperty("takeProfitOnFill");
  expect(body?.takeProfitsOnFill).toEqual([
    { price: "1.17350", units: "1500" },
    { price: "1.17850", units: "500" },
  ]);
  // 50 pips of 1,500 units and 100 pips of 500 units.
  expect(targetCents).toBe(1_250n);
});

test.each<[string, Draft["targets"], string]>([
  [
    "too many units",
    [
      { price: "1.17000", units: "1500" },
      { price: "1.18000", units: "501" },
    ],
    "The take profits together have more units than the trade.",
  ],
  ["no units", [{ price: "1.17000", units: "" }], "Each take profit needs a price and units."],
  ["no price", [{ price: "", units: "5" }], "Each take profit needs a price and units."],
])("take profits with %s are refused", (_, targets, fault) => {
  const { faults, body } = read({ targets });
  expect(faults.target).toBe(fault);
  expect(body).toBeUndefined();
});

test("units of take profits follow the number format", () => {
  numberFormatChoice.set("de");
  const of = (units: string) => read({ targets: [{ price: "1.17000", units }] });
  expect(of("1.500").body?.takeProfitsOnFill).toEqual([{ price: "1.17000", units: "1500" }]);
  expect(of("1,5").body).toBeUndefined();
});

test("the first added take profit gets half of the units", () => {
  const draft = { ...FIRST_DRAFT, target: "1.17000" };
  const added = { ...draft, ...withTarget(draft, 1_001) };
  expect(added.targets).toEqual([
    { price: "1.17000", units: "500" },
    { price: "", units: "501" },
  ]);
  const full = { ...added, targets: Array.from({ length: 5 }, () => ({ price: "", units: "" })) };
  expect(withTarget(full, 1)).toEqual({});
  expect(withoutTarget(added, 1)).toEqual({ targets: [], target: "1.17000" });
});
