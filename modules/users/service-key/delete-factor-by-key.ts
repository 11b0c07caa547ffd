/** Removes a factor of a user who lost the authenticator and the recovery codes. */
import { deleteFactor, lockSecondFactor, type FactorRow } from "../factors/factors-table.ts";
import { requireFactor } from "../factors/require-factor.ts";
import { removeFactors } from "../factors/remove-factors.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { lockUser } from "../people/users-table.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { recordByKey } from "./service-key.ts";

const WHO = "The operator of this installation";
const REASON = "Decided by the operator.";

/**
 * Removes the factor. Ends all sessions that did not use another factor, and locks withdrawals for
 * a day, as after any change of two-factor authentication. An unfinished enrolment is only deleted,
 * because it protects nothing yet.
 */
export async function deleteFactorByKey(
  deps: UsersDeps,
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
): Promise<FactorRow> {
  const now = deps.clock.now();
  const { factor, endedSessions } = await deps.database.transaction(async (tx) => {
    await lockSecondFactor(tx, userId);
    await lockUser(tx, userId);
    const stored = await requireFactor(tx, { userId, factorId });
    if (stored.status === "unverified") {
      await deleteFactor(tx, stored.id);
      return { factor: stored, endedSessions: [] };
    }
    const taking = { userId, factors: [stored], who: WHO, reason: REASON, now };
    const ended = await removeFactors(tx, taking);
    const after = { secondFactor: "removed" };
    const action = "user.remove_factor";
    await recordByKey(tx, { action, target: userId, before: {}, after, at: now });
    return { factor: stored, endedSessions: ended };
  });
  publishChange(deps, { userId, endedSessions });
  return factor;
}
