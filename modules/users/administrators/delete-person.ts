/**
 * Deleting a person: sign-in and personal data go, the ledger's history stays under an id that says
 * nothing. Whether something still belongs to the person is asked of the modules that know, in the
 * same transaction.
 */
import { closeMailbox } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { forgetAttempts } from "../passwords/sign-in-attempts.ts";
import { userRefusals } from "../rules/refusals.ts";
import { endAccess } from "../sessions/end-access.ts";
import { requireLockedPerson } from "./change-person.ts";
import type { Person } from "./list-people.ts";
import { eraseRows, hasOtherAdministrator } from "./people-table.ts";

/**
 * What other modules keep about a person: it stands in the way of a deletion, or goes with the
 * person.
 */
export interface DeletionRules {
  /** What the person still has, in words such as `0.00100000 BTC`; empty when nothing. */
  readonly deletionBlockersOf: (
    tx: DatabaseTransaction,
    userId: string,
  ) => Promise<readonly string[]>;
  /** Deletes what other modules keep about the person. */
  readonly forget: (
    tx: DatabaseTransaction,
    person: Pick<Deletion, "now" | "userId">,
  ) => Promise<void>;
}

export interface Deletion {
  readonly userId: string;
  /** The administrator; undefined for a program with the service key. */
  readonly callerId?: string;
  readonly now: Date;
  readonly rules: DeletionRules;
}

/**
 * Needs `requireAdministrator` first. Throws 404 `user_not_found`, 409 `last_administrator`, 403
 * `own_access`, 409 `still_has`.
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
