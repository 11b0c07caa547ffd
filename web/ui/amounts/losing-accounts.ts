/**
 * Sentence about the share of losing accounts, which regulators require brokers to publish. Shown
 * on the landing page, at the desk and before each order.
 */
import { wholeText, withMarks } from "../preferences/number-marks.ts";

export interface LosingFigures {
  readonly losingAccountsPercent12m: string | null;
  readonly countedAccounts12m: number;
}

export const losingTexts = {
  tooFew: "Share of losing accounts: not enough accounts to tell.",
  how: "Result: equity now, minus equity 12 months ago, minus net deposits. Anonymous accounts and replays are not counted.",
} as const;

export function losingAccountsText(figures: LosingFigures): string {
  const { losingAccountsPercent12m: percent, countedAccounts12m: count } = figures;
  if (percent === null) return losingTexts.tooFew;
  return `${withMarks(percent)} % of ${wholeText(count)} practice accounts lost money in 12 months`;
}
