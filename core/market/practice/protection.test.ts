/**
 * Shows that negative balance protection, the only benefit that the platform gives for free, costs
 * less than the mark-up earns. Prices can jump past a stop-out only in the gap after closed hours,
 * and half the margin buffers this jump. Every position held into the gap pays that night's
 * mark-up. For each pair, the mark-up is worth more than the protection, by a bound that applies to
 * any sum of coin tosses: the probability of exceeding t is at most exp(-t^2 / 2 variance)
 * (Hoeffding). Holding several positions brings no advantage, because the excess of a sum is at
 * most the sum of the excesses.
 */
import { describe, expect, test } from "vitest";
import { FOREIGN_CURRENCIES, PAIRS, type Instrument } from "#market";
import { GAP_SPREAD, GAP_VARIANCE } from "../path/sessions.ts";
import { DAILY_MOVES, DAY_SIZES, LEVELS } from "./model.ts";
import { DOLLAR } from "./practice-day.ts";

/** Yearly mark-up in the desk's initial terms. */
const MARK_UP = 0.01;
/**
 * Safety factor, because the value of a position with an entry far from the mid depends more on one
 * of its two currencies.
 */
const ENTRY_MARGIN = 1.1;
/** Maximum spread as a multiple of its base. */
const SPREAD_NOISE = 1.5;

/** A pair's daily deviation as a share of its price. */
function deviationOf({ columns }: Instrument): number {
  const [base = [], quote = []] = columns.map((column) => DAILY_MOVES[column] ?? []);
  const moves = FOREIGN_CURRENCIES.map((_, factor) => (base[factor] ?? 0) - (quote[factor] ?? 0));
  return Math.sqrt(moves.reduce((sum, move) => sum + (move / 1e9) ** 2, 0));
}

/**
 * Upper bound for the expected loss beyond the buffer over all gap sizes, as a share of the
 * position's value.
 */
function expectedBeyond(cushion: number, deviation: number): number {
  const bounds = DAY_SIZES.map((size) => {
    const ofGap = deviation * ENTRY_MARGIN * (size / 1_000) * Math.sqrt(GAP_VARIANCE);
    const step = ofGap / 500;
    let area = 0;
    for (let t = cushion; t < cushion + 12 * ofGap; t += step)
      area += Math.exp(-(t ** 2) / (2 * ofGap ** 2)) * step;
    return area;
  });
  return bounds.reduce((sum, bound) => sum + bound, 0) / bounds.length;
}

function priceOf({ columns }: Instrument): number {
  const [base = DOLLAR, quote = DOLLAR] = columns.map((column) => LEVELS[column] ?? DOLLAR);
  return base / quote;
}

describe("negative balance protection, which must cost less than the night's mark-up", () => {
  test.each(PAIRS.map((pair) => [pair.name, pair] as const))("%s", (_, pair) => {
    const spread = (pair.spreadTenths / 10) * 10 ** pair.pipLocation * GAP_SPREAD * SPREAD_NOISE;
    const cushion = pair.marginRate / 1e7 / 2 - spread / 2 / priceOf(pair);
    const worth = expectedBeyond(cushion, deviationOf(pair));
    expect(worth).toBeLessThan(MARK_UP / 365);
  });
});
