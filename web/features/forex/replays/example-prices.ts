/** Creates an example price file: an invented hour of EUR/USD in one-minute candles. */
const MINUTES = 60;
const FIRST_MS = Date.UTC(2024, 2, 6, 13, 0);

export const EXAMPLE = ["time,o,h,l,c,spread", ...Array.from({ length: MINUTES }, line)]
  .map((text) => `${text}\r\n`)
  .join("");

/** Returns one line of the file. Computes in points of 0.00001, so that prices need no rounding. */
function line(_: unknown, minute: number): string {
  const time = new Date(FIRST_MS + minute * 60_000).toISOString().replace(".000", "");
  const open = priceOf(minute);
  const close = priceOf(minute + 1);
  const points = [open, Math.max(open, close) + 4, Math.min(open, close) - 3, close];
  return [time, ...points.map((price) => (price / 1e5).toFixed(5)), "1.0"].join(",");
}

function priceOf(minute: number): number {
  return 108_600 + ((minute * 37) % 23) - 11 + minute;
}
