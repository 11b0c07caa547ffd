/** Loads equity at the close of each trading day, and now. */
import { dateText, dayAt, isTradingDay, newYorkClose, TICK_MS } from "#market";
import type { EquityMark } from "#performance";
import { openResultCents } from "../marks/mark-equity.ts";
import { openTradesAt } from "../marks/equity-marks-table.ts";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";
import { finalEquities, type FinalEquity } from "../book/seasons-table.ts";
import type { ReplayRow } from "../replays/replays-table.ts";
import { figuresOf } from "../views/account.ts";
import { loadDesk, type ViewDeps } from "../views/load-desk.ts";
import { balancesAt, marksOf, type Totals } from "./analysis-table.ts";

/** A mark and its time. */
export interface TimedMark extends EquityMark {
  readonly at: Date;
}

/** About eight years of trading days. */
const MARKS_MAX = 2_000;
/** A replay has no stored marks, so its newest days are valued for each analysis. */
const REPLAY_DAYS_MAX = 60;

/**
 * Returns the stored marks of a live account in a season, and its equity now or at the season's
 * end, oldest first. Deposits are those of the season. The marks of all seasons include the end of
 * each season.
 */
export async function liveMarks(
  deps: ViewDeps,
  accountId: string,
  totals: Totals,
  season: SeasonRange = ALL_SEASONS,
): Promise<TimedMark[]> {
  const [rows, desk] = await Promise.all([
    marksOf(deps.database, accountId, MARKS_MAX),
    loadDesk(deps, accountId),
  ]);
  const marks = rows
    .filter(({ at }) => isWithin(at, season))
    .map(({ day, at, balanceCents, openCents, depositedCents }) => ({
      day,
      at,
      equityCents: balanceCents + openCents,
      depositedCents: depositedCents - season.depositedCents,
    }));
  const depositedCents = totals.transfersCents + totals.fundsCostCents;
  const { endedAt, equityCents } = season;
  if (endedAt && equityCents !== null)
    return [...marks, endMarkOf({ endedAt, equityCents, depositedCents })];
  if (desk.lastTransaction === season.transactions.after) return marks;
  if (season.number === null) {
    const ends = await finalEquities(deps.database, accountId, MARKS_MAX);
    marks.push(...ends.map(endMarkOf));
    marks.sort((a, b) => a.at.getTime() - b.at.getTime());
  }
  return [...marks, { ...nowOf(desk.now), equityCents: figuresOf(desk).navCents, depositedCents }];
}

/** Returns a replay's equity at the closes that it has passed and at its current time. */
export async function replayMarks(
  deps: ViewDeps,
  { id: accountId, startsAt, startCents }: Pick<ReplayRow, "id" | "startsAt" | "startCents">,
): Promise<TimedMark[]> {
  const { database, feed } = deps;
  const desk = await loadDesk(deps, accountId);
  const closes: Date[] = [];
  for (let day = dayAt(desk.now.getTime()) - 1; day >= dayAt(startsAt.getTime()); day -= 1) {
    if (closes.length >= REPLAY_DAYS_MAX) break;
    if (isTradingDay(day)) closes.unshift(new Date(newYorkClose(day)));
  }
  const balances = await balancesAt(database, accountId, closes);
  const marks: TimedMark[] = [];
  for (const [index, at] of closes.entries()) {
    const closeMs = at.getTime();
    const trades = await openTradesAt(database, [accountId], at);
    const quotes = trades.length === 0 ? undefined : await feed.valuedAt(closeMs - TICK_MS);
    // Without a price at the close, the equity of that day is unknown.
    if (trades.some(({ instrument }) => !quotes?.(instrument))) continue;
    const balance = balances[index] ?? startCents;
    marks.push({
      day: dateText(dayAt(closeMs - TICK_MS)),
      at,
      equityCents: balance + openResultCents(trades, quotes),
      depositedCents: startCents,
    });
  }
  return [
    ...marks,
    { ...nowOf(desk.now), equityCents: figuresOf(desk).navCents, depositedCents: startCents },
  ];
}

/**
 * Returns the mark before a season's coins returned. Without it, the day would show an empty
 * account, and a fall within the day would have no share.
 */
function endMarkOf({ endedAt, equityCents, depositedCents }: FinalEquity): TimedMark {
  return { ...nowOf(endedAt), equityCents, depositedCents: depositedCents + equityCents };
}

/** True if the account was in the season at the time of the mark. */
function isWithin(at: Date, { number, beganAt, endedAt }: SeasonRange): boolean {
  if (number === null || beganAt === null) return true;
  const isAfterStart = number === 1 || at >= beganAt;
  return isAfterStart && (endedAt === null || at < endedAt);
}

function nowOf(now: Date): Pick<TimedMark, "day" | "at"> {
  return { day: dateText(dayAt(now.getTime())), at: now };
}
