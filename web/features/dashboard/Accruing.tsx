/** What accrues until the next payout, counted each second; dashed: it is not paid yet. */
import type { Mining } from "../mining/reference/reference-terms.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { accruedNanosats, type Payout } from "./earned-today.ts";
import { dashboardTexts as texts } from "./strings.ts";

const MILLISATS = 1_000_000n;

export function Accruing(props: { mining: Mining; payouts: readonly Payout[] | undefined }) {
  const now = useNow(1000);
  if (!props.mining.isMining || props.payouts === undefined) return null;
  const millisats = accruedNanosats(props.mining, props.payouts, now) / MILLISATS;
  const sats = `${millisats / 1000n}.${String(millisats % 1000n).padStart(3, "0")}`;
  return (
    <span className="border-b border-dashed border-line-control text-sm whitespace-nowrap text-fg-2">
      {texts.accruing(sats)}
    </span>
  );
}
