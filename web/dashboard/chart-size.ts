/** What both views of "Earned against paid" share: their size, and amounts on their axes. */
import { amountText } from "../amounts/amount-format.ts";
import type { ChartSize } from "../charts/ChartParts.tsx";

export const WIDE: ChartSize = { width: 780, height: 300, right: 668, top: 26, bottom: 274 };
export const NARROW: ChartSize = { width: 312, height: 250, right: 312, top: 24, bottom: 224 };

/** The axis is always in BTC, as its labels say. */
export function btcText(sats: number, isSigned = false): string {
  const { sign, zeros, digits } = amountText(BigInt(Math.round(sats)), "BTC", { isSigned });
  return `${sign}${zeros}${digits}`;
}
