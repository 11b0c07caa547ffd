import { expect, test } from "vitest";
import type { ShownTrade } from "./lines.ts";
import { marksOf } from "./marks.ts";

test("an old trade's financing marks are limited to the loaded candles", () => {
  const trade = {
    instrument: "EUR_USD",
    initialUnits: 1_000,
    price: "1.20000",
    openedAt: "2004-01-05T12:00:00Z",
    closedAt: null,
    closePrice: null,
  } as ShownTrade;
  const bars = ["2016-03-08T12:00:00Z", "2016-03-09T12:00:00Z"].map((time) => ({
    time: Date.parse(time) / 1_000,
    open: 1.1,
    high: 1.1,
    low: 1.1,
    close: 1.1,
  }));
  const marks = marksOf("EUR_USD", [trade], { bars, granularity: "H1" });
  expect(marks.map(({ kind }) => kind)).toEqual(["financed"]);
});
