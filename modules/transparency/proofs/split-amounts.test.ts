/** Tests that splitting loses no satoshi and uses every place once. */
import { expect, test } from "vitest";
import { splitAmounts } from "./split-amounts.ts";

test.each([1, 2, 500])("the parts of %i amounts sum to the amounts", async (count) => {
  const amounts = Array.from({ length: count }, (_, index) => ({
    userId: `user-${index}`,
    sats: 1n + BigInt(index) * 10n ** 12n,
  }));
  const placed = await splitAmounts(amounts);
  expect(placed.map(({ userId }) => userId)).toEqual(amounts.map(({ userId }) => userId));
  for (const [index, { sats, places, accountNumber }] of placed.entries()) {
    expect(sats.reduce((sum, part) => sum + part, 0n)).toBe(amounts[index]?.sats);
    expect(sats.every((part) => part >= 0n)).toBe(true);
    expect(places).toHaveLength(sats.length);
    expect(accountNumber).toBe(BigInt(index + 1));
  }
  const places = placed.flatMap((one) => one.places).toSorted((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: count * 2 }, (_, index) => index));
});

test("the places are in random order", async () => {
  const amounts = Array.from({ length: 200 }, (_, index) => ({ userId: `${index}`, sats: 5n }));
  const placesOf = async () =>
    (await splitAmounts(amounts)).flatMap(({ places }) => places).join(" ");
  expect(await placesOf()).not.toBe(await placesOf());
});

test("an amount just below 2^63 is split without loss", async () => {
  const most = 2n ** 63n - 1n;
  const [placed] = await splitAmounts([{ userId: "rich", sats: most }]);
  expect(placed?.sats.reduce((sum, part) => sum + part, 0n)).toBe(most);
});
