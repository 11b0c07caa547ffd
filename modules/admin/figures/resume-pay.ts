/**
 * Resumes mining payouts that were paused because the clock moved or the platform was down for a
 * long time.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { openPayGate } from "#platform";
import { publishToAdministrators, countAdministratorWrite, requireAuthority } from "#users";
import type { AdminDeps } from "../office/deps.ts";

/**
 * Resumes the payouts. Throws `pay_does_not_wait`, and the refusals common to all administrator
 * changes.
 */
export async function resumePay(
  deps: AdminDeps,
  caller: Caller,
  { reason }: { readonly reason: string },
): Promise<void> {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const waited = await openPayGate(tx, now);
    await recordAudit(tx, {
      at: now,
      actor: caller.userId,
      action: "pay.resume",
      target: null,
      reason,
      before: {},
      after: { waited },
    });
  });
  await publishToAdministrators(deps, { what: "withdrawals", owner: caller.userId });
}
