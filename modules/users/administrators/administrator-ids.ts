/** Who the administrators are, for what has to reach them. */
import type { MeChange, Queryable } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findAdministratorIds } from "./people-table.ts";
import { findRoles } from "./roles-table.ts";

/** Those among them who are administrators and not disabled. */
export async function ableAdministrators(
  queryable: Queryable,
  { userIds, now }: { readonly userIds: readonly string[]; readonly now: Date },
): Promise<string[]> {
  const able = new Set(await administratorIds(queryable, now));
  return userIds.filter((userId) => able.has(userId));
}

/** Everybody who is an administrator and not disabled. */
export function administratorIds(queryable: Queryable, now: Date): Promise<string[]> {
  return findAdministratorIds(queryable, now);
}

/**
 * The disabled ones too: what two of them should know of is told to whoever may have been shut out
 * for it.
 */
export async function notifiedAdministratorIds(queryable: Queryable): Promise<string[]> {
  return (await findRoles(queryable)).map(({ userId }) => userId);
}

/**
 * Tells every administrator's open pages that what waits for them changed. After the commit.
 * `owner`: whose it is; they hear of it as well, once.
 */
export async function publishToAdministrators(
  { database, bus, clock }: Pick<UsersDeps, "database" | "bus" | "clock">,
  { what, owner }: { readonly what: MeChange; readonly owner?: string },
): Promise<void> {
  const administrators = await administratorIds(database, clock.now());
  for (const userId of new Set([...(owner === undefined ? [] : [owner]), ...administrators]))
    bus.publish("me", { userId, what });
}
