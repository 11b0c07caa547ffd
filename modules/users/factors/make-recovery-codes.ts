/**
 * Creates new recovery codes for a user who recently entered the second factor, and invalidates
 * earlier codes. The codes are shown only in this response. If the session ends before the codes
 * are stored, for example because of a new password, no codes are created.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import type { UsersDeps } from "../deps/users-deps.ts";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { requireSession } from "../proofs/require-session.ts";
import { requireStepUp } from "../proofs/require-step-up.ts";
import { userRefusals } from "../rules/refusals.ts";
import { lockSecondFactor } from "./factors-table.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";

/**
 * Returns the codes. Throws 403 `step_up_required`, 409 `second_factor_off` or 401 `session_ended`.
 */
export async function makeRecoveryCodes(
  deps: Pick<UsersDeps, "bus" | "clock" | "database" | "hosted">,
  caller: Caller,
  { ip }: { readonly ip: string },
): Promise<{ readonly codes: string[] }> {
  const { bus, clock, database } = deps;
  const { userId } = caller;
  if (caller.aal !== "aal2") throw userRefusals.second_factor_off();
  await requireStepUp(deps, caller);
  const now = clock.now();
  const codes = await database.transaction(async (tx) => {
    await lockSecondFactor(tx, userId);
    await requireSession(tx, deps, caller);
    if (!(await hasSecondFactor(tx, userId))) throw userRefusals.second_factor_off();
    const values = { at: now.toISOString(), ip };
    await deliver(tx, { userId, template: "recovery_codes_made", values, now });
    return replaceRecoveryCodes(tx, { userId, now });
  });
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
  return { codes };
}
