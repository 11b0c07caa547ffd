/**
 * Tests that many requests share one query for the node's fee rate, which is repeated after a new
 * block because the rate may have changed.
 */
import { createBus } from "#platform";
import { expect, test } from "vitest";
import { feeRateAsker } from "./fees.ts";

test("requests within a second share one rate until the next block", async () => {
  const bus = createBus();
  let requests = 0;
  const node = {
    estimateFeeRateSatsPerKvb: async () => {
      requests += 1;
      return 10_000n * BigInt(requests);
    },
  };
  const ask = feeRateAsker({ node, bus });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([10_000n, 10_000n, 10_000n]);
  expect(await ask()).toBe(10_000n);
  bus.publish("block", { height: 1, hash: "00" });
  expect(await ask()).toBe(20_000n);
  expect(requests).toBe(2);
});
