/** A correction as administrators see it, and its sum in words. */
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Adjustment = ApiAnswer<"listAdjustments">["items"][number];

/** `0.05000000 BTC`, without the sign: for sentences and names of buttons. */
export function sumText({ asset, amountSats, amountCents }: Adjustment): string {
  const [amount, decimals] =
    amountSats === null ? [amountCents ?? 0, USD_DECIMALS] : [amountSats, BTC_DECIMALS];
  return `${formatAmount(BigInt(Math.abs(amount)), decimals)} ${asset}`;
}
