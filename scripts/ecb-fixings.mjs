// Writes core/market/fixings/ecb-fixings.ts and core/market/practice/model.ts from the ECB's daily
// reference rates:
//   node scripts/ecb-fixings.mjs eurofxref-hist.csv
// The input is the unpacked https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip.
// docs/forex.md describes how the data is selected and stored.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOM = join(import.meta.dirname, "..", "core", "market");
const COLUMNS = ["USD", "GBP", "AUD", "NZD", "CAD", "CHF", "JPY", "SEK", "NOK", "PLN"];
const DECIMALS = [4, 5, 4, 4, 4, 4, 2, 5, 4, 4];
const DAY_MS = 86_400_000;
/**
 * Number of days from which volatility and correlation are computed, and number of preceding days
 * with which the size of a day's moves is compared.
 */
const MODEL_DAYS = 250;
const TRAILING_DAYS = 60;
const QUANTILES = 64;

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write("usage: node scripts/ecb-fixings.mjs eurofxref-hist.csv\n");
  process.exit(1);
}

const lines = readFileSync(path, "utf8").trim().split(/\r?\n/);
const head = lines[0].split(",");
const rows = lines
  .slice(1)
  .map((line) => line.split(","))
  .map((cells) => ({
    day: Date.parse(`${cells[0]}T00:00:00Z`) / DAY_MS,
    rates: COLUMNS.map((currency, column) => whole(cells[head.indexOf(currency)], column)),
  }))
  .toSorted((a, b) => a.day - b.day);

writeFixings();
writeModel();

function whole(text, column) {
  const [integer, fraction = ""] = text.split(".");
  const kept = fraction.replace(/0+$/, "");
  if (!/^\d+$/.test(integer) || kept.length > DECIMALS[column])
    throw new Error(`${text} has more than ${DECIMALS[column]} decimals or is not a rate`);
  return Number(integer + kept.padEnd(DECIMALS[column], "0"));
}

/**
 * Writes the differences from the previous row, as signed variable-length numbers with seven bits
 * per byte.
 */
function writeFixings() {
  const bytes = [];
  const write = (number) => {
    let left = number < 0 ? -2 * number - 1 : 2 * number;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
  };
  let before = { day: 0, rates: COLUMNS.map(() => 0) };
  for (const row of rows) {
    write(row.day - before.day);
    row.rates.forEach((rate, column) => write(rate - before.rates[column]));
    before = row;
  }
  writeFileSync(
    join(ROOM, "fixings", "ecb-fixings.ts"),
    `/**
 * ${rows.length} rows of daily euro reference rates, ${dateOf(rows[0])} to ${dateOf(rows.at(-1))}.
 * Source: European Central Bank, https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip;
 * reuse allowed with the source named. Written by scripts/ecb-fixings.mjs and read by fixings.ts.
 * Loaded only when a user replays a day.
 */
export const ECB_FIXINGS =
  "${Buffer.from(bytes).toString("base64")}";
`,
  );
}

/**
 * Writes the levels of the newest day, the square root of the moves' covariance, and the
 * distribution of day sizes.
 */
function writeModel() {
  const last = rows.at(-1);
  const values = rows.map(({ rates }) => dollars(rates));
  const moves = values.slice(1).map((row, index) => row.map((v, c) => v / values[index][c] - 1));
  const recent = moves.slice(-MODEL_DAYS);
  const covariance = COLUMNS.map((_, a) =>
    COLUMNS.map((__, b) => recent.reduce((sum, m) => sum + m[a] * m[b], 0) / MODEL_DAYS),
  );
  const factor = squareRoot(covariance).map((row) => row.map((entry) => Math.round(entry * 1e9)));
  const levels = values.at(-1).map((value) => Math.round(value * 1e12));
  const text = `/**
 * Parameters of the practice market, modelled on the ECB's daily rates: levels of ${dateOf(last)},
 * volatility and correlation of the ${MODEL_DAYS} previous rows, and the size of days since 1999.
 * They do not determine the direction of a price. Source: European Central Bank. Written by
 * scripts/ecb-fixings.mjs.
 */

/** Date of the levels. */
export const MODEL_DATE = "${dateOf(last)}";

/** USD of one EUR, GBP, AUD, NZD, CAD, CHF, JPY, SEK, NOK, PLN, in 10^-12. */
export const LEVELS: readonly number[] = ${JSON.stringify(levels)};

/**
 * Each row contains a currency's daily move in 10^-9 for independent factors of variance 1. It is
 * the symmetric square root of the covariance, so that every currency moves slightly with every
 * factor.
 */
export const DAILY_MOVES: readonly (readonly number[])[] = ${JSON.stringify(factor)};

/**
 * ${QUANTILES} quantiles of the size of a day relative to the ${TRAILING_DAYS} days before it, in
 * thousandths, with a mean square of 1. Most days are calmer than the mean, and the largest are
 * several times as large.
 */
export const DAY_SIZES: readonly number[] = ${JSON.stringify(daySizes(moves))};
`;
  writeFileSync(join(ROOM, "practice", "model.ts"), text);
}

function dollars(rates) {
  const usd = rates[0] / 10 ** DECIMALS[0];
  return rates.map((rate, column) => (column === 0 ? usd : usd / (rate / 10 ** DECIMALS[column])));
}

/** Computes the symmetric square root of a covariance matrix, by Jacobi rotations. */
function squareRoot(matrix) {
  const size = matrix.length;
  const values = matrix.map((row) => [...row]);
  const vectors = matrix.map((_, a) => matrix.map((__, b) => (a === b ? 1 : 0)));
  for (let sweep = 0; sweep < 50; sweep += 1)
    for (let a = 0; a < size; a += 1)
      for (let b = a + 1; b < size; b += 1) {
        const angle = Math.atan2(2 * values[a][b], values[b][b] - values[a][a]) / 2;
        const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
        const turn = (first, second) => [
          cosine * first - sine * second,
          sine * first + cosine * second,
        ];
        for (const row of [...values, ...vectors]) [row[a], row[b]] = turn(row[a], row[b]);
        for (let k = 0; k < size; k += 1)
          [values[a][k], values[b][k]] = turn(values[a][k], values[b][k]);
      }
  return matrix.map((_, a) =>
    matrix.map((__, b) =>
      values.reduce((sum, row, k) => sum + vectors[a][k] * Math.sqrt(row[k]) * vectors[b][k], 0),
    ),
  );
}

/**
 * Returns the root mean square over the currencies of each day's move, relative to the moves of the
 * preceding days.
 */
function daySizes(moves) {
  const sizes = moves.slice(TRAILING_DAYS).map((move, index) => {
    const before = moves.slice(index, index + TRAILING_DAYS);
    const squares = move.map((m, c) => {
      const variance = before.reduce((sum, b) => sum + b[c] ** 2, 0) / TRAILING_DAYS;
      return m ** 2 / variance;
    });
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  });
  const sorted = sizes.toSorted((a, b) => a - b);
  const picked = Array.from(
    { length: QUANTILES },
    (_, index) => sorted[Math.floor(((index + 0.5) / QUANTILES) * sorted.length)],
  );
  const scale = Math.sqrt(picked.reduce((sum, size) => sum + size ** 2, 0) / QUANTILES);
  return picked.map((size) => Math.round((size / scale) * 1000));
}

function dateOf({ day }) {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
