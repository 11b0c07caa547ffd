/**
 * Creates the dependencies for tests of rigs: the shop, mining with rigs, users with a mailbox, and
 * the usual ways to get a rig.
 */
import { randomUUID } from "node:crypto";
import { openMailbox } from "#notifications";
import type { Database } from "#platform";
import type { ShopDeps } from "#shop";
import { listRigs } from "../../../modules/shop/list-rigs.ts";
import { userWith } from "./books.ts";
import { miningDeps, type MiningTestDeps } from "./mining.ts";
import { operator } from "./operator-products.ts";

export function shopDeps(database: Database): MiningTestDeps & ShopDeps {
  return { ...miningDeps(database), treasury: operator.treasury };
}

/** Creates a user with coins and a mailbox, which receives a message when a rig stops. */
export async function ownerWith(database: Database, sats: bigint): Promise<string> {
  const userId = await userWith(database, { sats });
  const email = `${randomUUID()}@example.test`;
  await database.transaction((tx) => openMailbox(tx, { userId, email }));
  return userId;
}

export async function rackOf(deps: Pick<ShopDeps, "database" | "clock">, userId: string) {
  return (await listRigs(deps, { userId, limit: 50 })).items;
}
