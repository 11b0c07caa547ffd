import { expect, test } from "vitest";
import { networkRates } from "./network-rates.ts";

const NOW_MS = 1_000_000;

/** Returns the number of accepted shares if each address sends as fast as possible. */
function counted(addresses: readonly string[], seconds: number): number {
  const rates = networkRates();
  let count = 0;
  const members = addresses.map((address) => rates.enter(address));
  for (let ms = 0; ms < seconds * 1_000; ms += 20)
    for (const member of members) {
      if (!member.shares(NOW_MS + ms).mayCount) continue;
      member.count(NOW_MS + ms);
      count += 1;
    }
  return count;
}

test.each([
  ["40 connections of one IPv4 address", Array.from({ length: 40 }, () => "203.0.113.9"), 20],
  ["two spellings of one address", ["203.0.113.9", "::ffff:203.0.113.9"], 20],
  ["addresses of one /64", ["2001:db8:1:2::1", "2001:db8:1:2:3::4", "2001:db8:1:2::5"], 20],
  ["/64 networks of one /56", ["0", "1", "2", "3"].map((one) => `2001:db8:42:${one}::1`), 40],
  [
    "/56 networks of one /48",
    Array.from({ length: 12 }, (_, place) => `2001:db8:42:${place.toString(16)}00::1`),
    80,
  ],
  ["40 connections of a private address", Array.from({ length: 40 }, () => "192.168.1.7"), 100],
])("%s share one rate limit", (_name, addresses, perSecond) => {
  const seconds = 90;
  const burst = 30 * perSecond;
  const count = counted(addresses, seconds);
  expect(count).toBeGreaterThan(0.95 * seconds * perSecond);
  expect(count).toBeLessThanOrEqual(seconds * perSecond + burst);
});

test("a connection's fair share decreases with each further connection of its network", () => {
  const rates = networkRates();
  const members = Array.from({ length: 40 }, () => rates.enter("203.0.113.9"));
  const fairOf = (place: number) => members[place]?.shares(NOW_MS).fairPerSecond;
  expect(fairOf(0)).toBe(0.5);
  expect(rates.enter("203.0.113.10").shares(NOW_MS).fairPerSecond).toBe(20);
  for (const member of members.slice(1)) member.leave();
  expect(fairOf(0)).toBe(20);
});

test("a network's rate is kept after its last connection until it reaches zero", () => {
  const rates = networkRates();
  const member = rates.enter("203.0.113.9");
  for (let count = 0; count < 400; count += 1) member.count(NOW_MS);
  member.leave();
  rates.sweep(NOW_MS + 19_999);
  expect(rates.size()).toBe(1);
  rates.sweep(NOW_MS + 20_000);
  expect(rates.size()).toBe(0);
});
