/**
 * Tests the check of the audit log in ranges: each range is requested with the checkpoint, the
 * results are summed, and the check can be stopped.
 */
import { expect, test } from "vitest";
import { checkAuditLog, type Stretch, type AuditLogReport } from "./check-audit-log.ts";

const KEPT = { seq: 7, hash: "a".repeat(64) };

function trail(stretches: number, problemsEach = 0) {
  const queries: object[] = [];
  const ask = async (query: object): Promise<Stretch> => {
    queries.push(query);
    const at = queries.length;
    return {
      entries: 10,
      newestSeq: stretches * 10,
      head: { seq: at * 10 },
      problems: Array.from({ length: problemsEach }, () => ({ seq: at, text: "was changed" })),
      nextCursor: at < stretches ? `${at * 10}_x` : null,
    };
  };
  return { ask, queries };
}

const quiet = () => {};

test("the results of all ranges are summed", async () => {
  const { ask, queries } = trail(3);
  const reports: AuditLogReport[] = [];
  const control = new AbortController();
  const report = await checkAuditLog(ask, KEPT, {
    onProgress: (some) => reports.push(some),
    signal: control.signal,
  });
  expect(queries).toEqual([KEPT, { ...KEPT, cursor: "10_x" }, { ...KEPT, cursor: "20_x" }]);
  expect(report).toEqual({ entries: 30, problems: [], seq: 30, newestSeq: 30, isDone: true });
  expect(reports.map(({ seq, isDone }) => [seq, isDone])).toEqual([
    [10, false],
    [20, false],
    [30, true],
  ]);
});

test("the check stops after twenty problems", async () => {
  const { ask, queries } = trail(100, 8);
  const report = await checkAuditLog(ask, undefined, {
    onProgress: quiet,
    signal: new AbortController().signal,
  });
  expect(queries).toHaveLength(3);
  expect(report.problems).toHaveLength(20);
});

test("a stopped check does not report the log as intact", async () => {
  const { ask, queries } = trail(100);
  const control = new AbortController();
  const onProgress = ({ seq }: AuditLogReport) => {
    if (seq === 20) control.abort();
  };
  const report = await checkAuditLog(ask, undefined, { onProgress, signal: control.signal });
  expect(queries).toHaveLength(2);
  expect(report).toMatchObject({ entries: 20, isDone: false });
});
