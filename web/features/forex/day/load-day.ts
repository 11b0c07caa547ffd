/** Fetches all that a day is checked with, so that the check itself asks nothing any more. */
import { dateText, dayOf, lastTradingDay, PAIRS } from "#market";
import { ApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import type { LoadedDay, OwnDay } from "./check-day.ts";
import type { AccountEvent } from "./recheck-fill.ts";
import type { DayAnswer } from "./seeded-day.ts";
import { CANDLES_A_DAY, type ToldCandle } from "./tick-candles.ts";

/** Requests under way at a time: others want their charts too. */
const AT_ONCE = 3;
const PAGE_EVENTS = 100;
const PAGES_MAX = 100;
/** Events of the end of the day may be numbered before its 17:00 was booked. */
const AFTERWARDS_MS = 60_000;

/** What is answered, and of how many. */
type OnProgress = (done: number, total: number) => void;

export async function loadDay(
  date: string,
  isSignedIn: boolean,
  onProgress: OnProgress,
): Promise<LoadedDay> {
  const total = PAIRS.length + 2;
  let done = 0;
  const countProgress = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const answer = await work;
    onProgress((done += 1), total);
    return answer;
  };
  const [day, before] = await countProgress(loadDays(date));
  const own = await countProgress(isSignedIn ? loadOwn(day) : Promise.resolve(undefined));
  const candles: Record<string, readonly ToldCandle[]> = {};
  const waiting = PAIRS.map(({ name }) => name);
  const loadNext = async (): Promise<void> => {
    const name = waiting.shift();
    if (name === undefined) return;
    candles[name] = await countProgress(loadCandles(name, day.closesAt));
    await loadNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
  return { day, before, candles, own };
}

/** The day, and the trading day before it: undefined when the market had none yet. */
export async function loadDays(date: string): Promise<[DayAnswer, DayAnswer | undefined]> {
  return Promise.all([
    api("getMarketDay", { params: { date } }),
    api("getMarketDay", { params: { date: dateBefore(date) } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "forex_day_unknown") return undefined;
      throw error;
    }),
  ]);
}

/** The person's trades when it began, and all events since. */
export async function loadOwn({ date, opensAt, closesAt }: DayAnswer): Promise<OwnDay> {
  const to = new Date(Date.parse(closesAt) + AFTERWARDS_MS).toISOString();
  const events: AccountEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const at = cursor === undefined ? {} : { cursor };
    const query = { from: opensAt, to, limit: PAGE_EVENTS, ...at };
    const { items, nextCursor } = await api("listForexTransactions", { query });
    events.push(...items);
    if (nextCursor === null)
      return { events, book: await api("getForexDayBook", { params: { date } }) };
    cursor = nextCursor;
  }
  throw new Error("This day has more than 10,000 events of yours: too many for this page.");
}

async function loadCandles(instrument: string, to: string): Promise<readonly ToldCandle[]> {
  const query = { instrument, granularity: "M5", count: CANDLES_A_DAY, price: "BMA", to } as const;
  return (await api("listCandles", { query })).candles;
}

function dateBefore(date: string): string {
  return dateText(lastTradingDay(dayOf(date) - 1));
}
