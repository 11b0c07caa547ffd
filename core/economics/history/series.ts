/**
 * Computes each day's difficulty, subsidy and price, and their prefix sums. Charts use floats, and
 * so do decisions that rounding errors cannot change. All other decisions use whole numbers.
 *   coin(t)  = subsidy sats x 10^18 / difficulty, rounded half up: the only rounding of a day
 *   index(t) = coin(t) x price in cents
 */
import { nearest } from "../conversion.ts";
import { epochDayOfSeconds } from "./day.ts";
import { readHeader, RETARGET_BLOCKS, TARGET_OF_ONE, type Header } from "./header.ts";
import { runningSum, type RunningSum } from "./running-sum.ts";
import { subsidySatsOn } from "./subsidy.ts";

const COIN_UNITS = 10n ** 18n;

export interface SeriesParts {
  /** UTC day of the first price, in days since 1970. */
  readonly firstDay: number;
  /** One price per day in US cents, without gaps, because missing prices are filled forward. */
  readonly cents: readonly number[];
  /** 80-byte block headers in hex, one for each difficulty change from height 2016 on. */
  readonly headers: readonly string[];
  /** Days whose price was filled forward from the previous day. */
  readonly carriedDays?: readonly number[];
}

export interface Series {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly days: number;
  readonly cents: readonly bigint[];
  readonly coins: readonly bigint[];
  readonly coinSums: RunningSum;
  readonly indexSums: RunningSum;
  readonly headers: readonly Header[];
  /** For each day, the index in `headers` of the header that defines the day's difficulty. */
  readonly headerOf: Int32Array;
  readonly price: Float64Array;
  readonly difficulty: Float64Array;
  /** Reciprocal of each day's index. */
  readonly perIndex: Float64Array;
  readonly carriedDays: readonly number[];
}

/**
 * Builds the series, from the day of the first price to the last full day before the last header.
 * Throws a RangeError for invalid source data. Callers validate uploads first, so that users see
 * earlier and more specific errors.
 */
export function buildSeries(parts: SeriesParts): Series {
  const headers = parts.headers.map(headerAt);
  const last = headers.at(-1);
  if (last === undefined) throw new RangeError("no headers");
  const lastDay = Math.min(
    parts.firstDay + parts.cents.length - 1,
    epochDayOfSeconds(last.time) - 1,
  );
  const days = lastDay - parts.firstDay + 1;
  const headerOf = headersOfDays(headers, parts.firstDay, days);
  const target = (at: number): bigint => headers[headerOf[at] ?? 0]?.target ?? 0n;
  const cents = parts.cents.slice(0, days).map(BigInt);
  const coins = cents.map((_, at) =>
    nearest(BigInt(subsidySatsOn(parts.firstDay + at)) * COIN_UNITS, target(at), TARGET_OF_ONE),
  );
  const index = coins.map((coin, at) => coin * (cents[at] ?? 0n));
  return {
    firstDay: parts.firstDay,
    lastDay,
    days,
    cents,
    coins,
    coinSums: runningSum(coins),
    indexSums: runningSum(index),
    headers,
    headerOf,
    price: Float64Array.from(cents, (one) => Number(one) / 100),
    difficulty: Float64Array.from(cents, (_, at) => Number(TARGET_OF_ONE) / Number(target(at))),
    perIndex: Float64Array.from(index, (one) => 1 / Number(one)),
    carriedDays: (parts.carriedDays ?? []).filter((day) => day <= lastDay),
  };
}

function headerAt(hex: string, at: number): Header {
  const header = readHeader(hex, (at + 1) * RETARGET_BLOCKS);
  if (header === undefined) throw new RangeError(`header ${at} cannot be read`);
  return header;
}

/** Returns the index of each day's header: the last header at or before 00:00 UTC. */
function headersOfDays(headers: readonly Header[], firstDay: number, days: number): Int32Array {
  const places = new Int32Array(days);
  let place = -1;
  for (let at = 0; at < days; at += 1) {
    const begin = (firstDay + at) * 86_400;
    while ((headers[place + 1]?.time ?? Number.POSITIVE_INFINITY) <= begin) place += 1;
    if (place < 0) throw new RangeError("the first day is before the first header");
    places[at] = place;
  }
  return places;
}
