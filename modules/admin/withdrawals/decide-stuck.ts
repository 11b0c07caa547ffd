/**
 * Lets an administrator accelerate a payment with CPFP or abandon it, at the platform's expense.
 * Requires authority and writes an audit entry.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { runOnce, type IdempotentRequest } from "#platform";
import { countAdministratorWrite, requireAuthority, requireStepUp } from "#users";
import { publishStuckPayment, openAbandonment, openCpfp, type StuckRequest } from "#wallet";
import type { AdminFeeBumpDeps } from "../office/deps.ts";

type Decision = StuckRequest & { readonly idempotency: IdempotentRequest };

interface Cost {
  readonly costSats: bigint;
}

/** Requests a CPFP transaction. Returns the platform's cost. Throws the refusals of `openCpfp`. */
export function bringInByAdministrator(
  deps: AdminFeeBumpDeps,
  caller: Caller,
  decision: Decision,
): Promise<Cost> {
  return decide(deps, caller, { decision, open: openCpfp, action: "withdrawal.child" });
}

/**
 * Requests an abandonment. Returns the platform's cost. Throws the refusals of `openAbandonment`.
 */
export function giveUpByAdministrator(
  deps: AdminFeeBumpDeps,
  caller: Caller,
  decision: Decision,
): Promise<Cost> {
  return decide(deps, caller, { decision, open: openAbandonment, action: "withdrawal.give_up" });
}

async function decide(
  deps: AdminFeeBumpDeps,
  caller: Caller,
  {
    decision,
    open,
    action,
  }: {
    readonly decision: Decision;
    readonly open: typeof openCpfp;
    readonly action: "withdrawal.child" | "withdrawal.give_up";
  },
): Promise<Cost> {
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  const { withdrawalId, feeRateSatsPerVb, idempotency } = decision;
  const { userIds, costSats } = await runOnce(deps.database, idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const opened = await open(tx, deps, decision);
    for (const userId of new Set(opened.userIds))
      await recordAudit(tx, {
        at: now,
        actor: caller.userId,
        action,
        target: userId,
        reason: null,
        before: {},
        after: { withdrawal: withdrawalId, feeRateSatsPerVb, feeSats: Number(opened.costSats) },
      });
    return opened;
  });
  publishStuckPayment(deps, userIds);
  return { costSats };
}
