/** Changes a user's name, role or disabled state, with an audit entry. */
import type { Caller } from "#api/route";
import {
  publishChange,
  changePerson,
  countAdministratorWrite,
  requireAdministrator,
  type Person,
  type PersonChange,
} from "#users";
import { type AuditFacts, recordAudit } from "#audit";
import { roleFacts } from "../audit/role-facts.ts";
import { personWithBalances } from "./list-people.ts";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { asUserId } from "../office/user-id.ts";

type Change = Omit<PersonChange, "caller" | "now">;

export async function changePersonByAdministrator(deps: AdminDeps, caller: Caller, change: Change) {
  const userId = asUserId(change.userId);
  const { name, isAdmin, isDisabled, seen, reason } = change;
  if (name === undefined && isAdmin === undefined && isDisabled === undefined)
    throw adminRefusals.nothing_to_change();
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  const { endedSessions, roleGrant: role } = await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const steps = { name, isAdmin, isDisabled };
    const changed = await changePerson(tx, deps, {
      userId,
      caller,
      ...steps,
      seen,
      reason,
      now,
    });
    const facts = differences(changed.before, changed.after);
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.change",
      target: userId,
      reason,
      before: facts.before,
      after: { ...facts.after, ...roleFacts(changed.roleGrant) },
    });
    return changed;
  });
  publishChange(deps, { userId, endedSessions, notifiedIds: role?.notifiedIds });
  return personWithBalances(deps.database, { userId, now });
}

/**
 * Returns the changed values. A name is recorded only as "changed", because the audit log outlives
 * the user's personal data.
 */
function differences(before: Person, after: Person): { before: AuditFacts; after: AuditFacts } {
  const isRenamed = before.name !== after.name;
  const power = ({ isAdmin, isDisabled }: Person) => ({ isAdmin, isDisabled });
  return {
    before: power(before),
    after: isRenamed ? { ...power(after), name: "changed" } : power(after),
  };
}
