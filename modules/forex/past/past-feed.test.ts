/** Tests that halted instruments are valued at their last price. */
import { instrumentNamed, TICK_MS } from "#market";
import { expect, test } from "vitest";
import { openPastMarket } from "./past-feed.ts";

const at = (time: string) => Date.parse(`2015-01-15T${time}Z`);

test.each(["USD_CHF", "GBP_CHF"])("a halted %s keeps its last price", async (name) => {
  const market = openPastMarket();
  const pair = instrumentNamed(name);
  if (!pair) throw new Error(name);
  const last = (await market.quotesAt(at("09:30:00") - TICK_MS))?.(pair);
  expect(last).toBeDefined();
  for (const time of ["09:30:00", "09:45:00", "09:45:31.4", "10:14:59.8"])
    expect((await market.valuedAt(at(time)))?.(pair)).toEqual(last);
});
