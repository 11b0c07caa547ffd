/**
 * Parses positions in PostgreSQL's write-ahead log. PostgreSQL writes a position as two hexadecimal
 * numbers of 32 bits, `16/B374D848`. A server that has replayed a position has every commit before
 * that position.
 */

/** A position as the number of bytes since the start of the log. */
export type WalPosition = bigint;

const HALF_BITS = 32n;
const FORM = /^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i;

/** Parses a position. Returns undefined if the text is not a position. */
export function readPosition(text: string): WalPosition | undefined {
  if (!FORM.test(text)) return undefined;
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << HALF_BITS) | BigInt(`0x${low}`);
}

export function positionText(position: WalPosition): string {
  const high = position >> HALF_BITS;
  const low = position - (high << HALF_BITS);
  return `${high.toString(16)}/${low.toString(16)}`.toUpperCase();
}
