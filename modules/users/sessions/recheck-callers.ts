/**
 * Rechecks the callers of all open sockets in one query. Processes normally learn of changes from
 * the bus. The recheck covers lost events.
 */
import type { Caller } from "#api/route";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findAccountStates } from "../people/account-states-table.ts";
import { isOver } from "./session-end.ts";
import { findCallers, type FoundCaller } from "./callers-table.ts";

type Deps = Pick<UsersDeps, "clock" | "database" | "hosted">;

/**
 * Returns the current callers in the given order. Undefined if the session has ended, the user was
 * disabled or deleted, or the session has not completed the user's two-factor authentication. A
 * hosted service manages its own sessions, which `authenticate` checks.
 */
export async function recheckCallers(
  { clock, database, hosted }: Deps,
  callers: readonly Caller[],
): Promise<(Caller | undefined)[]> {
  if (callers.length === 0) return [];
  const nowMs = clock.now().getTime();
  const rows = hosted ? await findHosted(database, callers) : await findCallers(database, callers);
  return rows.map((one) => {
    if (!one) return undefined;
    const { caller, bannedUntil, hasSecondFactor, times } = one;
    if (times && isOver(times, clock.now())) return undefined;
    const isBanned = bannedUntil !== null && bannedUntil.getTime() > nowMs;
    const lacksFactor = hasSecondFactor && caller.aal !== "aal2";
    return isBanned || lacksFactor ? undefined : caller;
  });
}

async function findHosted(
  database: Deps["database"],
  callers: readonly Caller[],
): Promise<(FoundCaller | undefined)[]> {
  const people = await findAccountStates(database, [
    ...new Set(callers.map(({ userId }) => userId)),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return callers.map((caller) => {
    const person = byId.get(caller.userId);
    if (!person) return undefined;
    const { isAdmin, bannedUntil } = person;
    return { caller: { ...caller, isAdmin }, bannedUntil, hasSecondFactor: false };
  });
}
