/**
 * Measures whether long tasks delay other requests. The tasks are verifying the whole audit log and
 * sending news to all users. While a task runs, the benchmark requests the users list.
 */
import { sendNews, startNews } from "#notifications";
import { createBus, systemClock, type Database } from "#platform";
import { callers, type Load } from "./callers.ts";
import type { Rate } from "./yardstick.ts";

export interface LongWork {
  /** Audit verification requests, with 10,000 entries each. */
  readonly checkFull: Load;
  readonly listWhileCheck: Load;
  readonly listWhileNews: Load;
  /** News messages written per second. Individual messages are not timed. */
  readonly newsMessages: Rate;
}

export async function measureLongWork(
  database: Database,
  office: {
    readonly seconds: number;
    readonly get: (path: string) => Promise<unknown>;
    readonly list: () => Promise<unknown>;
  },
): Promise<LongWork> {
  const { seconds, get, list } = office;
  const check = trailCheck(get);
  const [listWhileCheck, checkFull] = await Promise.all([
    callers(1, seconds, list),
    callers(1, seconds, check),
  ]);
  const [listWhileNews, newsMessages] = await Promise.all([
    callers(1, seconds, list),
    writeNews(database, seconds),
  ]);
  return { checkFull, listWhileCheck, listWhileNews, newsMessages };
}

/**
 * Returns a function that verifies the next range of audit entries. After the last entry, it starts
 * again from the beginning.
 */
function trailCheck(get: (path: string) => Promise<unknown>): () => Promise<void> {
  let cursor: string | null = null;
  return async () => {
    const query: string = cursor === null ? "" : `?cursor=${cursor}`;
    const stretch = (await get(`/api/v1/admin/audit/check${query}`)) as {
      readonly problems: readonly unknown[];
      readonly nextCursor: string | null;
    };
    if (stretch.problems.length > 0) throw new Error("the trail is not whole");
    cursor = stretch.nextCursor;
  };
}

/** Sends news to 100,000 users repeatedly until the measuring time has elapsed. */
async function writeNews(database: Database, seconds: number): Promise<Rate> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), seconds * 1_000);
  const start = performance.now();
  const before = await messagesOf(database);
  while (!ending.signal.aborted) {
    const news = {
      title: "News",
      text: "A plan is cheaper from June. ".repeat(20),
      now: new Date(),
    };
    await database.transaction((tx) => startNews(tx, news));
    await sendNews({ database, clock: systemClock, bus: createBus() }, ending.signal);
  }
  clearTimeout(timer);
  const elapsed = (performance.now() - start) / 1_000;
  const messages = (await messagesOf(database)) - before;
  return { perSecond: messages / elapsed, meanMs: (1_000 * elapsed) / messages };
}

async function messagesOf(database: Database): Promise<number> {
  const [row] = await database.query<{ sent: number }>(
    "select coalesce(sum(sent), 0)::int as sent from notifications_news",
  );
  return row?.sent ?? 0;
}
