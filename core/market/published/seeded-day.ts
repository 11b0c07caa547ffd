/** Rebuilds a market day from its published seed, start and terms. */
import { parseAmount } from "#money";
import { dayOf } from "../hours/calendar.ts";
import { CURRENCIES, FOREIGN_CURRENCIES } from "../instruments/currencies.ts";
import { PAIRS } from "../instruments/instruments.ts";
import { quotesAt } from "../path/price-path.ts";
import { openDay, type DayStart, type PracticeDay } from "../practice/practice-day.ts";
import type { AnnualRates } from "../practice/rollover.ts";
import type { Quotes } from "../book/conversion.ts";

/** A trading day as `GET /api/v1/forex/days/{date}` publishes it. */
export interface PublishedDay {
  readonly date: string;
  /** SHA-256 of the seed in hex. */
  readonly commitment: string;
  /** Null until the day begins. */
  readonly start: {
    readonly model: string;
    readonly levels: Readonly<Record<string, string>>;
    readonly variance: number;
  } | null;
  /** Null until the day begins. */
  readonly terms: {
    readonly markUpPercent: string;
    readonly interest: Readonly<Record<string, string>>;
    readonly pairs: Readonly<
      Record<string, { readonly spread: string; readonly marginRate: string }>
    >;
  } | null;
  /** Installations of earlier releases do not publish them. */
  readonly announcements?: readonly { readonly name: string; readonly time: string | Date }[];
  /** In hex. Null until the day is over. */
  readonly seed: string | null;
}

export interface SeededDay {
  readonly date: string;
  readonly seed: Uint8Array;
  readonly path: PracticeDay;
  readonly interest: AnnualRates;
  readonly markUp: number;
  /** Margin rates in units of 10^-7, indexed by instrument id. */
  readonly marginRates: readonly number[];
}

/** A trading day and the previous one, which is needed for orders that were sent before 17:00. */
export type SeededDays = readonly SeededDay[];

/**
 * Rebuilds the day. Returns undefined while the seed is secret. Throws RangeError if the response
 * is malformed.
 */
export function seededDay({ date, seed, start, terms }: PublishedDay): SeededDay | undefined {
  if (seed === null || start === null || terms === null) return undefined;
  const bytes = bytesOf(seed);
  const tenths = PAIRS.map(({ name }) => readScaled(terms.pairs[name]?.spread, 1));
  const interest = CURRENCIES.map((currency) => [
    currency,
    readSigned(terms.interest[currency], 4),
  ]);
  return {
    date,
    seed: bytes,
    path: openDay(startOf(date, start), bytes, ({ id }) => tenths[id] ?? 0),
    interest: Object.fromEntries(interest) as AnnualRates,
    markUp: readScaled(terms.markUpPercent, 4),
    marginRates: PAIRS.map(({ name }) => readScaled(terms.pairs[name]?.marginRate, 7)),
  };
}

export function startOf(date: string, start: NonNullable<PublishedDay["start"]>): DayStart {
  const levels = FOREIGN_CURRENCIES.map((currency) => readScaled(start.levels[currency], 12));
  return { model: start.model, day: dayOf(date), levels, variance: start.variance };
}

/** Returns all prices of a tick, or undefined if the time is outside these days. */
export function pricesAt(days: SeededDays, timeMs: number): Quotes | undefined {
  const day = days.find(({ path }) => path.fromMs <= timeMs && timeMs < path.untilMs);
  if (!day) return undefined;
  const quotes = quotesAt(day.path, PAIRS, timeMs);
  return ({ id }) => quotes[id];
}

function bytesOf(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw new RangeError("no hex");
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function readScaled(text: string | undefined, decimals: number): number {
  const value = text === undefined ? undefined : parseAmount(text, decimals);
  if (value === undefined) throw new RangeError(`Not a number with ${decimals} decimals: ${text}`);
  return Number(value);
}

/** Interest rates can be negative. */
function readSigned(text: string | undefined, decimals: number): number {
  return text?.startsWith("-") ? -readScaled(text.slice(1), decimals) : readScaled(text, decimals);
}
