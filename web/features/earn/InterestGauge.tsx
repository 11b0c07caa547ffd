/**
 * Draws a plan's interest as a gauge above a line that represents the user's own coins. The
 * interest is hatched because it is not paid yet. All plans on a page share one scale.
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

/** Returns the interest on one coin over the term in satoshis, used only for bar lengths. */
function shareOf(product: Product): number {
  return Number(estimateSats(product, WHOLE_SATS));
}

/**
 * Formats the interest over the term as a percentage of the coins, with two decimals. Rounded down,
 * like the interest itself.
 */
function percentText(product: Product): string {
  return formatAmount(estimateSats(product, WHOLE_SATS) / 10_000n, 2);
}
