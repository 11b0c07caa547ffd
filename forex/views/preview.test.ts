/** What an order would do, shown before it is placed. */
import { instrumentNamed, PRICE_MAX, priceText } from "#market";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/database.ts";
import { deskParts, order, trader } from "../../test/support/forex.ts";
import { previewOrder } from "./preview.ts";

const file = fileDatabase();
const instrument = "USD_JPY";

test("a price to wait for near nothing, or the highest there is, is valued by a price", async () => {
  const parts = deskParts(file.database);
  const userId = await trader(parts);
  await order(parts, userId, { units: "1000", instrument });
  const limit = (price: string) =>
    previewOrder(parts, userId, { type: "LIMIT", instrument, units: "-1000", price });
  for (const price of ["0.007", "0.001"]) {
    const { reason, realisedCents } = await limit(price);
    expect(reason).toBeNull();
    // What is sold for next to nothing has lost nearly all of many times its worth in yen.
    expect(realisedCents).toBeLessThan(0n);
  }
  const pair = instrumentNamed(instrument);
  const highest = pair ? priceText(PRICE_MAX, pair) : "";
  const { reason, realisedCents } = await limit(highest);
  expect(reason).toBeNull();
  expect(realisedCents).toBeGreaterThan(0n);
});
