/**
 * Sells all rigs of an anonymous account before the account is deleted, at the day's buyback price.
 */
import { internalRequest } from "#platform";
import { ownedRigIds } from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { sellRig } from "./sell-rig.ts";

/**
 * Sells the rigs one by one. Throws the errors of `sellRig`. Rigs sold before an error stay sold.
 */
export async function sellAllRigs(deps: ShopDeps, userId: string): Promise<void> {
  for (const rigId of await ownedRigIds(deps.database, userId))
    await sellRig(deps, { request: internalRequest(userId, "sellRig"), rigId });
}
