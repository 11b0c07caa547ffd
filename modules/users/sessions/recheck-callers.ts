/**
 * Whether trust that was given a while ago still stands, for everybody with an open socket in one
 * query. What ends in another process is told over the bus; this is what holds when the telling
 * fails.
 */
import type { Caller } from "#api/route";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findAccountStates } from "../people/account-states-table.ts";
import { isOver } from "./session-end.ts";
import { findCallers, type FoundCaller } from "./callers-table.ts";

type Deps = Pick<UsersDeps, "clock" | "database" | "hosted">;

/**
 * In the order asked: the caller as they are now, or undefined when their session ended, they were
 * disabled or deleted, or have a second factor since that they did not prove. A hosted service
 * keeps its sessions itself: of those it is asked by `authenticate`.
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
