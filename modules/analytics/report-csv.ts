/**
 * Exports the report by day as CSV (RFC 4180). Every row adds up as on the screen. The row after
 * the last day contains the sums, and the last line the practice label. Cells contain only days and
 * numbers and never user input, so no cell can be a formula.
 */
import { formatScaled, usdText } from "#economics";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import { csvFile } from "#platform";
import { holdingsOn, rateOn, type AnalyticsView } from "./get-report.ts";
import { netOf, type AssetDay, type AssetSum, type Flows } from "./report.ts";
import type { Product } from "./transfer-classes.ts";

/** Product columns. The last column is the sum of products without a separate column. */
const PRODUCT_COLUMNS: readonly (readonly [name: string, products: readonly Product[]])[] = [
  ["Cloud mining", ["cloud_mining"]],
  ["Own miners", ["own_miners"]],
  ["Rigs", ["rigs"]],
  ["Earn", ["earn"]],
  ["Fees", ["fees"]],
  ["Other", ["forex", "other"]],
];
const SUM = [
  "Opening",
  "Contributions",
  "Income",
  "Cost",
  "Withdrawals",
  "Converted",
  "Closing",
] as const;

const HEADER = [
  "Day (UTC)",
  ...SUM.map((name) => `${name} BTC`),
  "Forex desk USD",
  "Forex desk BTC",
  "Have BTC",
  "Put in so far BTC",
  ...PRODUCT_COLUMNS.map(([name]) => `${name} BTC`),
  "Mining payouts BTC",
  "Mining expected BTC",
  ...SUM.map((name) => `${name} USD`),
  "USD per BTC",
];
/** Expected yields are exact to 10^-9 sat, the 17th decimal place of a BTC. */
const NANOSAT_DECIMALS = 17;

/**
 * Returns the CSV with one row per day, oldest first, even for ranges that screens show in weeks.
 */
export function reportCsv(view: AnalyticsView): string {
  const rows = view.days.map((_, index) => dayRow(view, index));
  return csvFile(lineOf(HEADER), [...rows, totalRow(view)].map(lineOf));
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

function dayRow(view: AnalyticsView, index: number): string[] {
  const day = view.days[index];
  if (!day) throw new RangeError(`the report has no day ${index}`);
  return [
    day.day,
    ...sumCells(day.BTC, openingOf(day.BTC), day.BTC.value, BTC_DECIMALS),
    ...holdingCells(view, day),
    ...productCells([day.BTC]),
    btc(day.BTC.mined),
    formatScaled(view.expected.get(day.day) ?? 0n, NANOSAT_DECIMALS),
    ...sumCells(day.USD, openingOf(day.USD), day.USD.value, USD_DECIMALS),
    usdText(rateOn(view, day.day).centsPerBtc),
  ];
}

function totalRow(view: AnalyticsView): string[] {
  const ofBtc = view.days.map(({ BTC }) => BTC);
  const expected = view.days.map(({ day }) => view.expected.get(day) ?? 0n);
  return [
    "Total",
    ...totalCells(view.sums.BTC, BTC_DECIMALS),
    ...holdingCells(view, view.days.at(-1)),
    ...productCells(ofBtc),
    btc(total(ofBtc.map(({ mined }) => mined))),
    formatScaled(total(expected), NANOSAT_DECIMALS),
    ...totalCells(view.sums.USD, USD_DECIMALS),
    usdText(rateOn(view, view.range.to).centsPerBtc),
  ];
}

function totalCells(sum: AssetSum, decimals: number): string[] {
  return sumCells(sum, sum.opening, sum.closing, decimals);
}

function sumCells(flows: Flows, opening: bigint, closing: bigint, decimals: number): string[] {
  const { contributions, income, cost, withdrawals, converted } = flows;
  return [opening, contributions, income, cost, withdrawals, converted, closing].map((amount) =>
    formatAmount(amount, decimals),
  );
}

function productCells(days: readonly AssetDay[]): string[] {
  return PRODUCT_COLUMNS.map(([, products]) =>
    btc(total(days.flatMap((day) => products.map((product) => day.products[product] ?? 0n)))),
  );
}

function holdingCells(view: AnalyticsView, day: AnalyticsView["days"][number] | undefined) {
  if (!day) throw new RangeError("a report has at least one day");
  const { deskCents, deskSats, valueSats, putInSats } = holdingsOn(view, day);
  return [formatAmount(deskCents, USD_DECIMALS), btc(deskSats), btc(valueSats), btc(putInSats)];
}

function openingOf(day: AssetDay): bigint {
  return day.value - netOf(day);
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
