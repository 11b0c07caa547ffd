/** DELETE /admin/users/{id}/factors/{factorId}: for a person who lost the authenticator and the recovery codes. */
import { deliver } from "#notifications";
import { announceChange } from "../../administrators/announce-change.ts";
import { deleteFactor, findFactors, lockSecondFactor } from "../../factors/factors-table.ts";
import { presentFactor } from "../../factors/present-factor.ts";
import { dropRecoveryCodes } from "../../factors/recovery-codes.ts";
import { requireFactor } from "../../factors/require-factor.ts";
import type { UsersParts } from "../../parts.ts";
import { deleteSessions } from "../../sessions/sessions-table.ts";
import { lockWithdrawals } from "../../withdrawals-lock.ts";
import type { BackOffice } from "./back-office.ts";

const REASON = "Changed by the operator of this installation.";

/** All sessions end, and withdrawals wait a day as after any change of the second factor. */
export async function deleteFactorByKey(
  parts: UsersParts,
  office: BackOffice,
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
) {
  const now = parts.clock.now();
  const { factor, endedSessions } = await parts.database.transaction(async (tx) => {
    await lockSecondFactor(tx, userId);
    const found = await requireFactor(tx, { userId, factorId });
    await deleteFactor(tx, found.id);
    if ((await findFactors(tx, userId)).every(({ status }) => status !== "verified"))
      await dropRecoveryCodes(tx, userId);
    await lockWithdrawals(tx, { userId, now });
    const what = "An authenticator was taken off your account, and all your sessions were ended.";
    const values = { what, reason: REASON, at: now.toISOString() };
    await deliver(tx, { userId, template: "account_changed", values, now });
    const after = { secondFactor: "removed" };
    await office.record(tx, { action: "user.change", target: userId, before: {}, after, at: now });
    return { factor: found, endedSessions: await deleteSessions(tx, { userId }) };
  });
  announceChange(parts, { userId, endedSessions });
  return presentFactor(factor);
}
