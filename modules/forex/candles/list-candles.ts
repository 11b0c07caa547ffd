/**
 * Lists an instrument's newest candles before a time. Second candles come from the price path,
 * minute candles from the day's minutes, and longer candles of past days from the database. Candles
 * from before the installation's first day come from the modelled history.
 */
import {
  anchoredRates,
  candlesOf,
  CANDLES_A_DAY,
  CURRENCIES,
  dayAt,
  estimatedVolume,
  GRANULARITIES,
  isTradingDay,
  loadFixings,
  merged,
  openingOf,
  type Candle,
  type Granularity,
  type Instrument,
  type PricePath,
} from "#market";
import { beginSlice } from "#platform";
import { firstBegun } from "../days/days-table.ts";
import { fiveMinuteCandles, wholeDayCandles, type StoredCandle } from "./candles-table.ts";
import type { CandleDeps, DayCandles } from "./day-candles.ts";
import { createHistory, type HistoryDeps, type PriceHistory } from "./history.ts";
import { isLong, listLongCandles } from "./long-candles.ts";
import type { SourcedCandle } from "./sourced-candle.ts";

export interface CandleQuery {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  /** Number of candles, at most 5,000. */
  readonly count: number;
  /** Exclusive upper bound for the start of a candle. */
  readonly beforeMs: number;
}

export interface ListDeps extends CandleDeps {
  readonly candles: DayCandles;
  readonly historyBefore: (firstDay: number) => Promise<PriceHistory>;
}

/** Returns a day's candles, from its ticks or from the database. */
type OfDay = (day: number, remaining: number) => Promise<readonly Candle[]>;

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
const HALF_MINUTE_MS = 30_000;
/** Market time computed between two checks of the wall clock, which takes about a millisecond. */
const SLICE_MS = 120_000;

/** Returns the requested candles, oldest first. */
export async function listCandles(deps: ListDeps, query: CandleQuery): Promise<SourcedCandle[]> {
  const { granularity, count } = query;
  const nowMs = deps.clock.now().getTime();
  const before = Math.min(query.beforeMs, nowMs + 1);
  if (isLong(granularity))
    return listLongCandles({ granularity, count, beforeMs: before }, nowMs, (ofDays) =>
      listCandles(deps, { ...query, ...ofDays }),
    );
  const first = await firstBegun(deps.database);
  const ofDay = await reader(deps, { ...query, beforeMs: before });
  const newest: Candle[][] = [];
  let remaining = count;
  for (let day = dayAt(before - 1); day >= (first ?? Infinity) && remaining > 0; day -= 1) {
    if (!isTradingDay(day)) continue;
    const all = await ofDay(day, remaining);
    const candles = all.filter(({ timeMs }) => timeMs < before).slice(-remaining);
    newest.push(candles);
    remaining -= candles.length;
  }
  const own = newest.toReversed().flat();
  const practice = own.map((candle) => ({ ...candle, source: "practice" as const }));
  if (first === undefined || remaining === 0) return practice;
  const history = await deps.historyBefore(first);
  const lastDay = Math.min(first - 1, dayAt(before - 1));
  const older = { ...query, count: remaining, beforeMs: before, lastDay };
  return [...(await history.list(older)), ...practice];
}

/**
 * Returns a function that creates the history before the market's first day once. It ends at the
 * first day's first prices, so that charts have no jump there.
 */
export function historyOfMarket(
  deps: Pick<CandleDeps, "days"> & HistoryDeps,
): (firstDay: number) => Promise<PriceHistory> {
  let created: Promise<PriceHistory> | undefined;
  const create = async (firstDay: number) => {
    const [fixings, opened] = await Promise.all([loadFixings(), deps.days.open(firstDay)]);
    if (!opened) throw new Error("the market's first day has not begun");
    const levels = new Float64Array(CURRENCIES.length);
    opened.path.levelsAt(opened.path.fromMs, levels);
    // Each of the two steps takes several milliseconds.
    const slice = beginSlice();
    await slice.next();
    const rates = anchoredRates(fixings, firstDay, levels);
    await slice.next();
    return createHistory(rates, deps);
  };
  return (firstDay) => {
    created ??= create(firstDay).catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

async function reader(deps: ListDeps, query: CandleQuery): Promise<OfDay> {
  const { instrument, granularity, beforeMs, count } = query;
  const lengthMs = GRANULARITIES[granularity];
  if (lengthMs <= HALF_MINUTE_MS) return ofSeconds(deps, query);
  // A check of a day reads its five-minute candles of all pairs, and compares their volumes. Such
  // candles are never estimated, and all pairs of a past day are computed at once.
  const isOneDay = granularity === "M5" && count <= CANDLES_A_DAY;
  const today = dayAt(deps.clock.now().getTime());
  const ofMinutes: OfDay = async (day) => {
    const { candles } = deps;
    const minutes =
      isOneDay && day < today ? await candles.of(day) : await candles.ofPair(day, instrument);
    if (!minutes) return [];
    return merged(minutes.candlesOf(instrument), granularity).map((candle) => ({
      ...candle,
      complete: candle.timeMs + lengthMs <= minutes.nextMs(),
    }));
  };
  if (lengthMs < FIVE_MINUTES_MS) return ofMinutes;
  const isWhole = granularity === "D";
  const days = Math.ceil((count * lengthMs) / DAY_MS) + 1;
  const stored = await (isWhole ? wholeDayCandles : fiveMinuteCandles)(
    deps.database,
    instrument,
    dayAt(beforeMs - 1),
    days,
  );
  return async (day, remaining) => {
    const prices = stored.get(day);
    const hasVolumes = prices?.every(({ volume }) => volume !== undefined) === true;
    if (!prices || (isOneDay && !hasVolumes)) return ofMinutes(day, remaining);
    const candles = asCandles(prices, openingOf(day), isWhole ? DAY_MS : FIVE_MINUTES_MS);
    return isWhole ? candles : merged(candles, granularity);
  };
}

function ofSeconds(deps: ListDeps, { instrument, granularity, beforeMs }: CandleQuery): OfDay {
  const lengthMs = GRANULARITIES[granularity];
  return async (day, remaining) => {
    const opened = await deps.days.open(day);
    if (!opened) return [];
    const nowMs = Math.min(deps.clock.now().getTime(), opened.path.untilMs);
    const endMs = Math.min(nowMs, beforeMs);
    const fromMs = Math.max(opened.path.fromMs, endMs - remaining * lengthMs);
    return candlesInSlices(opened.path, instrument, granularity, { fromMs, endMs, nowMs });
  };
}

/** Returns the candles whose interval begins before `endMs`, built from the ticks up to `nowMs`. */
export async function candlesInSlices(
  path: PricePath,
  instrument: Instrument,
  granularity: Granularity,
  { fromMs, endMs, nowMs }: { fromMs: number; endMs: number; nowMs: number },
): Promise<Candle[]> {
  const lengthMs = GRANULARITIES[granularity];
  const candles: Candle[] = [];
  const slice = beginSlice();
  const firstMs = path.fromMs + Math.floor((fromMs - path.fromMs) / SLICE_MS) * SLICE_MS;
  for (let startMs = firstMs; startMs <= endMs; startMs += SLICE_MS) {
    const range = {
      fromMs: Math.max(startMs, fromMs),
      nowMs: Math.min(startMs + SLICE_MS - 1, nowMs),
    };
    const made = candlesOf(path, instrument, granularity, range);
    candles.push(...made.map((one) => ({ ...one, complete: one.timeMs + lengthMs <= nowMs })));
    if (slice.isOver()) await slice.next();
  }
  return candles;
}

function asCandles(
  prices: readonly StoredCandle[],
  openingMs: number,
  lengthMs: number,
): readonly Candle[] {
  return prices.map((one, index) => ({
    ...one,
    timeMs: openingMs + index * lengthMs,
    volume: one.volume ?? estimatedVolume(one.mid, lengthMs),
    complete: true,
  }));
}
