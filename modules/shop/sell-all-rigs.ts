/** Of who is gone for good: every machine goes back to the house at the price of the day. */
import { ownRequest } from "#platform";
import { ownedRigIds } from "./orders-table.ts";
import type { ShopParts } from "./parts.ts";
import { sellRig } from "./sell-rig.ts";

/** Throws what `sellRig` throws; what was sold before that stays sold. */
export async function sellAllRigs(parts: ShopParts, userId: string): Promise<void> {
  for (const rigId of await ownedRigIds(parts.database, userId))
    await sellRig(parts, { request: ownRequest(userId, "sellRig"), rigId });
}
