/**
 * Analyses one account, live or replayed. The work per request is limited: a number of trades, of
 * events and of candles.
 */
import { beginSlice, type Queryable } from "#platform";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";
import { analyse, type Analysis } from "#performance";
import {
  closedTrades,
  fillsAndStops,
  lastEventBeyond,
  totalsOf,
  type ClosedRow,
  type Totals,
} from "./analysis-table.ts";
import type { TimedMark } from "./equity-marks.ts";
import { withExcursions, type ExcursionLimits, type FiveMinutes } from "./excursions.ts";
import { collectFacts, type TradeFacts } from "./trade-facts.ts";

/** Newest closed trades that an analysis includes. */
export const ANALYSED_TRADES_MAX = 10_000;
const TRADES_A_PAGE = 1_000;
const EVENTS_A_PAGE = 500;
/** Newest fills and stops that an analysis reads. */
export const ANALYSED_EVENTS_MAX = 60_000;

export interface Period {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Ids of the trades to analyse. If absent, all trades of the period. */
  readonly ids?: ReadonlySet<string>;
}

/** Prices that excursions come from. */
type Prices = "M5-candles" | "minute-prices";

export interface AnalysedAccount {
  readonly database: Queryable;
  readonly accountId: string;
  /** Season of a live account. Defaults to all seasons. A replay has none. */
  readonly season?: SeasonRange;
  readonly marks: (totals: Totals) => Promise<readonly TimedMark[]>;
  readonly candlesOf: FiveMinutes;
  readonly prices: Prices;
  readonly limits: ExcursionLimits;
  /** Newest fills and stops to read. Trades with an older event are left out. */
  readonly eventsMax?: number;
}

export interface AccountAnalysis extends Analysis {
  /** Number of the season. Null for all seasons together, and for a replay. */
  readonly season: number | null;
  readonly totals: Totals;
  readonly prices: Prices;
  /** False if the account has more trades than an analysis includes. */
  readonly isComplete: boolean;
}

export async function analyseAccount(
  account: AnalysedAccount,
  period: Period,
): Promise<AccountAnalysis> {
  const { database, accountId, season = ALL_SEASONS } = account;
  const { rows, hasMore } = await readTrades(account, period.to);
  const { facts, isWhole } = await readFacts(account, rows);
  const totals = await totalsOf(database, accountId, season);
  // Read the equity now, because a transfer after the totals would look like a profit or loss.
  const marks = await account.marks(totals);
  const isSelected = selectionOf(period);
  const selected = facts.filter(isSelected);
  const measured = await withExcursions(selected, account.candlesOf, account.limits);
  const byId = new Map(measured.map((trade) => [trade.id, trade]));
  const inPeriod = marks.filter(({ at }) => isWithin(at, period));
  const before = marks.findLast(({ at }) => period.from !== undefined && at < period.from);
  const slice = beginSlice();
  const steps = analyse({
    trades: facts.map((trade) => byId.get(trade.id) ?? trade),
    isSelected: ({ id }) => byId.has(id),
    marks: inPeriod,
    startCents: before ? before.equityCents - before.depositedCents : 0n,
  });
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (slice.isOver()) await slice.next();
  const { prices } = account;
  return {
    ...step.value,
    season: season.number,
    totals,
    prices,
    isComplete: !hasMore && isWhole,
  };
}

async function readTrades(
  { database, accountId, season = ALL_SEASONS }: AnalysedAccount,
  to: Date | undefined,
): Promise<{ readonly rows: readonly ClosedRow[]; readonly hasMore: boolean }> {
  const rows: ClosedRow[] = [];
  while (rows.length <= ANALYSED_TRADES_MAX) {
    const before = rows.at(-1)?.position;
    const limits = { season, to, before, limit: TRADES_A_PAGE };
    const page = await closedTrades(database, accountId, limits);
    rows.push(...page);
    if (page.length < TRADES_A_PAGE) break;
  }
  return {
    rows: rows.slice(0, ANALYSED_TRADES_MAX),
    hasMore: rows.length > ANALYSED_TRADES_MAX,
  };
}

/**
 * Reads the newest events of the trades. Events that happen during the reading change no closed
 * trade.
 */
async function readFacts(
  { database, accountId, season = ALL_SEASONS, eventsMax = ANALYSED_EVENTS_MAX }: AnalysedAccount,
  rows: readonly ClosedRow[],
): Promise<{ readonly facts: readonly TradeFacts[]; readonly isWhole: boolean }> {
  const since = rows.reduce<Date | undefined>(
    (first, { openedAt }) => (first === undefined || openedAt < first ? openedAt : first),
    undefined,
  );
  if (!since) return { facts: [], isWhole: true };
  const collector = collectFacts(rows);
  const slice = beginSlice();
  const { last } = season.transactions;
  const limits = { since, last, limit: eventsMax };
  const beyond = await lastEventBeyond(database, accountId, limits);
  let after = Math.max(beyond ?? 0, season.transactions.after);
  for (;;) {
    const part = { since, after, last, limit: EVENTS_A_PAGE };
    const page = await fillsAndStops(database, accountId, part);
    for (const event of page) collector.take(event);
    after = page.at(-1)?.id ?? after;
    if (slice.isOver()) await slice.next();
    if (page.length < EVENTS_A_PAGE)
      return { facts: collector.facts(), isWhole: beyond === undefined };
  }
}

function selectionOf(period: Period): (trade: TradeFacts) => boolean {
  return ({ id, closedMs }) =>
    isWithin(new Date(closedMs), period) && (period.ids?.has(id) ?? true);
}

function isWithin(at: Date, { from, to }: Period): boolean {
  return (from === undefined || at >= from) && (to === undefined || at <= to);
}
