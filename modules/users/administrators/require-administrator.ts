/**
 * Checks that the caller is an administrator. Each change by an administrator starts with this
 * check in the same transaction. The lock serialises such changes, so an administrator who has just
 * lost the role is refused. If two administrators revoke each other's role at the same time, only
 * one of the two requests succeeds.
 */
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { asPerson } from "./list-people.ts";
import { findPerson } from "./people-table.ts";
import { lockAdministrators } from "./setup-table.ts";

/** Throws 403 `not_admin` unless the caller is an administrator. */
export async function requireAdministrator(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await lockAdministrators(tx);
  const person = await findPerson(tx, userId);
  const isAble = person?.isAdmin === true && !asPerson(person, now).isDisabled;
  if (!isAble) throw userRefusals.not_admin();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Counts a change by this administrator. Runs outside the transaction, so that refused changes
 * count as well. Throws 429 above the limit.
 */
export async function countAdministratorWrite(
  { database, clock, limits }: Pick<UsersDeps, "clock" | "database" | "limits">,
  userId: string,
): Promise<void> {
  const window = { key: `admin-write/${userId}`, windowMs: MINUTE_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.administratorWritesPerMinuteMax)
    throw userRefusals.too_many_changes();
}

/**
 * Counts a message from an administrator to this user. All administrators share the limit. Throws
 * 429 above the limit.
 */
export async function countMessageTo(
  { database, clock, limits }: Pick<UsersDeps, "clock" | "database" | "limits">,
  userId: string,
): Promise<void> {
  const window = { key: `admin-message/${userId}`, windowMs: HOUR_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.administratorMessagesPerHourMax)
    throw userRefusals.too_many_messages();
}
