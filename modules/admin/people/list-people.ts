/** Lists users with their balances, for the user table. */
import { balancesOfUsers, type Balances } from "#ledger";
import type { Queryable } from "#platform";
import { getPerson, listPeople, type PeopleFilter, type Person } from "#users";
import { adminRefusals } from "../office/refusals.ts";

export async function listPeopleWithBalances(
  queryable: Queryable,
  request: {
    readonly search?: string | undefined;
    readonly filter: PeopleFilter;
    readonly cursor?: string | undefined;
    readonly limit: number;
    readonly now: Date;
  },
) {
  const page = await listPeople(queryable, request);
  const ids = page.items.map(({ id }) => id);
  const balances = await balancesOfUsers(queryable, ids);
  return { ...page, items: page.items.map((person) => withBalances(person, balances)) };
}

export async function personWithBalances(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
) {
  const person = await getPerson(queryable, { userId, now });
  if (!person) throw adminRefusals.user_not_found();
  return withBalances(person, await balancesOfUsers(queryable, [userId]));
}

function withBalances(person: Person, all: ReadonlyMap<string, Balances>) {
  const balances = all.get(person.id);
  return {
    ...person,
    balances: {
      availableSats: balances?.availableSats ?? 0n,
      heldSats: balances?.heldSats ?? 0n,
      availableCents: balances?.availableCents ?? 0n,
    },
  };
}
