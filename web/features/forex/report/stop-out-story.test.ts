import { expect, test } from "vitest";
import { instrumentNamed, isStopOut, valueAccount, type Account, type Quotes } from "#market";
import { avoidanceOf, stopOutStory } from "./stop-out-story.ts";
import type { StopOutFacts } from "./fill-facts.ts";

const eurUsd = instrumentNamed("EUR_USD");
if (!eurUsd) throw new Error("no EUR_USD");

/**
 * Long 100,000 at 1.20000 with 4,000 USD. At a mid of 1.18000, NAV is 2,000 and margin is 3,933.
 */
const facts: StopOutFacts = {
  instrument: eurUsd,
  units: -100_000,
  price: "1.17995",
  used: { bid: "1.17940", ask: "1.17950", time: "2026-09-16T10:00:00.000Z" },
  marginRate: 333_333,
  navCents: 194_500n,
  marginUsedCents: 393_150n,
  level: 4_947n,
  realisedCents: -206_000n,
  reductions: [
    {
      tradeId: "fxt_1",
      units: 100_000,
      entry: "1.20000",
      factor: "1/1",
      realisedCents: "-206000",
      isClosed: true,
    },
  ],
};

const quotes: Quotes = () => ({ bid: 1_179_400, ask: 1_179_500, timeMs: 0 });
const isOut = (balanceCents: bigint, units: number): boolean => {
  const trades = [{ id: "fxt_1", instrument: eurUsd, units, price: 1_200_000 }];
  const account: Account = { home: "USD", balanceCents, trades };
  return isStopOut(valueAccount(account, quotes));
};

test("the suggested change avoids the stop-out, and a slightly smaller change does not", () => {
  const { moreCents, fewerUnits = 0 } = avoidanceOf(facts);
  expect(isOut(400_000n, 100_000)).toBe(true);
  expect(isOut(400_000n + moreCents, 100_000)).toBe(false);
  expect(isOut(400_000n + moreCents - 2n, 100_000)).toBe(true);
  expect(isOut(400_000n, 100_000 - fewerUnits)).toBe(false);
  expect(isOut(400_000n, 100_000 - fewerUnits + 2)).toBe(true);
});

test("the explanation contains the user's own figures", () => {
  const [what, instead] = stopOutStory(facts);
  expect(what).toContain("worth 1,945.00 USD");
  expect(what).toContain("a margin level of 49.47\u00a0%");
  expect(what).toContain("long 100,000 EUR/USD, closed at 1.17995");
  expect(what).toContain("\u22122,060.00 USD");
  expect(instead).toContain("Another 20.76 USD in the account");
  expect(instead).toContain("units smaller (99,");
});

test("no smaller position is suggested if other positions caused the loss", () => {
  const poor = { ...facts, navCents: -900_000n };
  expect(avoidanceOf(poor).fewerUnits).toBeUndefined();
  expect(stopOutStory(poor)[1]).toContain("A smaller position in EUR/USD would not have helped");
});
