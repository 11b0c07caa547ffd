/**
 * Tests batches of purchases: each buyer gets the same response as for a single purchase and is
 * charged once, even if another purchase in the batch is refused.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IdempotentRequest } from "#platform";
import { balancesOf, verifyLedger } from "#ledger";
import { countCover } from "#treasury";
import { userWith } from "../../../test/support/money/books.ts";
import { testDatabase } from "../../../test/support/servers/database.ts";
import { fundTreasury, miningDeps, moneyRequest } from "../../../test/support/money/mining.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { buyContracts } from "./buy-contract.ts";
import { miningRoutes } from "../routes.ts";

const STARTER_SATS = 165_000n;
const ENTERPRISE_LOSS_SATS = 76_638n;

let own: Awaited<ReturnType<typeof testDatabase>>;
let deps: ReturnType<typeof miningDeps>;
beforeAll(async () => {
  own = await testDatabase();
  deps = miningDeps(own.database);
});
afterAll(() => own.close());

type Routes = ReturnType<typeof miningRoutes>;

const buyer = (sats = STARTER_SATS) => userWith(own.database, { sats });
const newRequest = (userId: string) => moneyRequest(userId, "buyContract");

function buy(routes: Routes, idempotency: IdempotentRequest, planId = "starter-rig") {
  const caller = { userId: idempotency.userId } as never;
  return routes.buyContract({ ...plainRequest, caller, body: { planId }, idempotency });
}

const codeOf = (one: PromiseSettledResult<unknown>) =>
  one.status === "fulfilled" ? "bought" : (one.reason as { code?: string }).code;
const contracts = async () =>
  (
    await own.database.query<{ userId: string; count: number }>(
      `select user_id as "userId", count(*)::int as count from mining_earners where kind = 'contract' group by 1`,
    )
  ).reduce((counts, { userId, count }) => counts.set(userId, count), new Map<string, number>());

describe("concurrent purchases", () => {
  test("in a batch, each buyer with enough money buys exactly one contract", async () => {
    const routes = miningRoutes(deps);
    const rich = await Promise.all(Array.from({ length: 40 }, () => buyer()));
    const poor = await Promise.all(Array.from({ length: 5 }, () => buyer(STARTER_SATS - 1n)));
    const wrong = await buyer();
    const twice = await buyer(2n * STARTER_SATS);
    const repeated = newRequest(await buyer(2n * STARTER_SATS));
    const results = await Promise.allSettled([
      ...rich.map((userId) => buy(routes, newRequest(userId))),
      ...poor.map((userId) => buy(routes, newRequest(userId))),
      buy(routes, newRequest(wrong), "no-such-plan"),
      buy(routes, newRequest(twice)),
      buy(routes, newRequest(twice)),
      buy(routes, repeated),
    ]);
    expect(results.map(codeOf)).toEqual([
      ...rich.map(() => "bought"),
      ...poor.map(() => "insufficient_funds"),
      "plan_unknown",
      "bought",
      "bought",
      "bought",
    ]);
    // Repeated requests, mixed with new ones, return their first responses and buy no second
    // contract.
    const others = await Promise.all(Array.from({ length: 10 }, () => buyer()));
    const [again] = await Promise.all([
      buy(routes, repeated),
      ...others.map((userId) => buy(routes, newRequest(userId))),
    ]);
    expect(again).toEqual((results.at(-1) as PromiseFulfilledResult<unknown>).value);
    const counts = await contracts();
    for (const userId of [...rich, ...others, repeated.userId]) expect(counts.get(userId)).toBe(1);
    expect(counts.get(twice)).toBe(2);
    for (const userId of [...poor, wrong]) expect(counts.has(userId)).toBe(false);
    for (const userId of [...rich, twice])
      expect(await balancesOf(own.database, userId)).toMatchObject({ availableSats: 0n });
    expect(await verifyLedger(own.database)).toEqual([]);
  });

  test("a request that is repeated while it is still running buys only once", async () => {
    const routes = miningRoutes(deps);
    const requests = await Promise.all(
      Array.from({ length: 20 }, async () => newRequest(await buyer(3n * STARTER_SATS))),
    );
    const results = await Promise.allSettled(
      [...requests, ...requests].map((request) => buy(routes, request)),
    );
    for (const code of results.map(codeOf))
      expect(["bought", "request_in_progress"]).toContain(code);
    const counts = await contracts();
    for (const { userId } of requests) expect(counts.get(userId)).toBe(1);
  });

  test("two concurrent processes sell no more than the platform can cover", async () => {
    const buyers = await Promise.all(Array.from({ length: 60 }, () => buyer(3_400_000n)));
    const { marginSats } = await countCover(own.database, deps.treasury, deps.clock.now());
    const wantedSats = 24n * ENTERPRISE_LOSS_SATS;
    if (marginSats < wantedSats) await fundTreasury(own.database, wantedSats - marginSats);
    await countAgain(own.database);
    const { marginSats: margin } = await countCover(own.database, deps.treasury, deps.clock.now());
    const fitting = Number(margin / (ENTERPRISE_LOSS_SATS - 1n));
    const [one, other] = [miningRoutes(deps), miningRoutes(deps)];
    const results = await Promise.allSettled(
      buyers.map((userId, place) =>
        buy(place % 2 === 0 ? one : other, newRequest(userId), "enterprise-farm"),
      ),
    );
    const codes = results.map(codeOf);
    const bought = codes.filter((code) => code === "bought").length;
    expect(codes.filter((code) => code === "sales_closed")).toHaveLength(60 - bought);
    expect(bought).toBeLessThanOrEqual(fitting);
    expect(bought).toBeGreaterThanOrEqual(Number(margin / ENTERPRISE_LOSS_SATS));
    const after = await countCover(own.database, deps.treasury, deps.clock.now());
    expect(after.marginSats >= 0n && after.marginSats < ENTERPRISE_LOSS_SATS).toBe(true);
    expect(await verifyLedger(own.database)).toEqual([]);
  });
});

test("a purchase for a locked miner is excluded from the batch", async () => {
  const routes = miningRoutes(deps);
  const [busy, idle] = [await buyer(2n * STARTER_SATS), await buyer(2n * STARTER_SATS)];
  for (const userId of [busy, idle]) await buy(routes, newRequest(userId));
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = own.database.transaction(async (tx) => {
    await tx.query("select from mining_miners where user_id = $1 for update", [busy]);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const batch = own.database.transaction((tx) =>
    buyContracts(
      tx,
      deps,
      [busy, idle].map((userId) => ({ request: newRequest(userId), planId: "starter-rig" })),
      "batch",
    ),
  );
  await expect(batch).rejects.toMatchObject({ places: new Set([0]) });
  release.resolve();
  await held;
  expect((await contracts()).get(idle)).toBe(1);
});
