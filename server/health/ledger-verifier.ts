/**
 * Verifies the ledger and the audit log from their rows:
 * - new ledger rows every 30 seconds,
 * - the whole ledger at the start and once a day,
 * - the whole audit log at the start and every hour, and its new entries every minute.
 *
 * The ledger's verdict is stored. While the verdict is bad, withdrawals are paused in every
 * process. An administrator must resolve a difference, so the verifier logs the difference as an
 * error and fails the worker's round, which the administrators' dashboard shows. A verification
 * that cannot finish is treated like a difference, except during a database outage.
 */
import { verifyNewEntries, verifyAuditLog } from "#audit";
import {
  countHouseDays,
  readVerificationStart,
  UNFINISHED,
  verifyLedger,
  verifyNewTransfers,
  writeVerdict,
  type Problem,
} from "#ledger";
import { Outage, startWorker, type Worker } from "#platform";
import type { UsersDeps } from "#users";

export interface LedgerVerifier extends Worker {
  /**
   * Returns the result of the last verification of the audit log. Null until this process has
   * finished its first verification.
   */
  readonly isAuditLogWhole: () => boolean | null;
}

/**
 * A balance that was changed without a transfer stops withdrawals within a minute, so the interval
 * leaves half of it for the verification itself.
 */
const NEW_MS = 30_000;
const HOUR_MS = 3_600_000;
const WHOLE_MS = 24 * HOUR_MS;
const FOLLOW_MS = 60_000;

export function startLedgerVerifier(deps: UsersDeps, dataDir: string): LedgerVerifier {
  const { database, log } = deps;
  let isAuditLogWhole: boolean | null = null;
  const failIfBroken = (problems: readonly Problem[]): void => {
    if (problems.length === 0) return;
    log.fatal({ problems }, "the ledger verification failed");
    throw new Error("the ledger verification failed");
  };
  const storeUnfinished = async (scope: "new" | "whole", error: unknown): Promise<never> => {
    if (!(error instanceof Outage)) await writeVerdict(database, scope, [UNFINISHED]);
    throw error;
  };
  const newVerifier = startWorker(deps, {
    name: "book-keeper",
    everyMs: NEW_MS,
    async run() {
      const problems = await verifyNewTransfers(database).catch((error: unknown) =>
        storeUnfinished("new", error),
      );
      await writeVerdict(database, "new", problems);
      failIfBroken(problems);
    },
  });
  const fullVerifier = startWorker(deps, {
    name: "ledger-prover",
    everyMs: WHOLE_MS,
    async run(signal) {
      const startedAt = await readVerificationStart(database);
      const problems = await verifyLedger(database, { signal }).catch((error: unknown) =>
        storeUnfinished("whole", error),
      );
      if (signal.aborted && problems.length === 0) return;
      await writeVerdict(database, "whole", problems, startedAt);
      failIfBroken(problems);
    },
  });
  const auditVerifier = startWorker(deps, {
    name: "audit-verifier",
    everyMs: HOUR_MS,
    async run() {
      await countHouseDays(database);
      try {
        isAuditLogWhole = await verifyAuditLog({ ...deps, dataDir });
      } catch (error) {
        isAuditLogWhole = false;
        throw error;
      }
      if (!isAuditLogWhole) throw new Error("the audit log verification failed");
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
  const workers = [newVerifier, fullVerifier, auditVerifier, auditFollower];
  return {
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    isAuditLogWhole: () => isAuditLogWhole,
  };
}
