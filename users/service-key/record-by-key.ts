/** What programs with the service key do to people is written to the same audit trail as what administrators do. */
import { recordAudit, SERVICE_ACTOR } from "#audit";
import type { DatabaseTransaction } from "#platform";

type Event = Omit<Parameters<typeof recordAudit>[1], "actor" | "reason">;

/** Part of the transaction of what it tells. */
export async function recordByKey(tx: DatabaseTransaction, event: Event): Promise<void> {
  await recordAudit(tx, { ...event, actor: SERVICE_ACTOR, reason: "By the service key" });
}
