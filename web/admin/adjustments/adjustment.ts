/** Defines a correction as shown to administrators and formats its amount. */
import { btcText, usdText } from "../../ui/amounts/amount-format.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Adjustment = ApiAnswer<"listAdjustments">["items"][number];

/** Formats the amount without a sign, such as `0.05000000 BTC`, for sentences and button names. */
export function sumText({ asset, amountSats, amountCents }: Adjustment): string {
  const size =
    amountSats === null
      ? usdText(BigInt(Math.abs(amountCents ?? 0)))
      : btcText(Math.abs(amountSats));
  return `${size} ${asset}`;
}
