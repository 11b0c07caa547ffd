/** Prepares the luck test: the user's trades of a published day, replayed with coin flips. */
import {
  instrumentNamed,
  neededDay,
  pricesAt,
  readPrice,
  type Instrument,
  type SeededDay,
} from "#market";
import { dayLegs, rankAmongCoins, type CoinRank, type DayFill } from "#performance";
import type { DayAnswer, OwnDay } from "./check-day.ts";
import { isOfOanda } from "./recheck-events.ts";
import type { AccountEvent } from "./recheck-fill.ts";
import { luckTexts as texts } from "./luck-strings.ts";

export interface LuckResult {
  readonly rank: CoinRank;
  /** Number of trades that were open on the day. */
  readonly trades: number;
  readonly spreadCents: number;
  /** Paid by the user. Negative if the user received financing. */
  readonly financingCents: number;
  /** Seasons of the day, oldest first. Empty if no season ended on the day. */
  readonly seasons: readonly number[];
  /** Season of this result. "all" for the whole day. */
  readonly season: LuckSeason;
}

export type LuckSeason = number | "all";

export interface LuckRequest {
  readonly day: DayAnswer;
  readonly own: OwnDay;
  /** Defaults to the last season of the day. */
  readonly season?: LuckSeason | undefined;
}

/** Throws RangeError if the day's seed is secret, or if a fill cannot be priced from the seed. */
export function testLuck({ day: answer, own, season: wanted }: LuckRequest): LuckResult {
  const day = neededDay(answer);
  const { fromMs, untilMs } = day.path;
  const all = own.events.toSorted((a, b) => a.id - b.id);
  const seasons = seasonsOf(all, day);
  const season = wanted ?? seasons.at(-1) ?? "all";
  const events = season === "all" ? all : eventsOf(all, season);
  const isFirst = season === "all" || season === seasons[0];
  const fills = events.filter((event) => isFillOf(event, day));
  if (fills.some(isOfOanda)) throw new RangeError(texts.oanda);
  // A season ends without open trades, so later seasons hold none at the start of the day.
  const held = (isFirst ? own.book.trades : []).map(({ id, instrument, units }) => ({
    id,
    instrument: needed(instrument),
    units,
  }));
  const quotesAt = (timeMs: number) => pricesAt([day], timeMs);
  const { legs, spreadCents } = dayLegs({ fromMs, untilMs, quotesAt }, held, fills.map(fillOf));
  const financing = events.find(
    ({ type, at }) => type === "DAILY_FINANCING" && Date.parse(at) === untilMs,
  );
  return {
    rank: rankAmongCoins(day.seed, legs),
    trades: legs.length,
    spreadCents,
    financingCents: -(financing?.amountCents ?? 0),
    seasons,
    season,
  };
}

/** Returns the seasons that ended on the day, and the season after them. */
function seasonsOf(events: readonly AccountEvent[], { path }: SeededDay): readonly number[] {
  const ended = events
    .filter(({ type, at }) => type === "SEASON_END" && Date.parse(at) < path.untilMs)
    .map(({ detail }) => Number(detail["season"]));
  const last = ended.at(-1);
  return last === undefined ? [] : [...ended, last + 1];
}

/** Returns the events after the end of the previous season, up to the end of this season. */
function eventsOf(events: readonly AccountEvent[], season: number): readonly AccountEvent[] {
  const endOf = (number: number) =>
    events.find(({ type, detail }) => type === "SEASON_END" && detail["season"] === number)?.id;
  const [after, last] = [endOf(season - 1) ?? 0, endOf(season) ?? Infinity];
  return events.filter(({ id }) => id > after && id <= last);
}

function isFillOf({ type, at }: AccountEvent, { path }: SeededDay): boolean {
  const timeMs = Date.parse(at);
  return type === "ORDER_FILL" && timeMs >= path.fromMs && timeMs < path.untilMs;
}

function fillOf({
  at,
  instrument: name,
  units,
  price: text,
  tradeId,
  detail,
}: AccountEvent): DayFill {
  const instrument = needed(name ?? "");
  const price = readPrice(text ?? "", instrument);
  if (typeof price !== "number" || units === null) throw new RangeError(texts.incomplete);
  return {
    atMs: Date.parse(at),
    instrument,
    units,
    price,
    opens: tradeId,
    reductions: (detail["reductions"] ?? []) as DayFill["reductions"],
  };
}

function needed(name: string): Instrument {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new RangeError(texts.incomplete);
  return instrument;
}
