/**
 * Checks the whole audit log in ranges, one request per range. The combined result equals that of a
 * single full check.
 */
import type { AuditCheckpoint } from "./audit-checkpoint.ts";

export interface Stretch {
  readonly entries: number;
  readonly newestSeq: number;
  readonly head: { readonly seq: number } | null;
  readonly problems: readonly { readonly seq: number; readonly text: string }[];
  readonly nextCursor: string | null;
}

export interface AuditLogReport {
  readonly entries: number;
  readonly problems: Stretch["problems"];
  /** Number of the last checked entry. `newestSeq` is the number of the newest entry. */
  readonly seq: number;
  readonly newestSeq: number;
  /** False if the check was stopped before the newest entry. */
  readonly isDone: boolean;
}

const PROBLEMS_MAX = 20;

/**
 * Checks the log and calls `onProgress` after each range. If aborted, stops after the current
 * range.
 */
export async function checkAuditLog(
  ask: (query: Partial<AuditCheckpoint> & { cursor?: string }) => Promise<Stretch>,
  checkpoint: AuditCheckpoint | undefined,
  { onProgress, signal }: { onProgress: (report: AuditLogReport) => void; signal: AbortSignal },
): Promise<AuditLogReport> {
  let report: AuditLogReport = { entries: 0, problems: [], seq: 0, newestSeq: 0, isDone: false };
  let cursor: string | undefined;
  do {
    const stretch = await ask({ ...checkpoint, ...(cursor === undefined ? {} : { cursor }) });
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
