/**
 * Records every account's equity after a trading day closes. The equity is computed from past
 * events and prices, so a day missed during an outage later receives the same marks.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import {
  dateText,
  dayAt,
  isTradingDay,
  lastTradingDay,
  newYorkClose,
  shown,
  TICK_MS,
  valueAccount,
  type Quotes,
} from "#market";
import { startWorker, type Bus, type Clock, type Database, type Log, type Worker } from "#platform";
import { readEngine } from "../book/close-day.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import {
  accountsAt,
  insertMarks,
  openTradesAt,
  readMarkedAt,
  saveMarkedAt,
  type EquityMark,
  type OpenTrade,
} from "./equity-marks-table.ts";

export interface MarkDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
}

const EVERY_MS = 60_000;
const ACCOUNTS_TOGETHER = 500;
/** Maximum number of days per run. After a long outage, it takes several runs to catch up. */
const DAYS_PER_ROUND = 10;

export function startForexMarks(deps: MarkDeps & { readonly bus: Bus; readonly log: Log }): Worker {
  return startWorker(deps, {
    name: "forex-marks",
    everyMs: EVERY_MS,
    run: () => markClosedDays(deps),
  });
}

/**
 * Writes the marks of closed days. Waits until the engine has processed a day's close, because the
 * day's fills may be incomplete until then.
 */
export async function markClosedDays(deps: MarkDeps): Promise<void> {
  const { database, clock } = deps;
  const processedMs = (await readEngine(database))?.processedAt?.getTime() ?? 0;
  const overMs = Math.min(processedMs, clock.now().getTime());
  const newest = lastTradingDay(dayAt(overMs) - 1);
  const markedAt = await readMarkedAt(database);
  const first = markedAt === undefined ? newest : dayAt(markedAt.getTime());
  let marked = 0;
  for (let day = first; day <= newest && marked < DAYS_PER_ROUND; day += 1) {
    if (!isTradingDay(day)) continue;
    await markDay(deps, { day: dateText(day), at: new Date(newYorkClose(day)) });
    marked += 1;
  }
}

async function markDay(
  { database, feed }: MarkDeps,
  close: { readonly day: string; readonly at: Date },
): Promise<void> {
  const closeMs = close.at.getTime();
  const quotes = await feed.valuedAt(closeMs - TICK_MS);
  let after: string | undefined;
  do {
    const accounts = await accountsAt(database, close, { after, limit: ACCOUNTS_TOGETHER });
    after = accounts.length < ACCOUNTS_TOGETHER ? undefined : accounts.at(-1)?.userId;
    const userIds = accounts.map(({ userId }) => userId);
    const trades = await openTradesAt(database, userIds, close.at);
    const byUser = Map.groupBy(trades, ({ userId }) => userId);
    const marks = accounts.flatMap(({ isChanged, ...account }): EquityMark[] => {
      const own = byUser.get(account.userId) ?? [];
      // Without prices, the equity of an account with open trades is unknown.
      if (own.length > 0 && !quotes) return [];
      // The account has been empty since its previous mark, which therefore still applies.
      if (!isChanged && own.length === 0 && account.balanceCents === 0n) return [];
      // A feed that no longer has prices from the close returns newer prices, which must not be
      // used for the mark.
      let isOfThen = true;
      const openCents = openResultCents(own, (instrument) => {
        const quote = quotes?.(instrument);
        isOfThen &&= quote === undefined || quote.timeMs < closeMs;
        return quote;
      });
      return isOfThen ? [{ ...account, openCents }] : [];
    });
    await insertMarks(database, close, marks);
    await otherWork();
  } while (after !== undefined);
  await saveMarkedAt(database, close.at);
}

/** Returns the unrealised profit or loss at mid price, to the cent. */
export function openResultCents(
  trades: readonly Omit<OpenTrade, "userId">[],
  quotes: Quotes | undefined,
): bigint {
  if (!quotes || trades.length === 0) return 0n;
  const account = { home: "USD", balanceCents: 0n, trades, marginRates: undefined } as const;
  return shown(valueAccount(account, quotes).unrealised);
}
