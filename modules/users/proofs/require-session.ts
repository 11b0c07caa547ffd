/**
 * Checks that a session has not ended, for actions that must not run while the session is being
 * ended, for example by a password change. Runs in the transaction of the action.
 */
import type { Caller } from "#api/route";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { lockUser } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { holdSession } from "./proofs-table.ts";

/**
 * Locks the user until the transaction ends, and also the session unless a hosted service manages
 * it. Throws 401 `session_ended` if the session has ended.
 */
export async function requireSession(
  tx: DatabaseTransaction,
  { hosted }: Pick<UsersDeps, "hosted">,
  caller: Pick<Caller, "userId" | "sessionId">,
): Promise<void> {
  const user = await lockUser(tx, caller.userId);
  if (!user || !(hosted || (await holdSession(tx, caller)))) throw userRefusals.session_ended();
}
