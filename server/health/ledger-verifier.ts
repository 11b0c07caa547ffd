/**
 * Verifies the ledger and the audit log from their rows:
 * - new ledger rows at the start and every hour,
 * - the whole ledger once a day,
 * - the audit log every minute.
 *
 * The ledger's verdict is stored. While the verdict is bad, withdrawals are paused in every
 * process. An administrator must resolve a difference, so the verifier logs the difference as an
 * error and fails the worker's round, which the administrators' dashboard shows. A verification
 * that cannot finish is treated like a difference.
 */
import { verifyNewEntries, verifyAuditLog } from "#audit";
import {
  countHouseDays,
  readVerificationStart,
  verifyLedger,
  verifyNewTransfers,
  writeVerdict,
  type Problem,
} from "#ledger";
import { Outage, startWorker, type Worker } from "#platform";
import type { UsersDeps } from "#users";

export interface LedgerVerifier extends Worker {
  /**
   * Returns the results of the last verifications. A result is null until this process has finished
   * its first verification. After a database outage, the previous result is kept and the
   * verification is retried soon. Any other error is treated as a failed verification.
   */
  readonly proofs: () => {
    readonly books: boolean | null;
    readonly isAuditLogWhole: boolean | null;
  };
}

const EVERY_MS = 3_600_000;
const WHOLE_MS = 24 * EVERY_MS;
const FOLLOW_MS = 60_000;

export function startLedgerVerifier(deps: UsersDeps, dataDir: string): LedgerVerifier {
  const { database, log } = deps;
  let newBooks: boolean | null = null;
  let wholeBooks: boolean | null = null;
  let isAuditLogWhole: boolean | null = null;
  const isWhole = (problems: readonly Problem[]): boolean => {
    if (problems.length > 0) log.fatal({ problems }, "the ledger verification failed");
    return problems.length === 0;
  };
  const worker = startWorker(deps, {
    name: "book-keeper",
    everyMs: EVERY_MS,
    async run() {
      try {
        await countHouseDays(database);
        const problems = await verifyNewTransfers(database);
        newBooks = isWhole(problems);
        await writeVerdict(database, "new", problems);
      } catch (error) {
        newBooks = unproven(newBooks, error);
        throw error;
      }
      try {
        isAuditLogWhole = await verifyAuditLog({ ...deps, dataDir });
      } catch (error) {
        isAuditLogWhole = false;
        throw error;
      }
      if (!newBooks) throw new Error("the ledger verification failed");
      if (!isAuditLogWhole) throw new Error("the audit log verification failed");
    },
  });
  const fullVerifier = startWorker(deps, {
    name: "ledger-prover",
    everyMs: WHOLE_MS,
    async run(signal) {
      try {
        const startedAt = await readVerificationStart(database);
        const problems = await verifyLedger(database, { signal });
        if (signal.aborted && problems.length === 0) return;
        wholeBooks = isWhole(problems);
        await writeVerdict(database, "whole", problems, startedAt);
      } catch (error) {
        wholeBooks = unproven(wholeBooks, error);
        throw error;
      }
      if (!wholeBooks) throw new Error("the ledger verification failed");
    },
  });
  const auditFollower = startWorker(deps, {
    name: "trail-keeper",
    everyMs: FOLLOW_MS,
    async run() {
      if (await verifyNewEntries({ ...deps, dataDir })) return;
      isAuditLogWhole = false;
      throw new Error("the audit log verification failed");
    },
  });
  const books = (): boolean | null =>
    newBooks === false || wholeBooks === false ? false : (newBooks ?? wholeBooks);
  return {
    stop: async () =>
      void (await Promise.all([worker.stop(), fullVerifier.stop(), auditFollower.stop()])),
    proofs: () => ({ books: books(), isAuditLogWhole }),
  };
}

/** Returns the result to report after a verification that did not finish. */
function unproven(before: boolean | null, error: unknown): boolean | null {
  return error instanceof Outage ? before : false;
}
