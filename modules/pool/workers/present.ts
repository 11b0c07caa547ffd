/** Converts a worker to its API form, for its owner and for administrators. */
import { difficultyText } from "../figures/routes.ts";
import type { RejectsRow } from "./course-table.ts";
import { ratesOf } from "./measure.ts";
import type { WindowStarts, WorkerRow } from "./workers-table.ts";

export function presentWorker(row: WorkerRow, since: WindowStarts, now: Date) {
  const { id, name, firstShareAt, lastShareAt, isAlertOn } = row;
  const isWorking = lastShareAt > since.fiveMinutes;
  return {
    id,
    name,
    state: isWorking ? ("working" as const) : ("offline" as const),
    firstShareAt,
    lastShareAt,
    shares: Number(row.shares),
    work: difficultyText(BigInt(row.work)),
    rejects: presentRejects(row),
    bestShareDifficulty: difficultyText(BigInt(row.best)),
    rates: ratesOf(row, since, now),
    isAlertOn,
  };
}

type Rejects = Pick<WorkerRow, "stale" | "duplicate" | "low" | "invalid">;

export function presentRejects({
  stale,
  duplicate,
  low,
  invalid,
}: Rejects | Omit<RejectsRow, "at">) {
  return {
    stale: Number(stale),
    duplicate: Number(duplicate),
    lowDifficulty: Number(low),
    invalid: Number(invalid),
  };
}
