/** Loads equity at the close of each trading day, and now. */
import { dateText, dayAt, isTradingDay, newYorkClose, TICK_MS } from "#market";
import type { EquityMark } from "#performance";
import { openResultCents } from "../marks/mark-equity.ts";
import { openTradesAt } from "../marks/equity-marks-table.ts";
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

/** Returns the stored marks of a live account and its equity now, oldest first. */
export async function liveMarks(
  deps: ViewDeps,
  accountId: string,
  totals: Totals,
): Promise<TimedMark[]> {
  const [rows, desk] = await Promise.all([
    marksOf(deps.database, accountId, MARKS_MAX),
    loadDesk(deps, accountId),
  ]);
  const marks = rows.map(({ day, at, balanceCents, openCents, depositedCents }) => ({
    day,
    at,
    equityCents: balanceCents + openCents,
    depositedCents,
  }));
  if (desk.lastTransaction === 0) return marks;
  const depositedCents = totals.transfersCents + totals.fundsCostCents;
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

function nowOf(now: Date): Pick<TimedMark, "day" | "at"> {
  return { day: dateText(dayAt(now.getTime())), at: now };
}
