/**
 * Lets a user revoke one of their keys after re-authentication. Another user's key gets the same
 * response as an unknown one.
 */
import type { Caller } from "#api/route";
import { recordAudit } from "#audit";
import { deliver } from "#notifications";
import { utcMinute } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { requireStepUp } from "../proofs/require-step-up.ts";
import { userRefusals } from "../rules/refusals.ts";
import { factsOf } from "./key-facts.ts";
import { deleteKey } from "./keys-table.ts";

/** Revokes the key. Throws 403 `step_up_required` or 404 `key_not_found`. */
export async function revokeKey(
  deps: Pick<UsersDeps, "bus" | "clock" | "database">,
  caller: Caller,
  { keyId, ip }: { readonly keyId: string; readonly ip: string },
): Promise<void> {
  const { bus, clock, database } = deps;
  const { userId } = caller;
  await requireStepUp(deps, caller);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const gone = await deleteKey(tx, { userId, keyId });
    if (!gone) throw userRefusals.key_not_found();
    const { name, hint } = gone;
    const values = { name, hint, at: utcMinute(now), ip };
    await deliver(tx, { userId, template: "key_revoked", values, now });
    await recordAudit(tx, {
      at: now,
      actor: userId,
      action: "user.revoke_key",
      target: userId,
      reason: null,
      before: factsOf(gone),
      after: {},
    });
  });
  bus.publish("me", { userId, what: "mailbox" });
}
