/**
 * Computes how announcements and volatility change the size of steps and the spread. The first
 * model had neither, and the days that began with it keep it.
 */
import { BLOCK_MS, BLOCK_SPREAD, GAP_BLOCKS, GAP_SPREAD } from "../path/sessions.ts";
import { newsSpread, widenedSpread } from "../path/spread-rule.ts";
import { opensWithGap, openingOf } from "../hours/market-hours.ts";
import type { Day } from "../hours/calendar.ts";
import { announcementsOf } from "./announcements.ts";
import { MODEL_DATE } from "./model.ts";

/**
 * Names of the models, oldest first. A day never begins with an older model than the day before.
 */
export const MODELS: readonly string[] = [MODEL_DATE, `${MODEL_DATE}.2`];

/** The model of new days. */
export const NEWEST_MODEL = `${MODEL_DATE}.2`;

/** Returns the newer of two models. */
export function newerModel(one: string, other: string): string {
  return MODELS.indexOf(one) > MODELS.indexOf(other) ? one : other;
}

/** Variance multiples of an announcement's five-minute block and of the two blocks after it. */
const NEWS_VARIANCE = [16, 5, 2];

/** Returns the variance multiple of a block. */
export function newsVariance(model: string, day: Day, block: number): number {
  return greatest(model, day, block, (after) => NEWS_VARIANCE[after] ?? 1);
}

/**
 * Returns the spread of a block as a multiple of the pair's base spread. `volatility` is the
 * block's deviation relative to a normal block of its session.
 */
export function spreadOf(model: string, day: Day, block: number, volatility: number): number {
  if (opensWithGap(day) && block < GAP_BLOCKS) return GAP_SPREAD;
  const session = BLOCK_SPREAD[block] ?? 1;
  if (model === MODEL_DATE) return session;
  return widenedSpread(session, greatest(model, day, block, newsSpread), volatility);
}

/** Returns the greatest multiple of all announcements of the day, or 1. */
function greatest(
  model: string,
  day: Day,
  block: number,
  multipleAfter: (blocks: number) => number,
): number {
  if (model === MODEL_DATE) return 1;
  const ofNews = announcementsOf(day).map(({ timeMs }) =>
    multipleAfter(block - Math.floor((timeMs - openingOf(day)) / BLOCK_MS)),
  );
  return Math.max(1, ...ofNews);
}
