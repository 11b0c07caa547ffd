/** Loads all data that a day's check needs, so that the check itself works offline. */
import { CANDLES_A_DAY, dateText, dayOf, lastTradingDay, PAIRS } from "#market";
import { ApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import type { DayAnswer, LoadedDay, OwnDay, ToldCandle } from "./check-day.ts";
import type { AccountEvent } from "./recheck-fill.ts";
import { dayTexts as texts } from "./strings.ts";

/**
 * Maximum number of concurrent requests. Kept low, because other users load their charts from the
 * same server.
 */
const AT_ONCE = 3;
const PAGE_EVENTS = 100;
const PAGES_MAX = 100;
/**
 * Time after the day for which events are loaded, because its 17:00 financing may be posted late.
 */
const AFTERWARDS_MS = 60_000;

/** Receives the number of completed requests and the total number. */
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

/** Loads a day and the previous trading day, which is undefined for the market's first day. */
export async function loadDays(date: string): Promise<[DayAnswer, DayAnswer | undefined]> {
  return Promise.all([
    api("getMarketDay", { params: { date } }),
    api("getMarketDay", { params: { date: dateBefore(date) } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "forex_day_unknown") return undefined;
      throw error;
    }),
  ]);
}

/** Loads the trades that the user had open at the start of the day, and all events of the day. */
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
  throw new Error(texts.tooManyEvents());
}

async function loadCandles(instrument: string, to: string): Promise<readonly ToldCandle[]> {
  const query = { instrument, granularity: "M5", count: CANDLES_A_DAY, price: "BMA", to } as const;
  return (await api("listCandles", { query })).candles;
}

function dateBefore(date: string): string {
  return dateText(lastTradingDay(dayOf(date) - 1));
}
