/**
 * For what a session that is being ended may no longer do, as by the owner's new password: asked in
 * the transaction that does it.
 */
import type { Caller } from "#api/route";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { lockUser } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { holdSession } from "./proofs-table.ts";

/**
 * Locks the person and, until the transaction ends, the session, but for one of another service.
 * Throws 401 `session_ended`.
 */
export async function requireSession(
  tx: DatabaseTransaction,
  { hosted }: Pick<UsersDeps, "hosted">,
  caller: Pick<Caller, "userId" | "sessionId">,
): Promise<void> {
  const user = await lockUser(tx, caller.userId);
  if (!user || !(hosted || (await holdSession(tx, caller)))) throw userRefusals.session_ended();
}
