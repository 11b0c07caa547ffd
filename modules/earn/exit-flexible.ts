/**
 * Closes the flexible positions of an anonymous account that is about to be deleted, with the
 * interest of whole days. Fixed-term positions are paid at the end of their term, as promised.
 */
import { internalRequest } from "#platform";
import { exitPosition, type ExitDeps } from "./exit-position.ts";
import { positionsOf } from "./positions-table.ts";

/**
 * Closes the account's flexible positions. Throws the errors of `exitPosition`. Positions closed
 * before an error stay closed.
 */
export async function exitFlexible(deps: ExitDeps, userId: string): Promise<void> {
  for (const { id, endsAt, state } of await positionsOf(deps.database, userId)) {
    if (endsAt !== null || state !== "open") continue;
    const request = internalRequest(userId, "exitPosition");
    await exitPosition(deps, { request, positionId: id });
  }
}
