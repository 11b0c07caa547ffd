/** Opens an account for somebody; account, messages and audit entry stand or fall together. */
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
import type { AdminParts } from "../office/parts.ts";

interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly isAdmin: boolean;
  readonly reason: string;
}

export async function addPersonByAdministrator(
  parts: AdminParts,
  caller: Caller,
  { reason, ...person }: NewPerson,
) {
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  const prepared = await preparePerson(parts, { ...person, by: caller.userId });
  const now = parts.clock.now();
  const { userId, given } = await parts.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const added = await addPerson(tx, parts, { ...prepared, caller, now });
    const after = { isAdmin: person.isAdmin, isDisabled: false, ...roleFacts(added.given) };
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
  publishChange(parts, { userId, told: given?.told });
  return personWithBalances(parts.database, { userId, now });
}
