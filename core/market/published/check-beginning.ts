/**
 * Compares a published day's seed with its commitment, the day's start with the end of the previous
 * day, and its announcements with their rule.
 */
import { dayOf } from "../hours/calendar.ts";
import { announcementsOf } from "../practice/announcements.ts";
import { newerModel } from "../practice/activity.ts";
import { firstStart } from "../practice/practice-day.ts";
import { startAfter } from "../practice/rollover.ts";
import { commitmentOf } from "../practice/seeds.ts";
import { differencesOf, type Difference } from "./differences.ts";
import { seededDay, startOf, type PublishedDay, type SeededDay } from "./seeded-day.ts";

export interface BeginningCheck {
  readonly commitment: readonly Difference[];
  readonly start: readonly Difference[];
  readonly announcements: readonly Difference[];
  readonly isFirstDay: boolean;
}

/**
 * `published` is the previous trading day, or undefined on the installation's first day. A day may
 * begin with a newer model than the day before, but not with an older one. Throws RangeError if a
 * seed is not public yet.
 */
export function checkBeginning(
  answer: PublishedDay,
  published: PublishedDay | undefined,
): BeginningCheck {
  const day = neededDay(answer);
  const before = published && neededDay(published);
  const start = answer.start && startOf(answer.date, answer.start);
  const { model } = day.path.start;
  const follows = before
    ? startAfter(before.path, () => before.interest, newerModel(model, before.path.start.model))
    : { ...firstStart(dayOf(answer.date)), model };
  return {
    commitment: differencesOf(answer, { commitment: commitmentOf(day.seed) }),
    start: differencesOf(start, follows),
    announcements: announcementDifferences(answer),
    isFirstDay: before === undefined,
  };
}

function announcementDifferences({ date, announcements }: PublishedDay): Difference[] {
  const textOf = (time: string | number | Date) => new Date(time).toISOString();
  const published = announcements?.map(({ name, time }) => ({ name, time: textOf(time) }));
  if (!published) return [];
  const computed = announcementsOf(dayOf(date)).map(({ name, timeMs }) => ({
    name,
    time: textOf(timeMs),
  }));
  return differencesOf({ announcements: published }, { announcements: computed });
}

/** Rebuilds the day. Throws RangeError if its seed is not public yet. */
export function neededDay(answer: PublishedDay): SeededDay {
  const day = seededDay(answer);
  if (!day) throw new RangeError(`The seed of ${answer.date} is still secret.`);
  return day;
}
