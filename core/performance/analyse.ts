/**
 * Analyses an account. The analysis is a generator that yields between its parts, so that a server
 * can serve other requests in between.
 */
import { dateText, dayAt, groupedBy, lastTradingDay } from "#market";
import { BREAKDOWNS, breakdownOf, type Breakdown, type Row } from "./breakdowns.ts";
import { resultOfTrade, type ClosedTrade } from "./closed-trade.ts";
import { equityOf, type Equity, type EquityMark } from "./equity.ts";
import { excursionsOf, type ExcursionRow } from "./excursions.ts";
import { figuresOf, type Figures } from "./figures.ts";
import { habitsOf, inSequence, type Habits } from "./habits.ts";

export interface Facts {
  /** All closed trades that may precede a trade of the selection. */
  readonly trades: readonly ClosedTrade[];
  /** True for the trades to analyse. If absent, all trades are analysed. */
  readonly isSelected?: (trade: ClosedTrade) => boolean;
  /** Oldest first. */
  readonly marks: readonly EquityMark[];
  /** Profit or loss at the start of the period. */
  readonly startCents?: bigint;
}

/** A trading day with closed trades or a change of equity. */
export interface CalendarDay {
  readonly day: string;
  /** Number of trades closed on this day. */
  readonly n: number;
  readonly resultCents: bigint;
  /** Change of the profit or loss at the close. Null if the day has no mark. */
  readonly changeCents: bigint | null;
}

export interface Analysis {
  readonly figures: Figures;
  readonly equity: Equity;
  readonly breakdowns: Readonly<Record<Breakdown, readonly Row[]>>;
  readonly habits: Habits;
  readonly excursions: readonly ExcursionRow[];
  readonly calendar: readonly CalendarDay[];
}

export function* analyse({
  trades: all,
  isSelected = () => true,
  marks,
  startCents = 0n,
}: Facts): Generator<undefined, Analysis> {
  const sequence = inSequence(all).filter(({ trade }) => isSelected(trade));
  const trades = sequence.map(({ trade }) => trade);
  yield;
  const figures = figuresOf(trades);
  yield;
  const breakdowns: Partial<Record<Breakdown, readonly Row[]>> = {};
  for (const by of BREAKDOWNS) {
    breakdowns[by] = breakdownOf(trades, by);
    yield;
  }
  const habits = habitsOf(sequence);
  yield;
  const excursions = excursionsOf(trades);
  yield;
  const equity = equityOf(marks, startCents);
  return {
    figures,
    equity,
    breakdowns: breakdowns as Analysis["breakdowns"],
    habits,
    excursions,
    calendar: calendarOf(trades, equity),
  };
}

/** Lists the days with closed trades or a change of equity, oldest first. */
function calendarOf(trades: readonly ClosedTrade[], { days }: Equity): CalendarDay[] {
  const closed = groupedBy(trades, ({ closedMs }) => dateText(closingDay(closedMs)));
  const marked = new Map(days.map((day) => [day.day, day]));
  return [...new Set([...closed.keys(), ...marked.keys()])].toSorted().flatMap((day) => {
    const own = closed.get(day) ?? [];
    const changeCents = marked.get(day)?.changeCents ?? null;
    if (own.length === 0 && (changeCents ?? 0n) === 0n) return [];
    const resultCents = own.reduce((sum, trade) => sum + resultOfTrade(trade), 0n);
    return [{ day, n: own.length, resultCents, changeCents }];
  });
}

/** Returns the trading day of a close. A close on Friday at 17:00 belongs to Friday. */
function closingDay(closedMs: number): number {
  return lastTradingDay(dayAt(closedMs));
}
