/**
 * Opens the practice market's days: commitments of future days, and each day's starting values,
 * which result from the previous days. All processes use the first row written for a day, so that
 * they compute the same prices.
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
  /**
   * Opens a trading day. Returns undefined if the market is closed all day or the day has not
   * begun.
   */
  open(day: number): Promise<MarketDay | undefined>;
  /** Returns the terms of a day's rollover at 17:00, also for weekdays without trading. */
  termsOf(day: number): Promise<DayTerms | undefined>;
  /**
   * Returns a day's seed, which is secret until 17:00 on that day and must not leave the server
   * before then.
   */
  seedOf(day: number): Uint8Array;
  /** Publishes future commitments and stores the days that have begun. */
  keepUp(signal?: AbortSignal): Promise<void>;
}

type Ground = Pick<RootSecretDeps, "database" | "clock">;

/** Number of future trading days whose commitments are published. */
const DAYS_AHEAD = 30;
/** Maximum number of opened days in memory, about 400 kB each. */
const OPENED_MAX = 8;
/** Maximum number of missed days that one run computes: more than five years of trading. */
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
 * Stores the missed days. Each day follows from the previous one, so days without a running server
 * are computed as well. An installation that starts on a weekend begins with the previous Friday,
 * and shows that Friday's close until Sunday.
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

/**
 * Returns a day's starting state. The day's interest rates apply to all rollovers until the next
 * day begins.
 */
function startOf({ path, terms }: MarketDay): DayStart {
  return startAfter(path, () => terms.interest);
}

function opened({ day, commitment, beginning }: BegunDay, seed: Uint8Array): MarketDay {
  if (commitmentOf(seed) !== commitment)
    throw new Error(
      `the root of the market's seeds does not match the published commitment of ${dateText(day)}`,
    );
  const { start, terms } = beginning;
  return {
    path: openDay(start, seed, ({ id }) => terms.spreadTenths[id] ?? 0),
    terms,
  };
}
