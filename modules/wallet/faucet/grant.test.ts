/** Tests the faucet's decision without a database: amounts and refusals. */
import { expect, test } from "vitest";
import { decideAll } from "#platform";
import type { Allowance } from "./allowance.ts";
import { decideGrant, sharedTakings } from "./grant.ts";

const share = (name: string, remainingSats: bigint) => ({
  name,
  limitSats: 10_000_000n,
  remainingSats,
});

function allowance(other: Partial<Allowance> = {}): Allowance {
  return {
    day: "2026-11-21",
    leastSats: 10_000n,
    dailySats: 5_000_000n,
    remainingSats: 5_000_000n,
    networks: [share("203.0.113.7", 10_000_000n)],
    total: share("all", 10_000_000n),
    pausedUntil: null,
    waitMinutes: 30n,
    isTakenFrom: false,
    ...other,
  };
}

const userId = "2f0c8f4e-6f0c-4a52-9d55-a1d0a0a0a001";
const decide = (state: Allowance, amountSats?: bigint) =>
  decideGrant(state, { userId, amountSats });

const paused = { pausedUntil: new Date("2026-11-21T12:30:00Z") };
const poorNetworks = { networks: [share("a", 30_000n), share("b", 20_000n)] };
const poorTotal = { total: share("all", 15_000n) };

test.each([
  ["the whole allowance", allowance(), 5_000_000n],
  ["what the poorest network has left", allowance(poorNetworks), 20_000n],
  ["what the total has left", allowance({ ...poorNetworks, ...poorTotal }), 15_000n],
  ["what the account has left", allowance({ remainingSats: 12_000n }), 12_000n],
])("the faucet grants %s if no amount is requested", (_, state, amountSats) => {
  expect(decide(state)).toEqual({ userId, amountSats, allowance: state });
});

test.each([
  ["more than remains", allowance(paused), 5_000_001n, "faucet_limit"],
  ["anything when nothing remains", allowance({ remainingSats: 0n }), 0n, "faucet_limit"],
  ["more than a network has", allowance(poorNetworks), 20_001n, "faucet_network_limit"],
  ["more than the total has", allowance(poorTotal), 15_001n, "faucet_total_limit"],
  ["less than the minimum", allowance(paused), 9_999n, "faucet_amount"],
  ["anything during the pause", allowance(paused), 10_000n, "faucet_closed"],
])("%s is refused", (_, state, amountSats, code) => {
  expect(() => decide(state, amountSats)).toThrow(expect.objectContaining({ code }) as Error);
});

test("a refused request does not affect the rest of its batch", () => {
  const amounts = [10_000n, 9_999n, 5_000_000n, 5_000_001n];
  expect(() => decideAll("batch", amounts, (sats) => decide(allowance(), sats))).toThrow(
    expect.objectContaining({ places: new Set([1, 3]) }) as Error,
  );
});

test("grants are added up per shared total", () => {
  const other = allowance({ networks: [share("203.0.113.8", 10_000_000n)] });
  const grants = [
    decide(allowance(), 10_000n),
    decide(allowance(), 20_000n),
    decide(other, 5n * 10_000n),
  ];
  expect(
    [...sharedTakings(grants)].map(([name, { sats, limitSats }]) => [name, sats, limitSats]),
  ).toEqual([
    ["203.0.113.7", 30_000n, 10_000_000n],
    ["all", 80_000n, 10_000_000n],
    ["203.0.113.8", 50_000n, 10_000_000n],
  ]);
});
