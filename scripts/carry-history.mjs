// Writes the built-in series, core/economics/carried-series/series.json, from the two published
// files that docs/history.md describes:
//   node scripts/carry-history.mjs bitcoin-retargets.csv btc-usd-daily.csv
import { readFileSync, writeFileSync } from "node:fs";

const OUT = "core/economics/carried-series/series.json";
const DAY_MS = 86_400_000;

const [headersFile, pricesFile] = process.argv.slice(2);
const rows = (file) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","));

const headers = rows(headersFile);
// The day of the last header is incomplete, because the difficulty changed during that day.
const end = new Date(Date.parse(headers.at(-1)[1]) - DAY_MS).toISOString().slice(0, 10);
const prices = rows(pricesFile).filter(([day]) => day <= end);
const months = Map.groupBy(prices, ([day]) => day.slice(0, 7));
const cents = ([, usd]) => String(Math.round(Number(usd) * 100));
const series = {
  prices: {
    source: '"Bitcoin Weigh-In" dataset v1.0.1',
    licence: "CC BY 4.0",
    unit: "US cents per BTC, one a UTC day",
    firstDay: prices[0][0],
    months: Object.fromEntries(
      [...months].map(([month, days]) => [month, days.map(cents).join(" ")]),
    ),
  },
  headers: {
    source: "the Bitcoin chain itself",
    firstHeight: Number(headers[0][0]),
    step: 2016,
    bytes: headers.map(([, , , hex]) => hex),
  },
};
writeFileSync(OUT, `${JSON.stringify(series, null, 2)}\n`);
