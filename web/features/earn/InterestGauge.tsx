/**
 * The floor of a plan is the coins that go in and come back; its interest stands on them, hatched
 * until it is paid. All plans of a page are in one scale.
 */
import { formatAmount } from "#money";
import { BreakEvenGauge, GAIN_PX_MAX } from "../../ui/figures/BreakEvenGauge.tsx";
import { DAYS_AHEAD, estimateSats, type Product } from "./earn-terms.ts";
import { earnTexts as texts } from "./strings.ts";

const WHOLE_SATS = 100_000_000n;

export function InterestGauge({ product, all }: { product: Product; all: readonly Product[] }) {
  const best = Math.max(...all.map(shareOf), 1);
  const { durationDays } = product;
  return (
    <BreakEvenGauge
      floor={texts.yourCoins}
      up={(GAIN_PX_MAX * shareOf(product)) / best}
      figure={<span className="text-up">+{percentText(product)}%</span>}
      note={durationDays === null ? texts.shareAndOn(DAYS_AHEAD) : texts.share(durationDays)}
    />
  );
}

/** Interest of one coin over the term, in satoshis: for lengths alone. */
function shareOf(product: Product): number {
  return Number(estimateSats(product, WHOLE_SATS));
}

/** Of the coins, over the term; two decimals, rounded down as the interest is. */
function percentText(product: Product): string {
  return formatAmount(estimateSats(product, WHOLE_SATS) / 10_000n, 2);
}
