/**
 * A place in PostgreSQL's write-ahead log, as PostgreSQL writes it: two hexadecimal numbers of 32
 * bits, `16/B374D848`. What was committed before a place is in every server that has come as far.
 */

/** Bytes since the log began. */
export type WalPosition = bigint;

const HALF_BITS = 32n;
const FORM = /^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i;

/** Undefined for what is none. */
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
