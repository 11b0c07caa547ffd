/**
 * Tests the descriptions of event causes in the account history, which only the account's owner can
 * see.
 */
import { openPosition, stakingFor } from "#earn";
import { eventsOf, ledgerRoutes } from "#ledger";
import { ledgerApi } from "#api/ledger";
import { miningRoutes } from "#mining";
import { placeOrder } from "#shop";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { earnDeps, earnRequest, newAddress, setFunding } from "../test/support/money/earn.ts";
import { fundTreasury, miningDeps, moneyRequest } from "../test/support/money/mining.ts";
import { signedInAs, wireOf } from "../test/support/servers/route-input.ts";
import { ownerWith, shopDeps } from "../test/support/money/shop.ts";
import { CAUSE_SOURCES } from "./cause-sources.ts";

const books = fileDatabase();
beforeAll(async () => {
  await fundTreasury(books.database, 10_000_000_000n);
  await setFunding(books.database, 200_000_000n);
});

/** Creates a user who stakes, buys a plan and orders two rigs. Returns the user's id. */
async function customer(): Promise<string> {
  const { database } = books;
  const userId = await ownerWith(database, 100_000_000n);
  await openPosition(earnDeps(database), {
    request: earnRequest(userId),
    origin: { ip: newAddress() },
    findProduct: () => stakingFor(90),
    amountSats: 1_000_000n,
  });
  await miningRoutes(miningDeps(database)).buyContract({
    ...signedInAs(userId),
    body: { planId: "starter-rig" },
    idempotency: moneyRequest(userId, "buyContract"),
  });
  const request = moneyRequest(userId, "placeOrder");
  await placeOrder(shopDeps(database), { request, itemId: "s19-pro", quantity: 2 });
  return userId;
}

test("plans, products and rigs are described by name and figures", async () => {
  const userId = await customer();
  const { listEvents } = ledgerRoutes({ database: books.database, causeSources: CAUSE_SOURCES });
  const answer = await listEvents({ ...signedInAs(userId), query: { limit: 10 } });
  const { items, proof } = wireOf(ledgerApi)("listEvents", answer) as {
    items: { firstCode: string; about: unknown }[];
    proof: { sum: number; balance: number }[];
  };
  expect(items.map(({ firstCode, about }) => [firstCode, about])).toMatchObject([
    ["hardware_purchase", { name: "S19 Pro", quantity: 2 }],
    ["contract_purchase", { name: "Starter Rig", hashRateThs: "50", hours: 720 }],
    ["earn_principal_hold", { name: "90-day staking", hours: null }],
    ["deposit", null],
  ]);
  for (const { sum, balance } of proof) expect(sum).toBe(balance);
});

test("causes that belong to another user get no description", async () => {
  const [owner, other] = [await customer(), await customer()];
  const { items } = await eventsOf(books.database, { userId: owner, limit: 10 });
  const causes = items.map(({ cause }) => cause).filter((cause) => cause !== null);
  expect(causes).toHaveLength(3);
  for (const source of CAUSE_SOURCES) {
    const query = { causes: causes.filter((cause) => source.causes.test(cause)) };
    const own = await source.describe(books.database, { ...query, userId: owner });
    expect([...own.keys()].toSorted()).toEqual(query.causes.toSorted());
    expect((await source.describe(books.database, { ...query, userId: other })).size).toBe(0);
  }
});
