/** Adds a user. The account, its messages and the audit entry are committed together. */
import type { Caller } from "#api/route";
import {
  addPerson,
  publishChange,
  countAdministratorWrite,
  preparePerson,
  requireAdministrator,
} from "#users";
import { roleFacts } from "../audit/role-facts.ts";
import { recordAudit } from "#audit";
import { personWithBalances } from "./list-people.ts";
import type { AdminDeps } from "../office/deps.ts";

interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly isAdmin: boolean;
  readonly reason: string;
}

export async function addPersonByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { reason, ...person }: NewPerson,
) {
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const prepared = await preparePerson(deps, { ...person, by: caller.userId });
  const now = deps.clock.now();
  const { userId, roleGrant: role } = await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const added = await addPerson(tx, deps, { ...prepared, caller, now });
    const after = { isAdmin: person.isAdmin, isDisabled: false, ...roleFacts(added.roleGrant) };
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.add",
      target: added.userId,
      reason,
      before: {},
      after,
    });
    return added;
  });
  publishChange(deps, { userId, notifiedIds: role?.notifiedIds });
  return personWithBalances(deps.database, { userId, now });
}
