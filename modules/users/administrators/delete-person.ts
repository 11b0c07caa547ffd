/**
 * Deletes a user: erases sign-in and personal data, and keeps the ledger's history under an
 * anonymous id. Other modules report deletion blockers in the same transaction.
 */
import { closeMailbox } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { forgetAttempts } from "../passwords/sign-in-attempts.ts";
import { userRefusals } from "../rules/refusals.ts";
import { endAccess } from "../sessions/end-access.ts";
import { requireLockedPerson } from "./change-person.ts";
import type { Person } from "./list-people.ts";
import { eraseRows, hasOtherAdministrator } from "./people-table.ts";

/** Other modules' rules for deleting a user. */
export interface DeletionRules {
  /**
   * Returns descriptions of the user's remaining assets, such as `0.00100000 BTC`. Empty if nothing
   * blocks the deletion.
   */
  readonly deletionBlockersOf: (
    tx: DatabaseTransaction,
    userId: string,
  ) => Promise<readonly string[]>;
  /** Deletes other modules' data about the user. */
  readonly forget: (
    tx: DatabaseTransaction,
    person: Pick<Deletion, "now" | "userId">,
  ) => Promise<void>;
}

export interface Deletion {
  readonly userId: string;
  /** Id of the administrator who deletes the user. Undefined for a program with the service key. */
  readonly callerId?: string;
  readonly now: Date;
  readonly rules: DeletionRules;
}

/**
 * Deletes the user. Call `requireAdministrator` first. Throws 404 `user_not_found`, 409
 * `last_administrator`, 403 `own_access` or 409 `still_has`.
 */
export async function deletePerson(
  tx: DatabaseTransaction,
  { userId, callerId, now, rules: elsewhere }: Deletion,
): Promise<{ readonly before: Person; readonly endedSessions: readonly string[] }> {
  const before = await requireLockedPerson(tx, userId, now);
  if (before.isAdmin && !(await hasOtherAdministrator(tx, { userId, now })))
    throw userRefusals.last_administrator();
  if (userId === callerId) throw userRefusals.own_access();
  const blockers = await elsewhere.deletionBlockersOf(tx, userId);
  if (blockers.length > 0) throw userRefusals.still_has({ what: blockers.join(", ") });
  const endedSessions = await endAccess(tx, { userId });
  await forgetAttempts(tx, { email: before.email });
  await eraseRows(tx, { userId, now });
  await elsewhere.forget(tx, { userId, now });
  await closeMailbox(tx, userId);
  return { before, endedSessions };
}
