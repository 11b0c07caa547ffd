/**
 * A withdrawal needs a proof of the last minutes of who is at the other end. The code of an authenticator is one; a mailed code
 * is none, where the practice mailbox lies in the very session that somebody may have found open.
 */
import type { Caller } from "#api-schema/route";
import { hasSecondFactor, requireStepUp } from "#users";
import type { WalletParts } from "./parts.ts";

/** Before the idempotent part: the request is sent again with its key once the proof is given. Throws 403 `step_up_required`. */
export async function requireOwner(
  parts: Pick<WalletParts, "database" | "clock">,
  caller: Caller,
): Promise<void> {
  if (!(await hasSecondFactor(parts.database, caller.userId))) await requireStepUp(parts, caller);
}
