/**
 * Packs the candles of many days into few bytes: the differences between consecutive days, column
 * by column, compressed. zlib compresses them in a separate thread, so the event loop is not
 * blocked.
 */
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Candle } from "#market";
import { candleFrom, PRICES, pricesOf } from "./packed-candle.ts";

/** Numbers per day: the prices and the volume, which is 0 if the day has no candle. */
export const DAY_NUMBERS = PRICES + 1;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

export function writeDay(numbers: Int32Array, at: number, candle: Candle): void {
  numbers.set(pricesOf(candle), at);
  numbers[at + PRICES] = candle.volume;
}

/** Returns a day's candle, or undefined if there is none. */
export function readDay(numbers: Int32Array, at: number, timeMs: number): Candle | undefined {
  const volume = numbers[at + PRICES] ?? 0;
  if (volume === 0) return undefined;
  return { ...candleFrom(numbers, at), timeMs, volume, complete: true };
}

export async function packDays(numbers: Int32Array): Promise<Buffer> {
  const days = numbers.length / DAY_NUMBERS;
  const differences = new DataView(new ArrayBuffer(numbers.byteLength));
  let at = 0;
  for (let column = 0; column < DAY_NUMBERS; column += 1) {
    let before = 0;
    for (let day = 0; day < days; day += 1, at += Int32Array.BYTES_PER_ELEMENT) {
      const number = numbers[day * DAY_NUMBERS + column] ?? 0;
      differences.setInt32(at, number - before, true);
      before = number;
    }
  }
  return deflate(differences);
}

/** Returns undefined if the bytes are not those of this number of days. */
export async function unpackDays(packed: Buffer, days: number): Promise<Int32Array | undefined> {
  const length = days * DAY_NUMBERS * Int32Array.BYTES_PER_ELEMENT;
  const bytes = await inflate(packed, { maxOutputLength: length + 1 }).catch(() => undefined);
  if (bytes?.length !== length) return undefined;
  const differences = new DataView(bytes.buffer, bytes.byteOffset, length);
  const numbers = new Int32Array(days * DAY_NUMBERS);
  let at = 0;
  for (let column = 0; column < DAY_NUMBERS; column += 1) {
    let number = 0;
    for (let day = 0; day < days; day += 1, at += Int32Array.BYTES_PER_ELEMENT) {
      number += differences.getInt32(at, true);
      numbers[day * DAY_NUMBERS + column] = number;
    }
  }
  return numbers;
}
