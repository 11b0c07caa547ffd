/** Tests that twenty accounts cannot distort the public mining figures by buying rigs. */
import { activeMiners, soldHashRate } from "#mining";
import { ANONYMOUS_IDS } from "#users";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { saver } from "../../test/support/money/earn.ts";
import { fundTreasury, moneyRequest } from "../../test/support/money/mining.ts";
import { ownerWith, shopDeps } from "../../test/support/money/shop.ts";
import { startMining } from "../mining/start-mining.ts";
import { placeOrder } from "./place-order.ts";
import { sellRig } from "./sell-rig.ts";

const LIARS = 20;
const S19_SATS = 5_833_334n;
const FRAME_SATS = 250_000n;

const file = fileDatabase();
let deps: ReturnType<typeof shopDeps>;
beforeAll(() => fundTreasury(file.database, 10_000_000_000n));
beforeEach(() => {
  deps = shopDeps(file.database);
});

async function figures() {
  const now = deps.clock.now();
  return {
    active: await activeMiners(file.database, now, ANONYMOUS_IDS),
    soldThs: await soldHashRate(file.database, now, ANONYMOUS_IDS),
  };
}

async function buy(userId: string, itemId: string): Promise<string> {
  const request = moneyRequest(userId, "placeOrder");
  const { rigIds } = await placeOrder(deps, { request, itemId, quantity: 1 });
  return rigIds[0] ?? "";
}

const sell = (userId: string, rigId: string) =>
  sellRig(deps, { request: moneyRequest(userId, "sellRig"), rigId, priceSats: undefined });

test("the public figures exclude rigs that were sold back", async () => {
  for (let one = 0; one < LIARS; one += 1) {
    const userId = await ownerWith(file.database, 2n * S19_SATS);
    await startMining(deps, { userId });
    await sell(userId, await buy(userId, "s19-pro"));
  }
  expect(await figures()).toEqual({ active: 0, soldThs: "0" });
});

test("a rig bought and sold back five times is counted once while owned", async () => {
  const userId = await ownerWith(file.database, 3n * S19_SATS);
  await startMining(deps, { userId });
  for (let round = 0; round < 5; round += 1) await sell(userId, await buy(userId, "s19-pro"));
  const rigId = await buy(userId, "s19-pro");
  expect(await figures()).toEqual({ active: 1, soldThs: "110" });
  await sell(userId, rigId);
  expect(await figures()).toEqual({ active: 0, soldThs: "0" });
});

test("the public figures exclude frames", async () => {
  for (let one = 0; one < LIARS; one += 1) {
    const userId = await ownerWith(file.database, FRAME_SATS);
    await startMining(deps, { userId });
    await buy(userId, "mining-rig-frame");
  }
  expect(await figures()).toEqual({ active: 0, soldThs: "0" });
});

test("the public figures exclude rigs of anonymous accounts", async () => {
  const userId = await saver(file.database, S19_SATS);
  await startMining(deps, { userId });
  await buy(userId, "s19-pro");
  await file.database.query("update users_users set is_anonymous = true where id = $1", [userId]);
  expect(await figures()).toEqual({ active: 0, soldThs: "0" });
});
