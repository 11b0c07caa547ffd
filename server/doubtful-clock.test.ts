/**
 * Tests purchases, sales and switches after an unexplained jump of the clock. These requests are
 * refused until an administrator confirms the time. Requests completed earlier return their stored
 * responses, and refused requests may be sent again with the same idempotency key.
 */
import { earnRoutes } from "#earn";
import { miningRoutes } from "#mining";
import { createPayGate, openPayGate } from "#platform";
import { shopRoutes } from "#shop";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { newAddress, setFunding } from "../test/support/money/earn.ts";
import { fundTreasury, moneyRequest } from "../test/support/money/mining.ts";
import { ownerWith, shopDeps } from "../test/support/money/shop.ts";
import { plainRequest } from "../test/support/servers/sign-in-server.ts";

const DAY_MS = 86_400_000;
const BTC = 100_000_000n;

const test_ = fileDatabase();
beforeAll(async () => {
  await fundTreasury(test_.database, 100n * BTC);
  await setFunding(test_.database, 10n * BTC);
});

/** Opens the modules with a clock that can jump while the machine's uptime continues. */
function openModules() {
  const own = shopDeps(test_.database);
  const payGate = createPayGate({ ...own, uptimeMs: () => 0 });
  const deps = { ...own, payGate };
  return {
    deps,
    mining: miningRoutes(deps),
    earn: earnRoutes(deps),
    shop: shopRoutes(deps),
  };
}
type Modules = ReturnType<typeof openModules>;

const requestOf = (userId: string) => ({ ...plainRequest, caller: { userId } as never });

/** Returns a request that uses the same idempotency key each time it is sent. */
function money(userId: string, route: string) {
  return { ...requestOf(userId), ip: newAddress(), idempotency: moneyRequest(userId, route) };
}

async function ownerOfTwoRigs({ shop, mining }: Modules) {
  const userId = await ownerWith(test_.database, 10n * BTC);
  const body = { itemId: "s19-pro", quantity: 2 };
  const ordered = { ...money(userId, "placeOrder"), body };
  const { rigIds } = await shop.placeOrder(ordered);
  await mining.startMining(requestOf(userId));
  const [soldId = "", stoppedId = ""] = rigIds;
  await test_.database.query("update mining_rigs set stopped_at = now() where id = $1", [
    stoppedId,
  ]);
  return { userId, ordered, rigIds, soldId, stoppedId };
}

test("purchases and switches succeed with the same key after the time is confirmed", async () => {
  const modules = openModules();
  const { deps, mining, earn, shop } = modules;
  await deps.payGate.checkedClock();
  const { userId, ordered, rigIds, soldId, stoppedId } = await ownerOfTwoRigs(modules);
  const other = await ownerWith(test_.database, BTC);
  const stake = { durationDays: 90 as const, amountSats: BTC };
  const { id: positionId } = await earn.openStake({ ...money(userId, "openStake"), body: stake });
  const exit = { ...money(userId, "exitPosition"), params: { positionId } };
  const { id: leftId } = await earn.openStake({ ...money(userId, "openStake"), body: stake });
  const gone = { ...money(userId, "exitPosition"), params: { positionId: leftId } };
  const exited = await earn.exitPosition(gone);

  const order = { ...money(userId, "placeOrder"), body: { itemId: "s19-pro", quantity: 1 } };
  const sale = { ...money(userId, "sellRig"), params: { rigId: soldId }, body: {} };
  const contracts = [userId, other].map((buyer) => ({
    ...money(buyer, "buyContract"),
    body: { planId: "starter-rig" },
  }));
  const boost = { ...money(userId, "buyBoost"), body: { multiplier: "2" } };
  const staked = { ...money(userId, "openStake"), body: stake };
  const invested = {
    ...money(userId, "openInvestment"),
    body: { planId: "btc-starter", amountSats: BTC },
  };
  const deeds: (() => Promise<unknown>)[] = [
    () => shop.placeOrder(order),
    () => shop.sellRig(sale),
    ...contracts.map((contract) => () => mining.buyContract(contract)),
    () => mining.buyBoost(boost),
    () => earn.openStake(staked),
    () => earn.openInvestment(invested),
    () => earn.exitPosition(exit),
    () => mining.startRig({ ...requestOf(userId), params: { rigId: stoppedId } }),
    () => mining.setTariff({ ...requestOf(userId), body: { usdPerKwh: "0.02" } }),
    () => mining.stopMining(requestOf(userId)),
    () => mining.startMining(requestOf(other)),
  ];
  const allWait = async () => {
    const results = await Promise.allSettled(deeds.map((deed) => deed()));
    for (const result of results)
      expect(result).toMatchObject({ status: "rejected", reason: { code: "pay_waits" } });
  };

  deps.clock.advance(DAY_MS);
  await allWait();
  await deps.payGate.checkedClock();
  await allWait();
  expect((await shop.placeOrder(ordered)).rigIds).toEqual(rigIds);
  expect(await earn.exitPosition(gone)).toEqual(exited);
  await openPayGate(test_.database, deps.clock.now());
  await deps.payGate.checkedClock();
  for (const deed of deeds) await deed();
});
