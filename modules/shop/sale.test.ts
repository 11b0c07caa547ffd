/**
 * Tests that a rig is sold back exactly once, at the posted price, after its unpaid time was
 * settled. Uses a real database.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  outsideAccount,
  postAll,
  userAccount,
  verifyLedger,
} from "#ledger";
import { payOutDue, rigsOf } from "#mining";
import {
  newId,
  newUuid,
  Outage,
  requestHash,
  type Database,
  type IdempotentRequest,
} from "#platform";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  asSuperuser,
  fileDatabase,
  testDatabase,
  waitingForLocks,
} from "../../test/support/servers/database.ts";
import { fundTreasury, moneyRequest, setReferenceValues } from "../../test/support/money/mining.ts";
import { runProgram } from "../../test/support/servers/program.ts";
import { ownerWith, rackOf, shopDeps } from "../../test/support/money/shop.ts";
import { startMining } from "../mining/start-mining.ts";
import { placeOrder } from "./place-order.ts";
import { sellRig } from "./sell-rig.ts";

const DAY = 86_400_000;
const S19_SATS = 5_833_334n;
/** 80 % of 3,500 USD at 60,000 USD per BTC, rounded down. */
const NEW_SATS = 4_666_666n;
const MONTHS_OF_BUY_BACK = 36;

const test_ = fileDatabase();
let deps: ReturnType<typeof shopDeps>;
beforeAll(async () => {
  await fundTreasury(test_.database, 1_000_000_000n);
});
beforeEach(() => {
  deps = shopDeps(test_.database);
});

const balance = async (userId: string) => (await balancesOf(test_.database, userId)).availableSats;

async function ownerOf(itemId: string, remainingSats = 0n, database = test_.database) {
  const sats = itemId === "s19-pro" ? S19_SATS : 250_000n;
  const userId = await ownerWith(database, sats + remainingSats);
  const request = moneyRequest(userId, "placeOrder");
  const own = database === test_.database ? deps : shopDeps(database);
  const { rigIds } = await placeOrder(own, { request, itemId, quantity: 1 });
  return { userId, rigId: rigIds[0] ?? "" };
}

const sell = (owner: { userId: string; rigId: string }, priceSats?: bigint) =>
  sellRig(deps, { request: moneyRequest(owner.userId, "sellRig"), rigId: owner.rigId, priceSats });

const switchOn = (userId: string) => startMining(deps, { userId });

describe("a sale", () => {
  test("a new rig is bought back at 80 % of its price", async () => {
    const owner = await ownerOf("s19-pro");
    const treasury = () => accountBalance(test_.database, houseAccount("treasury", "BTC"));
    const before = await treasury();
    expect(await rackOf(deps, owner.userId)).toMatchObject([{ sellBackSats: NEW_SATS }]);
    expect(await sell(owner, NEW_SATS)).toMatchObject({ soldSats: NEW_SATS });
    expect(await balance(owner.userId)).toBe(NEW_SATS);
    expect(await treasury()).toBe(before - NEW_SATS);
    expect(await rackOf(deps, owner.userId)).toMatchObject([{ state: "sold", sellBackSats: 0n }]);
  });

  test("the buyback price falls linearly each day to zero after 36 months", async () => {
    const owner = await ownerOf("s19-pro");
    deps.clock.advance(219 * DAY);
    // After a fifth of 1,095 days, the buyback price is 2,240 USD.
    expect(await rackOf(deps, owner.userId)).toMatchObject([{ sellBackCents: 224_000n }]);
    deps.clock.advance(876 * DAY);
    expect(await rackOf(deps, owner.userId)).toMatchObject([{ sellBackSats: 0n }]);
    await sell(owner, 0n);
    expect(await balance(owner.userId)).toBe(0n);
  });

  test("a frame can be sold back", async () => {
    const owner = await ownerOf("mining-rig-frame");
    await sell(owner);
    expect(await balance(owner.userId)).toBe(200_000n); // 120 USD in sats
  });

  test("a sale settles earnings and power costs first", async () => {
    const owner = await ownerOf("s19-pro", 100_000n);
    await switchOn(owner.userId);
    deps.clock.advance(DAY / 2);
    await payOutDue(deps);
    deps.clock.advance(DAY / 2 - 1);
    const { soldAt } = await sell(owner);
    expect(await balance(owner.userId)).toBe(100_000n + 8_331n - 13_000n + NEW_SATS);
    deps.clock.advance(DAY);
    await payOutDue(deps);
    expect(await balance(owner.userId)).toBe(100_000n + 8_331n - 13_000n + NEW_SATS);
    expect(await rigsOf(test_.database, owner.userId)).toMatchObject([
      {
        earnedSats: 8_331n,
        powerPaidSats: 13_000n,
        removedAt: soldAt,
      },
    ]);
  });

  test("unpaid power costs are deducted from the proceeds if the balance is empty", async () => {
    const owner = await ownerOf("s19-pro");
    await switchOn(owner.userId);
    deps.clock.advance(DAY - 1);
    await sell(owner);
    expect(await balance(owner.userId)).toBe(8_331n - 13_000n + NEW_SATS);
  });

  test("selling a stopped rig charges no power", async () => {
    const owner = await ownerOf("s19-pro", 100n);
    await switchOn(owner.userId);
    deps.clock.advance(DAY - 1);
    await payOutDue(deps);
    const before = await balance(owner.userId);
    expect(await rackOf(deps, owner.userId)).toMatchObject([{ state: "power_not_paid" }]);
    await sell(owner);
    expect(await balance(owner.userId)).toBe(before + NEW_SATS);
  });
});

test("a sale throws an Outage if the balance shrinks during every attempt", async () => {
  const { database } = test_;
  const owner = await ownerOf("s19-pro", 10_000n);
  await switchOn(owner.userId);
  deps.clock.advance(MONTHS_OF_BUY_BACK * 31 * DAY);
  const available = userAccount(owner.userId, "available", "BTC");
  const plant = (sql: string) => asSuperuser(database, (superuser) => superuser.query(sql));
  await plant(`create sequence shrinks;
    grant usage on sequence shrinks to public; grant select on shrinks to public;
    create function shrink() returns trigger language plpgsql security definer as $$ begin
      perform nextval('shrinks');
      update ledger_accounts set balance = balance + case name when '${available}' then -1 else 1 end
      where name in ('${available}', '${outsideAccount("chain")}');
      return new;
    end $$;
    create trigger shrink before update on shop_rigs for each row execute function shrink()`);
  const request = moneyRequest(owner.userId, "sellRig");
  const sale = sellRig(deps, { request, rigId: owner.rigId });
  await expect(sale).rejects.toBeInstanceOf(Outage);
  const [row] = await database.query<{ attempts: bigint }>(
    "select last_value as attempts from shrinks",
  );
  expect(row?.attempts).toBe(5n);
  expect(await balance(owner.userId)).toBe(10_000n);
  await plant("drop trigger shrink on shop_rigs");
  expect(await sellRig(deps, { request, rigId: owner.rigId })).toMatchObject({ soldSats: 0n });
});

describe("refused sales", () => {
  test("a sale is refused if the price differs from the price the user saw", async () => {
    const owner = await ownerOf("s19-pro");
    deps.clock.advance(DAY);
    await expect(sell(owner, NEW_SATS)).rejects.toMatchObject({
      code: "price_changed",
      text: "The price of S19 Pro is now 4662404 sats. Check it before you confirm.",
    });
  });

  test("another user's rig returns 404, as if it did not exist", async () => {
    const [mine, other] = [await ownerOf("s19-pro"), await ownerOf("s19-pro")];
    for (const rigId of [other.rigId, newId("rig")])
      await expect(sell({ userId: mine.userId, rigId })).rejects.toMatchObject({
        code: "rig_unknown",
        status: 404,
      });
  });

  test("a sale is refused while the platform lacks the coins for it", async () => {
    const own = await testDatabase();
    try {
      const ownDeps = shopDeps(own.database);
      await fundTreasury(own.database, 10_000_000n);
      const owner = await ownerOf("s19-pro", 0n, own.database);
      await own.database.transaction((tx) =>
        postAll(tx, [
          {
            id: newUuid(),
            debit: houseAccount("treasury", "BTC"),
            credit: outsideAccount("chain"),
            amount: 10_000_000n + S19_SATS - NEW_SATS + 1n,
            code: "adjustment",
          },
        ]),
      );
      const request = moneyRequest(owner.userId, "sellRig");
      await expect(sellRig(ownDeps, { request, rigId: owner.rigId })).rejects.toMatchObject({
        code: "house_short",
        title: "Cannot Buy Back",
      });
      expect(await rackOf(ownDeps, owner.userId)).toMatchObject([{ state: "idle" }]);
      expect(await rigsOf(own.database, owner.userId)).toMatchObject([{ removedAt: null }]);
      await fundTreasury(own.database, 1n);
      await sellRig(ownDeps, {
        request: moneyRequest(owner.userId, "sellRig"),
        rigId: owner.rigId,
      });
      expect(await accountBalance(own.database, houseAccount("treasury", "BTC"))).toBe(0n);
    } finally {
      await own.close();
    }
  });
});

describe("a platform with too few coins", () => {
  const HOUSE = [houseAccount("treasury", "BTC"), houseAccount("mining", "BTC")] as const;

  /** Creates a user with one rig, and a treasury that holds exactly the rig's buyback price. */
  async function exactly(own: Awaited<ReturnType<typeof testDatabase>>) {
    await fundTreasury(own.database, 10_000_000n);
    const owner = await ownerOf("s19-pro", 0n, own.database);
    const spare = (await accountBalance(own.database, HOUSE[0])) - NEW_SATS;
    await own.database.transaction((tx) => postAll(tx, [away(outsideAccount("chain"), spare)]));
    return { owner, request: moneyRequest(owner.userId, "sellRig") };
  }

  const away = (credit: string, amount: bigint) =>
    ({ id: newUuid(), debit: HOUSE[0], credit, amount, code: "adjustment" }) as const;

  test("a rig is bought back while coins move from the treasury to mining", async () => {
    const own = await testDatabase();
    try {
      const { owner, request } = await exactly(own);
      const selling = await own.database.transaction(async (tx) => {
        await postAll(tx, [away(HOUSE[1], NEW_SATS)]);
        // The sale has read the old treasury balance and waits for the row lock.
        const sale = sellRig(shopDeps(own.database), { request, rigId: owner.rigId });
        await Promise.race([sale.catch(() => undefined), isBlocked(own.database)]);
        return { sale };
      });
      expect(await selling.sale).toMatchObject({ soldSats: NEW_SATS });
    } finally {
      await own.close();
    }
  });

  test("a sale is refused if the coins do not also cover the unpaid earnings", async () => {
    const own = await testDatabase();
    try {
      const { owner, request } = await exactly(own);
      const later = shopDeps(own.database);
      await startMining(later, owner);
      later.clock.advance(DAY);
      // 4,662,404 sats for the rig and 8,331 for its last day, minus one satoshi.
      await fundTreasury(own.database, 4_662_404n + 8_331n - NEW_SATS - 1n);
      const again = () => sellRig(later, { request, rigId: owner.rigId });
      await expect(again()).rejects.toMatchObject({ code: "house_short" });
      await fundTreasury(own.database, 1n);
      expect(await again()).toMatchObject({ soldSats: 4_662_404n });
    } finally {
      await own.close();
    }
  });

  test("a sale refused for lack of coins can succeed later with the same key", async () => {
    const own = await testDatabase();
    try {
      const { owner, request } = await exactly(own);
      await own.database.transaction((tx) => postAll(tx, [away(outsideAccount("chain"), 1n)]));
      const again = () => sellRig(shopDeps(own.database), { request, rigId: owner.rigId });
      await expect(again()).rejects.toMatchObject({ code: "house_short" });
      await fundTreasury(own.database, 1n);
      expect(await again()).toMatchObject({ soldSats: NEW_SATS });
    } finally {
      await own.close();
    }
  });
});

async function isBlocked(database: Database): Promise<void> {
  while (((await waitingForLocks(database)) ?? 0) === 0) await sleep(10);
}

async function sellAndDie({ userId, key }: IdempotentRequest, rigId: string, failpoint: string) {
  const time = deps.clock.now().toISOString();
  const words = [test_.url, time, "sell", userId, key, rigId] as const;
  return runProgram("test/support/money/rig-payer.ts", words, failpoint);
}

describe("exactly-once sales", () => {
  test("a repeated idempotency key returns the same response", async () => {
    const owner = await ownerOf("s19-pro");
    const request = moneyRequest(owner.userId, "sellRig");
    const again = () => sellRig(deps, { request, rigId: owner.rigId });
    const first = await again();
    expect(await again()).toEqual(first);
    await expect(sell(owner)).rejects.toMatchObject({ code: "rig_sold", title: "Already Sold" });
    expect(await balance(owner.userId)).toBe(NEW_SATS);
  });

  test("of concurrent sales and payouts of one rig, only one sale succeeds", async () => {
    const owner = await ownerOf("s19-pro", 100_000n);
    await switchOn(owner.userId);
    deps.clock.advance(DAY - 1);
    const results = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => sell(owner)),
      ...Array.from({ length: 10 }, () => payOutDue(deps)),
    ]);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(9);
    expect(await balance(owner.userId)).toBe(100_000n + 8_331n - 13_000n + NEW_SATS);
  });

  test.each([
    ["shop.sale-posted", 0n],
    ["shop.sale-committed", NEW_SATS],
  ])("a sale killed at %s and repeated sells the rig once", async (at, sats) => {
    const { userId, rigId } = await ownerOf("s19-pro");
    const request = moneyRequest(userId, "sell", { id: rigId });
    expect(await sellAndDie(request, rigId, at)).toBe("SIGKILL");
    expect(await balance(userId)).toBe(sats);
    for (let repeat = 1; repeat <= 2; repeat += 1) await sellRig(deps, { request, rigId });
    expect(await balance(userId)).toBe(NEW_SATS);
  });

  test("a recorded sale cannot be changed", async () => {
    const owner = await ownerOf("mining-rig-frame");
    await sell(owner);
    await expect(
      test_.database.query("update shop_rigs set sold_sats = 1 where id = $1", [owner.rigId]),
    ).rejects.toThrow("sold already");
  });

  test("buying and selling makes no profit at any rate", async () => {
    for (const centsPerBtc of [1_234_567n, 9_999_999_999n, 6_000_000n]) {
      deps.clock.advance(DAY);
      await setReferenceValues(deps, { centsPerBtc });
      const userId = await ownerWith(test_.database, 300_000_000n);
      const placed = await placeOrder(deps, {
        request: { userId, route: "placeOrder", key: randomUUID(), requestHash: requestHash({}) },
        itemId: "mining-rig-frame",
        quantity: 2,
      });
      for (const rigId of placed.rigIds) await sell({ userId, rigId });
      expect(await balance(userId)).toBeLessThan(300_000_000n);
    }
  });

  test("the ledger has no errors after all sales", async () => {
    expect(await verifyLedger(test_.database)).toEqual([]);
  });
});
