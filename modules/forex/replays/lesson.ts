/** Returns the lesson of a famous day, which a replay shows only after its critical moment. */
import { famousDayOf } from "./famous-days.ts";
import type { ReplayRow } from "./replays-table.ts";

export function lessonOf({
  famous,
  answer,
  clockAt,
  endedAt,
}: Pick<ReplayRow, "famous" | "answer" | "clockAt" | "endedAt">) {
  const day = famousDayOf(famous);
  if (!day) return null;
  const { question, lesson } = day;
  if (!endedAt && clockAt.getTime() < Date.parse(lesson.from)) return null;
  const { text, choices, right } = question;
  const { happened, orders, sources } = lesson;
  return {
    question: text,
    choices: [...choices],
    answer,
    right,
    happened,
    orders,
    sources: [...sources],
  };
}
