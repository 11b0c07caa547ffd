/**
 * Checks a loaded day without network access. Compares the seed with its commitment, the start with
 * the end of the previous day, the announcements with their rule, every tick with the candles, and
 * the user's events with values computed from the seed.
 */
import {
  candleDifferences,
  CANDLES_A_DAY,
  checkBeginning,
  neededDay,
  PAIRS,
  TICK_MS,
  tickCandles,
  type Difference,
} from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { recheckEvents, type CheckedEvent, type DayBook } from "./recheck-events.ts";
import type { AccountEvent } from "./recheck-fill.ts";

export type DayAnswer = ApiAnswer<"getMarketDay">;
export type ToldCandle = ApiAnswer<"listCandles">["candles"][number];

export interface OwnDay {
  readonly book: DayBook;
  readonly events: readonly AccountEvent[];
}

export interface LoadedDay {
  readonly day: DayAnswer;
  /** The previous trading day. Undefined on the installation's first day. */
  readonly before: DayAnswer | undefined;
  readonly candles: Readonly<Record<string, readonly ToldCandle[]>>;
  /** The user's own data. Undefined if no user is signed in. */
  readonly own: OwnDay | undefined;
}

export interface DayCheck {
  readonly commitment: readonly Difference[];
  readonly start: readonly Difference[];
  readonly announcements: readonly Difference[];
  readonly isFirstDay: boolean;
  readonly ticks: {
    readonly count: number;
    readonly candles: number;
    readonly differences: readonly Difference[];
    readonly differenceCount: number;
  };
  readonly events: readonly CheckedEvent[] | undefined;
}

const SHOWN_MAX = 20;

/**
 * Runs the check, and yields the completed share from 0 to 1. Throws RangeError if the day's seed
 * is not public yet.
 */
export function* checkDay(loaded: LoadedDay): Generator<number, DayCheck> {
  const { day: answer, before, candles, own } = loaded;
  const day = neededDay(answer);
  const making = tickCandles(day.path);
  let step = making.next();
  for (; !step.done; step = making.next()) yield step.value / (CANDLES_A_DAY + 1);
  const table = step.value;
  const differences = PAIRS.flatMap((pair) =>
    candleDifferences(table, day.path, pair, candles[pair.name] ?? []),
  );
  return {
    ...checkBeginning(answer, before),
    ticks: {
      count: ((day.path.untilMs - day.path.fromMs) / TICK_MS) * PAIRS.length,
      candles: CANDLES_A_DAY * PAIRS.length,
      differences: differences.slice(0, SHOWN_MAX),
      differenceCount: differences.length,
    },
    events: own && checkOwn(loaded),
  };
}

export function checkOwn({ day, before, own }: Omit<LoadedDay, "candles">): CheckedEvent[] {
  const days = [before, day].flatMap((answer) => (answer ? neededDay(answer) : []));
  return own ? recheckEvents(days, own.book, own.events) : [];
}
