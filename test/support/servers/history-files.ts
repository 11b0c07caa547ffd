/**
 * Builds the two files that the time machine reads, in the format in which they are published, from
 * the days that the product includes.
 */
import { carriedParts } from "#economics/carried-series";
import { dayText } from "#economics/history";

const parts = carriedParts();

/** Returns the block header file. By default it contains the headers that the product includes. */
export function headersFile(headers: readonly string[] = parts.headers): string {
  const rows = headers.map((hex, place) => {
    const time = Number.parseInt(reversed(hex.slice(136, 144)), 16);
    const text = new Date(time * 1_000).toISOString().replace(".000", "");
    return `${(place + 1) * 2_016},${text},${reversed(hex.slice(144, 152))},${hex}`;
  });
  return ["height,time,bits,header_hex", ...rows, ""].join("\n");
}

function reversed(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join("");
}

/**
 * Returns the price file with all prices that the product includes, followed by the rows in `more`.
 */
export function pricesFile(more: readonly string[] = []): string {
  const rows = parts.cents.map(
    (cents, place) => `${dayText(parts.firstDay + place)},${(cents / 100).toFixed(2)}`,
  );
  return ["date,usd", ...rows, ...more, ""].join("\n");
}
