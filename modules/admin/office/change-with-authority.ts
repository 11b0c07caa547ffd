/**
 * Makes a change that requires authority. A single transaction counts the change against the limit,
 * makes the change, and writes the audit entry with actor, reason and previous values.
 */
import type { Caller } from "#api/route";
import { recordAudit, type AuditAction, type AuditFacts } from "#audit";
import type { DatabaseTransaction } from "#platform";
import { countAdministratorWrite, requireAuthority } from "#users";
import type { AdminDeps } from "./deps.ts";

interface RecordedChange {
  readonly action: AuditAction;
  readonly reason: string;
  readonly make: (
    tx: DatabaseTransaction,
    now: Date,
  ) => Promise<{ readonly before: AuditFacts; readonly after: AuditFacts }>;
}

/** Makes the change. Throws the refusals of `requireAuthority` and of `make`. */
export async function changeWithAuthority(
  deps: AdminDeps,
  caller: Caller,
  { action, reason, make }: RecordedChange,
): Promise<void> {
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await requireAuthority(tx, deps, { caller, now });
    const facts = await make(tx, now);
    await recordAudit(tx, { at: now, actor, action, target: null, reason, ...facts });
  });
}
