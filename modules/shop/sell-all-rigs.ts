/** Of who is gone for good: every rig goes back to the platform at the price of the day. */
import { internalRequest } from "#platform";
import { ownedRigIds } from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { sellRig } from "./sell-rig.ts";

/** Throws what `sellRig` throws; what was sold before that stays sold. */
export async function sellAllRigs(deps: ShopDeps, userId: string): Promise<void> {
  for (const rigId of await ownedRigIds(deps.database, userId))
    await sellRig(deps, { request: internalRequest(userId, "sellRig"), rigId });
}
