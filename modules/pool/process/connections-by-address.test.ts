import { expect, test } from "vitest";
import { byAddress } from "./connections-by-address.ts";
import { lastMinute, rollCounts, startCounts } from "./minute-counts.ts";

const NOW_MS = 1_800_000_000_000;

function connected(address: string, shares: number, names: readonly string[] = []) {
  const workers = new Map(
    names.map((user) => [user, { user, worker: "rig", userId: null }] as const),
  );
  const counts = { ...startCounts(NOW_MS), shares };
  return { address, counts, session: { workers, connectedAtMs: NOW_MS - shares } };
}

test("the busiest address is listed first", () => {
  const quiet = Array.from({ length: 230 }, (_, number) => connected(`10.0.0.${number}`, 0));
  const { addresses, furtherAddresses } = byAddress(
    [...quiet, connected("10.1.0.1", 3), connected("10.1.0.2", 7), connected("10.1.0.1", 5)],
    NOW_MS,
  );
  expect(addresses.slice(0, 2)).toMatchObject([
    { address: "10.1.0.1", connections: 2, sharesAMinute: 8, since: new Date(NOW_MS - 5) },
    { address: "10.1.0.2", connections: 1, sharesAMinute: 7 },
  ]);
  expect([addresses.length, furtherAddresses]).toEqual([200, 32]);
});

test("at most five mining names are listed per address", () => {
  const names = ["g", "a", "b", "c", "d", "e", "f"];
  const { addresses } = byAddress([connected("::1", 0, names), connected("::1", 0, ["a"])], NOW_MS);
  expect(addresses).toMatchObject([{ names: ["a", "b", "c", "d", "e"], furtherNames: 2 }]);
});

test("the previous minute's weight decreases during the current minute", () => {
  const counts = startCounts(NOW_MS);
  counts.shares = 60;
  rollCounts(counts, NOW_MS + 59_999);
  expect(lastMinute(counts, NOW_MS + 59_999).shares).toBe(60);
  rollCounts(counts, NOW_MS + 60_000);
  counts.shares = 10;
  expect(lastMinute(counts, NOW_MS + 90_000).shares).toBe(40);
  rollCounts(counts, NOW_MS + 120_000);
  expect(lastMinute(counts, NOW_MS + 120_000).shares).toBe(10);
});
