/**
 * The check of the whole trail, stretch by stretch, each its own request: the sum is the same as of
 * one that reads it all.
 */
import type { KeptHead } from "./kept-head.ts";

export interface Stretch {
  readonly entries: number;
  readonly newestSeq: number;
  readonly head: { readonly seq: number } | null;
  readonly problems: readonly { readonly seq: number; readonly text: string }[];
  readonly nextCursor: string | null;
}

export interface TrailReport {
  readonly entries: number;
  readonly problems: Stretch["problems"];
  /** The last number that was looked at, of the newest there is. */
  readonly seq: number;
  readonly newestSeq: number;
  /** False: somebody stopped it, and what comes after was not looked at. */
  readonly isDone: boolean;
}

const PROBLEMS_MAX = 20;

/** `onProgress` hears of each stretch. Stopped by the signal after the stretch under way. */
export async function checkTrail(
  ask: (query: Partial<KeptHead> & { cursor?: string }) => Promise<Stretch>,
  kept: KeptHead | undefined,
  { onProgress, signal }: { onProgress: (report: TrailReport) => void; signal: AbortSignal },
): Promise<TrailReport> {
  let report: TrailReport = { entries: 0, problems: [], seq: 0, newestSeq: 0, isDone: false };
  let cursor: string | undefined;
  do {
    const stretch = await ask({ ...kept, ...(cursor === undefined ? {} : { cursor }) });
    const problems = [...report.problems, ...stretch.problems];
    cursor = stretch.nextCursor ?? undefined;
    report = {
      entries: report.entries + stretch.entries,
      problems: problems.slice(0, PROBLEMS_MAX),
      seq: stretch.head?.seq ?? 0,
      newestSeq: stretch.newestSeq,
      isDone: cursor === undefined || problems.length >= PROBLEMS_MAX,
    };
    onProgress(report);
  } while (!report.isDone && !signal.aborted);
  return report;
}
