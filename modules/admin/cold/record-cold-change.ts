/**
 * Writes audit entries for cold wallet changes. The entries have no target, because the changes
 * affect no user's account.
 */
import { recordAudit, type AuditAction } from "#audit";
import type { Caller } from "#api/route";
import type { DatabaseTransaction } from "#platform";

interface ColdEntry {
  readonly action: AuditAction;
  /** Null if the action needs no reason. */
  readonly reason: string | null;
  readonly now: Date;
  readonly after: Readonly<Record<string, string | number>>;
}

export async function recordColdChange(
  tx: DatabaseTransaction,
  { userId: actor }: Caller,
  { action, reason, now: at, after }: ColdEntry,
): Promise<void> {
  await recordAudit(tx, { at, actor, action, target: null, reason, before: {}, after });
}
