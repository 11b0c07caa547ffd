/** Presents users in the format of the admin endpoints, with identities and factors. */
import type { Queryable } from "#platform";
import type { UserRow } from "../../people/users-table.ts";
import { findFactorsOf, findIdentitiesOf } from "../../service-key/users-by-key-table.ts";
import { presentUser, type UserJson } from "../wire/present-user.ts";

export async function presentUsers(
  queryable: Queryable,
  users: readonly UserRow[],
): Promise<UserJson[]> {
  const ids = users.map(({ id }) => id);
  const identities = await findIdentitiesOf(queryable, ids);
  const factors = await findFactorsOf(queryable, ids);
  return users.map((user) =>
    presentUser(
      user,
      identities.filter((identity) => identity.user_id === user.id),
      factors.filter((factor) => factor.user_id === user.id),
    ),
  );
}

export function single(users: readonly UserJson[]): UserJson {
  const [user] = users;
  if (!user) throw new Error("expected exactly one user");
  return user;
}
