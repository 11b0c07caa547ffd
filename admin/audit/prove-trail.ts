/** Proves the whole trail against the head that was kept here, and keeps its new one: only that of a whole trail. */
import type { Database, Log } from "#platform";
import { keepHead, KEPT_HEAD_FILE, readKeptHead } from "./kept-head.ts";
import { TRAIL_START, verifyAudit } from "./verify-audit.ts";

interface Parts {
  readonly database: Database;
  readonly log: Log;
  readonly dataDir: string;
}

/** False when it is not whole, which stands in the log. */
export async function proveTrail({ database, log, dataDir }: Parts): Promise<boolean> {
  const kept = await readKeptHead(dataDir);
  if (kept.head === undefined)
    log[kept.fault === undefined ? "info" : "warn"](
      { file: KEPT_HEAD_FILE, fault: kept.fault },
      "no head of the audit trail was kept here: keeping begins anew, and what was cut off before is not found",
    );
  const { head = TRAIL_START, problems } = await verifyAudit(database, kept.head);
  if (problems.length > 0) {
    log.fatal({ problems, keptHead: kept.head }, "the audit trail is not whole");
    return false;
  }
  await keepHead(dataDir, head);
  // Logs are kept elsewhere, too: whoever writes to the data folder does not write to them.
  log.info({ head }, "the audit trail is whole");
  return true;
}
