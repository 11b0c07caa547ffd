/**
 * Formats and parses the cursor of a statement: for each account, the version of the oldest entry
 * already shown.
 */
import type { Asset } from "./accounts.ts";

export type Positions = Record<Asset, Record<"available" | "held", bigint>>;

const START = 2n ** 63n - 1n;
const POSITION = String.raw`(\d{1,18}|s)`;
const CURSOR = new RegExp(`^${[POSITION, POSITION, POSITION, POSITION].join("\\.")}$`);

/** Parses a cursor. Throws RangeError unless the text has the format of `writeCursor`. */
export function readCursor(text: string | undefined): Positions {
  const match = CURSOR.exec(text ?? "s.s.s.s");
  if (!match) throw new RangeError("malformed cursor");
  const position = (group: number): bigint => {
    const digits = match[group];
    return digits === undefined || digits === "s" ? START : BigInt(digits);
  };
  return {
    BTC: { available: position(1), held: position(2) },
    USD: { available: position(3), held: position(4) },
  };
}

export function writeCursor({ BTC, USD }: Positions): string {
  return [BTC.available, BTC.held, USD.available, USD.held]
    .map((version) => (version === START ? "s" : String(version)))
    .join(".");
}
