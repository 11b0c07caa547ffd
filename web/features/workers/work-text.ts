/** Formats work, share difficulties and fractions of a satoshi. */
import { formatScaled } from "#economics";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { withMarks, wholeText } from "../../ui/preferences/number-marks.ts";
import { workerTexts as texts } from "./strings.ts";

const SUFFIXES = ["", "k", "M", "G", "T", "P"] as const;
const NANOSAT_DECIMALS = 9;
const MICRO_DECIMALS = 6;

/** Formats a difficulty with three significant digits, such as `0.00002`, `1.23` or `65.5 k`. */
export function difficultyFigure(decimal: string): string {
  let value = Number(decimal);
  let place = 0;
  // Show a value that would round to 1000 as 1.00 with the next suffix.
  while (value >= 999.5 && place < SUFFIXES.length - 1) {
    value /= 1_000;
    place += 1;
  }
  const digits = value > 0 && value < 0.001 ? value.toFixed(MICRO_DECIMALS) : figures(value);
  const suffix = SUFFIXES[place] ?? "";
  return withMarks(suffix === "" ? digits : `${digits} ${suffix}`);
}

function figures(value: number): string {
  return value === 0 ? "0" : value.toPrecision(3);
}

/** Formats a whole number of 10^-9 sat as satoshis with nine decimals, such as `1.262334567`. */
export function satsFigure(nanosats: bigint): string {
  const digits = nanosats.toString().padStart(NANOSAT_DECIMALS + 1, "0");
  return withMarks(`${digits.slice(0, -NANOSAT_DECIMALS)}.${digits.slice(-NANOSAT_DECIMALS)}`);
}

const FIGURES = 3;

/**
 * Formats satoshis rounded down to three decimals, or below one satoshi to three significant
 * digits: `1.262`, `0.000757`. Statements show all nine decimals.
 */
export function shortSats(nanosats: bigint): string {
  const digits = nanosats.toString();
  const dropped = Math.min(digits.length - FIGURES, NANOSAT_DECIMALS - FIGURES);
  const unit = 10n ** BigInt(Math.max(0, dropped));
  const exact = formatScaled((nanosats / unit) * unit, NANOSAT_DECIMALS);
  return withMarks(exact);
}

/**
 * Returns a worker's rates. If a longer period has the same shares as a shorter period, its rate
 * would be the same figure, so it is replaced by a reference to the shorter period.
 */
export function distinctRates<Rate extends { readonly shares: number } | null>(rates: {
  readonly fiveMinutes: Rate;
  readonly hour: Rate;
  readonly day: Rate;
}) {
  const isSame = (rate: Rate, shorter: Rate) =>
    rate !== null && shorter !== null && rate.shares === shorter.shares;
  return {
    fiveMinutes: rates.fiveMinutes,
    hour: isSame(rates.hour, rates.fiveMinutes) ? texts.sameRate(texts.fiveMinutes) : rates.hour,
    day: isSame(rates.day, rates.hour) ? texts.sameRate(texts.hour) : rates.day,
  };
}

/** Formats work. `micros` is in millionths of difficulty, as in the statements. */
export function workFigure(micros: bigint): string {
  return difficultyFigure(formatScaled(micros, MICRO_DECIMALS));
}

const { wait, chance: odds } = texts;
const YEAR_SECONDS = 365.25 * 86_400;

/** Formats a waiting time such as `11 days`, `934 years` or `2.9 million years`. */
export function waitText(seconds: number): string {
  const years = seconds / YEAR_SECONDS;
  if (!Number.isFinite(years)) return wait.never;
  if (years >= 1e9) return wait.most;
  if (years >= 1e6) return wait.millionYears(withMarks((years / 1e6).toFixed(1)));
  if (years >= 2) return wait.years(wholeText(Math.round(years)));
  if (seconds >= 172_800) return wait.days(withMarks(String(Math.round(seconds / 86_400))));
  return seconds >= 7_200
    ? wait.hours(Math.round(seconds / 3_600))
    : wait.minutes(Math.ceil(seconds / 60));
}

/** Formats a chance such as `0.107 %`, or a small chance such as `1 in 4.2 million`. */
export function chanceText(chance: number): string {
  if (chance >= 0.0005) return odds.percent(withMarks((chance * 100).toPrecision(3)));
  if (!(chance > 0)) return odds.none;
  const one = 1 / chance;
  if (one >= 1e9) return odds.least;
  return one >= 1e6
    ? odds.oneInMillions(withMarks((one / 1e6).toFixed(1)))
    : odds.oneIn(wholeText(Math.round(one)));
}

export type Rejects = Readonly<Record<keyof typeof texts.reasons, number>>;
const REASONS = Object.keys(texts.reasons) as readonly (keyof Rejects)[];

/** Returns the reasons that occurred, most frequent first. */
export function reasonsOf(rejects: Rejects): readonly (keyof Rejects)[] {
  return REASONS.filter((reason) => rejects[reason] > 0).toSorted(
    (a, b) => rejects[b] - rejects[a],
  );
}

/** Formats rejected shares by reason, such as `3 stale, 1 duplicate`. */
export function rejectedText(rejects: Rejects): string {
  const parts = reasonsOf(rejects).map(
    (reason) => `${wholeText(rejects[reason])} ${texts.reasons[reason].toLowerCase()}`,
  );
  return parts.length === 0 ? texts.none : parts.join(", ");
}

/** Formats accepted shares as a percentage of all submitted shares, such as `99.7 %`. */
export function shareText(accepted: number, rejects: Rejects): string {
  const rejected = REASONS.reduce((sum, reason) => sum + rejects[reason], 0);
  const sent = accepted + rejected;
  if (sent === 0) return "\u2212";
  // Round down, so that 100 % appears only if all shares were accepted.
  return `${withMarks((Math.floor((accepted / sent) * 1_000) / 10).toFixed(1))} %`;
}

export function capRuleText(caps: {
  readonly personDailySats: number;
  readonly installationDailySats: number;
}): string {
  return texts.capRule(btcText(caps.personDailySats), btcText(caps.installationDailySats));
}
