/** Formats the figures of an analysis. */
import { formatAmount, parseAmount } from "#money";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { analysisTexts as texts } from "./strings.ts";

export type AnalysisAnswer = ApiAnswer<"getForexAnalysis">;
export type AnalysisRow = AnalysisAnswer["habits"]["stops"][number];
export type AnalysisFigures = AnalysisAnswer["figures"];
type Estimate = AnalysisFigures["winRate"];

const RATIO_DECIMALS = 4;
const PERCENT_DECIMALS = 2;

/** Formats a quotient: `1.3333` as `1.33`. */
export function ratioText(value: string | null): string {
  return value === null ? texts.none : decimalText(value, 2);
}

/** Formats a quotient with a plus sign if it is above zero: `0.2500` as `+0.25`. */
export function signedRatioText(value: string | null): string {
  const text = ratioText(value);
  return /^[0.,]*$/.test(text) || value?.startsWith("-") || value === null ? text : `+${text}`;
}

/** Formats a share: `0.4567` as `45.7 %`. */
export function percentText(value: string | null): string {
  const share = value === null ? undefined : parseAmount(value.replace("-", ""), RATIO_DECIMALS);
  if (value === null || share === undefined) return texts.none;
  const percent = formatAmount(value.startsWith("-") ? -share : share, PERCENT_DECIMALS);
  return `${decimalText(percent, 1)} %`;
}

export function centsText(cents: number | null): string {
  return cents === null ? texts.none : usdText(BigInt(cents), { isSigned: true });
}

/** Formats a 95 % interval. Undefined if the figure has none. */
export function intervalText(
  { low, high }: Pick<Estimate, "low" | "high">,
  text: (value: string) => string,
): string | undefined {
  return low === null || high === null ? undefined : texts.interval(text(low), text(high));
}

export function centsInterval({
  lowCents,
  highCents,
}: AnalysisFigures["expectancy"]): string | undefined {
  return lowCents === null || highCents === null
    ? undefined
    : texts.interval(centsText(lowCents), centsText(highCents));
}
