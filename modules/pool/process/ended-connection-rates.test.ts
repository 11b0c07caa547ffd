import { expect, test } from "vitest";
import { createEndedConnectionRates } from "./ended-connection-rates.ts";

const NOW_MS = 1_000_000;

test("a new connection inherits the highest share rate of ended connections", () => {
  const endedRates = createEndedConnectionRates();
  endedRates.leave("203.0.113.9", { level: 400, atMs: NOW_MS }, NOW_MS);
  endedRates.leave("203.0.113.9", { level: 3, atMs: NOW_MS }, NOW_MS);
  endedRates.leave("203.0.113.10", { level: 0, atMs: NOW_MS }, NOW_MS);
  endedRates.leave("2001:db8::1", { level: 40, atMs: NOW_MS }, NOW_MS);
  const levelOf = (address: string) => endedRates.of(address, NOW_MS).level;
  expect(levelOf("::ffff:203.0.113.9")).toBe(400);
  expect(levelOf("203.0.113.10")).toBe(0);
  expect(levelOf("2001:db8::2")).toBe(40);
  endedRates.sweep(NOW_MS + 19_999);
  expect(endedRates.count()).toBe(1);
  endedRates.sweep(NOW_MS + 20_000);
  expect(endedRates.count()).toBe(0);
});
