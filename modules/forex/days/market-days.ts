/**
 * The practice market day by day: commitments of the days ahead, and what each day begins with as
 * the days before have left it. Several processes agree, because the row that stands first is the
 * one that all of them read.
 */
import {
  commitmentOf,
  dateText,
  dayAt,
  daySeed,
  firstStart,
  isTradingDay,
  lastTradingDay,
  nextTradingDay,
  openDay,
  openingOf,
  startAfter,
  type DayStart,
  type PracticeDay,
} from "#market";
import { dayTermsAt, type DayTerms } from "../terms/posted-terms.ts";
import { begin, findBegun, lastBegun, publish, type BegunDay } from "./days-table.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { openRootSecret, type RootSecretDeps } from "./root-secret.ts";

/** A day that has begun. */
export interface MarketDay {
  readonly path: PracticeDay;
  readonly terms: DayTerms;
}

export interface MarketDays {
  /** Trading days; undefined: the market is closed all day, or the day has not begun. */
  open(day: number): Promise<MarketDay | undefined>;
  /** What the rollover at a day's 17:00 pays, also of a weekday without trading. */
  termsOf(day: number): Promise<DayTerms | undefined>;
  /** Known to nobody before the day's 17:00: never leaves the server till then. */
  seedOf(day: number): Uint8Array;
  /** Publishes commitments ahead and writes what has begun until now. */
  keepUp(signal?: AbortSignal): Promise<void>;
}

type Ground = Pick<RootSecretDeps, "database" | "clock">;

/** Commitments of so many trading days ahead. */
const DAYS_AHEAD = 30;
/** Opened days, of some 400 kB each. */
const OPENED_MAX = 8;
/** Days that one round catches up with: more than five years of trading. */
const MISSED_MAX = 1_500;

export async function openMarketDays(deps: RootSecretDeps): Promise<MarketDays> {
  const root = await openRootSecret(deps);
  const seedOf = (day: number) => daySeed(root, day);
  const cache = createBoundedCache<MarketDay>(OPENED_MAX);

  const keepUp = async (signal?: AbortSignal) => {
    await publishAhead(deps, seedOf);
    await beginMissed(deps, seedOf, signal);
  };
  const openedAt = async (day: number) => {
    const begun = await begunDay(deps, day, keepUp);
    return begun && opened(begun, seedOf(day));
  };
  const open = async (day: number) =>
    isTradingDay(day) ? cache.of(day, () => openedAt(day)) : undefined;

  return {
    open,
    seedOf,
    keepUp,
    async termsOf(day) {
      if (isTradingDay(day)) return (await open(day))?.terms;
      return (await lastBegun(deps.database, day))?.beginning.terms;
    },
  };
}

async function begunDay(
  { database, clock }: Ground,
  day: number,
  keepUp: () => Promise<void>,
): Promise<BegunDay | undefined> {
  const begun = await findBegun(database, day);
  if (begun || day !== dayAt(clock.now().getTime())) return begun;
  await keepUp();
  return findBegun(database, day);
}

async function publishAhead(
  { database, clock }: Ground,
  seedOf: (day: number) => Uint8Array,
): Promise<void> {
  let day = dayAt(clock.now().getTime());
  const commitments = Array.from({ length: DAYS_AHEAD + 1 }, () => {
    day = nextTradingDay(day);
    const commitment = { day, commitment: commitmentOf(seedOf(day)) };
    day += 1;
    return commitment;
  });
  await publish(database, commitments);
}

/**
 * Each day follows from the one before it, so those that nobody saw are walked as well. The first
 * of an installation that starts at a weekend is the Friday before: its close is told till Sunday.
 */
async function beginMissed(
  { database, clock }: Ground,
  seedOf: (day: number) => Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const running = dayAt(clock.now().getTime());
  for (let missed = 0; missed < MISSED_MAX; missed += 1) {
    if (signal?.aborted) return;
    const last = await lastBegun(database);
    const day = last ? nextTradingDay(last.day + 1) : lastTradingDay(running);
    if (day > running) return;
    const start = last ? startOf(opened(last, seedOf(last.day))) : firstStart(day);
    await publish(database, [{ day, commitment: commitmentOf(seedOf(day)) }]);
    await begin(database, { start, terms: await dayTermsAt(database, new Date(openingOf(day))) });
  }
}

/** The interest that a day began with is that of all rollovers until the next one begins. */
function startOf({ path, terms }: MarketDay): DayStart {
  return startAfter(path, () => terms.interest);
}

function opened({ day, commitment, beginning }: BegunDay, seed: Uint8Array): MarketDay {
  if (commitmentOf(seed) !== commitment)
    throw new Error(
      `the root of the market's seeds is not the one that ${dateText(day)} was published with`,
    );
  const { start, terms } = beginning;
  return {
    path: openDay(start, seed, ({ id }) => terms.spreadTenths[id] ?? 0),
    terms,
  };
}
