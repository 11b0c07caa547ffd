/** Returns the policy rates that applied on a past day, for the financing of replays. */
import { dateText, type Day } from "../hours/calendar.ts";
import { CURRENCIES } from "../instruments/currencies.ts";
import type { AnnualRates } from "../practice/rollover.ts";
import { LAST_MONTH, POLICY_RATES } from "./policy-rate-table.ts";

export interface PolicyRates {
  readonly rates: AnnualRates;
  /** Month at whose end the rates applied: the month before the day, or the last known month. */
  readonly month: string;
}

interface Change {
  readonly month: string;
  readonly rate: number;
}

/** 1 % per year is 10,000 in the unit of `AnnualRates`. */
const PERCENT = 10_000;

type Currency = (typeof CURRENCIES)[number];

/** Filled when rates are first requested, so that other users of the market do not load them. */
const parsed = new Map<Currency, readonly Change[]>();

function changesOf(currency: Currency): readonly Change[] {
  const changes = parsed.get(currency) ?? changesIn(POLICY_RATES[currency]);
  parsed.set(currency, changes);
  return changes;
}

/**
 * Returns the rates at the end of the previous month. A change therefore applies from the first day
 * of the next month, because only the values at the end of months are known. Before the first known
 * month, its rate applies.
 */
export function policyRatesOn(day: Day): PolicyRates {
  const month = monthBefore(dateText(day));
  const rates = CURRENCIES.map((currency) => {
    const changes = changesOf(currency);
    const change = changes.findLast((one) => one.month <= month) ?? changes[0];
    return [currency, change?.rate ?? 0] as const;
  });
  return {
    rates: Object.fromEntries(rates) as AnnualRates,
    month: month < LAST_MONTH ? month : LAST_MONTH,
  };
}

function changesIn(text: string): readonly Change[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [month = "", percent = ""] = entry.split("=");
      return { month, rate: Math.round(Number(percent) * PERCENT) };
    });
}

/** Returns the month before that of a date: `2014-12` for `2015-01-15`. */
function monthBefore(date: string): string {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 2;
  const month = String((months % 12) + 1).padStart(2, "0");
  return `${Math.floor(months / 12)}-${month}`;
}
