/** Tests order bodies in the form in which client programs send them. */
import { orderRequest, units } from "#api/forex-shapes";
import { expect, test } from "vitest";

const whole = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;

test.each([
  [1_000, "1000"],
  [-1, "-1"],
  ["1000", "1000"],
])("units %j are read as %s", (sent, read) => {
  expect(units.parse(sent)).toBe(read);
});

test.each([1.5, 1e21, Number.NaN, null, true])(
  "units that are not a whole number are rejected: %j",
  (sent) => {
    expect(units.safeParse(sent).success).toBe(false);
  },
);

test("exits accept all of OANDA v20's times in force", () => {
  const gtdTime = "2026-11-30T10:00:00Z";
  const sent = {
    ...whole,
    takeProfitOnFill: { price: "1.2", timeInForce: "GTC" },
    stopLossOnFill: { price: "1.1", timeInForce: "GTD", gtdTime },
    trailingStopLossOnFill: { distance: "0.01", timeInForce: "GFD" },
  };
  expect(orderRequest.parse(sent)).toMatchObject({
    stopLossOnFill: { timeInForce: "GTD", gtdTime: new Date(gtdTime) },
  });
  const isTaken = (timeInForce: string) =>
    orderRequest.safeParse({ ...whole, stopLossOnFill: { price: "1.1", timeInForce } }).success;
  expect(isTaken("FOK")).toBe(false);
});
