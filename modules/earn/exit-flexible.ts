/**
 * Of who is gone for good: what has no end is ended now, with the interest of its whole days. What
 * has one is paid then, as promised.
 */
import { internalRequest } from "#platform";
import { exitPosition, type ExitDeps } from "./exit-position.ts";
import { positionsOf } from "./positions-table.ts";

/** Throws what `exitPosition` throws; what was ended before that stays so. */
export async function exitFlexible(deps: ExitDeps, userId: string): Promise<void> {
  for (const { id, endsAt, state } of await positionsOf(deps.database, userId)) {
    if (endsAt !== null || state !== "open") continue;
    const request = internalRequest(userId, "exitPosition");
    await exitPosition(deps, { request, positionId: id });
  }
}
