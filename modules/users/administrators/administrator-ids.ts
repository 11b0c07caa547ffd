/** Ids of administrators to whom events and messages are sent. */
import type { MeChange, Queryable } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findAdministratorIds } from "./people-table.ts";
import { findRoles } from "./roles-table.ts";

/** Filters the ids to administrators who are not disabled. */
export async function ableAdministrators(
  queryable: Queryable,
  { userIds, now }: { readonly userIds: readonly string[]; readonly now: Date },
): Promise<string[]> {
  const able = new Set(await administratorIds(queryable, now));
  return userIds.filter((userId) => able.has(userId));
}

/** Returns the ids of all administrators who are not disabled. */
export function administratorIds(queryable: Queryable, now: Date): Promise<string[]> {
  return findAdministratorIds(queryable, now);
}

/**
 * Returns the ids of all administrators, including disabled ones: an attacker may have disabled an
 * administrator precisely to suppress the message.
 */
export async function notifiedAdministratorIds(queryable: Queryable): Promise<string[]> {
  return (await findRoles(queryable)).map(({ userId }) => userId);
}

/**
 * Publishes a change to the open pages of all administrators and of `owner`. Each user is notified
 * once. Call this function after the commit.
 */
export async function publishToAdministrators(
  { database, bus, clock }: Pick<UsersDeps, "database" | "bus" | "clock">,
  { what, owner }: { readonly what: MeChange; readonly owner?: string },
): Promise<void> {
  const administrators = await administratorIds(database, clock.now());
  for (const userId of new Set([...(owner === undefined ? [] : [owner]), ...administrators]))
    bus.publish("me", { userId, what });
}
