/** Of who is gone for good: every machine goes back to the house at the price of the day. */
import { ownRequest } from "#platform";
import { rigsOwnedBy } from "./orders-table.ts";
import type { ShopParts } from "./parts.ts";
import { sellRig } from "./sell-rig.ts";

/** Throws what `sellRig` throws; what was sold before that stays sold. */
export async function sellAllRigs(parts: ShopParts, userId: string): Promise<void> {
  for (const { id: rigId, soldAt } of await rigsOwnedBy(parts.database, userId))
    if (soldAt === null) await sellRig(parts, { request: ownRequest(userId, "sellRig"), rigId });
}
