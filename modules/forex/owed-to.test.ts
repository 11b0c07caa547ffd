/** Tests that the desk owes each user the coins that the user could ask back. */
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { newUuid } from "#platform";
import { referenceValuesAt } from "#treasury";
import { expect, test } from "vitest";
import { saver } from "../../test/support/money/earn.ts";
import { deskDeps, movedFeed, order, trader } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { replayDeps } from "../../test/support/money/replay.ts";
import { testDatabase } from "../../test/support/servers/database.ts";
import { takeBack } from "./funds/take-back.ts";
import { forexProduct } from "./product.ts";
import { startSeason } from "./seasons/start-season.ts";
import { startReplay } from "./replays/start-replay.ts";

async function openDesk() {
  const own = await testDatabase();
  const { database } = own;
  const moved = movedFeed(deskDeps(database).feed);
  const deps = deskDeps(database, { feed: moved.feed });
  const product = forexProduct(deps.feed);
  const at = async () => {
    const now = deps.clock.now();
    return { now, reference: await referenceValuesAt(database, now) };
  };
  return {
    database,
    deps,
    move: (by: number) => moved.move("EUR_USD", deps.clock.now().getTime(), by),
    async owedTo(userIds: readonly string[]) {
      const owed = await product.owedTo(database, await at(), userIds);
      return userIds.map((userId) => owed.get(userId) ?? 0n);
    },
    /** Total that the desk owes, in its own coins and beyond them. */
    async counted() {
      const coins = await accountBalance(database, houseAccount("forex", "BTC"));
      const [desk] = await product.liabilities(database, await at());
      return { coins, heldSats: desk?.heldSats ?? 0n, owedSats: desk?.owedSats ?? 0n };
    },
    async leave(userId: string) {
      const { availableCents: amountCents } = await balancesOf(database, userId);
      const request = moneyRequest(userId, "transferForexFunds");
      return takeBack(deps, { request, amountCents });
    },
    [Symbol.asyncDispose]: () => own.close(),
  };
}

test("original coins are owed exactly as they are paid back", async () => {
  await using desk = await openDesk();
  const [userId, other] = [await trader(desk.deps), await trader(desk.deps, 2_000_000n)];
  const none = await saver(desk.database, 5_000n);
  // Bringing coins to the desk costs 0.25 %.
  expect(await desk.owedTo([userId, other, none, newUuid()])).toEqual([
    9_975_000n,
    1_995_000n,
    0n,
    0n,
  ]);
  expect((await desk.counted()).heldSats).toBe(9_975_000n + 1_995_000n);
  expect((await balancesOf(desk.database, userId)).availableSats).toBe(0n);
  expect((await desk.leave(userId)).amountSats).toBe(9_975_000n);
  expect((await balancesOf(desk.database, userId)).availableSats).toBe(9_975_000n);
  expect(await desk.owedTo([userId, other])).toEqual([0n, 1_995_000n]);
});

test("a new season returns the coins that were owed, and the desk then owes none", async () => {
  await using desk = await openDesk();
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "1000" });
  await order(desk.deps, userId, { units: "-1000" });
  const [owed = 0n] = await desk.owedTo([userId]);
  const request = moneyRequest(userId, "startForexSeason");
  expect((await startSeason(desk.deps, { request, ends: 1 })).amountSats).toBe(owed);
  expect(await desk.owedTo([userId])).toEqual([0n]);
  expect(await desk.counted()).toEqual({ coins: 10_000_000n - owed, heldSats: 0n, owedSats: 0n });
});

test("open positions change what is owed, and the users' sum equals the desk's count", async () => {
  await using desk = await openDesk();
  const [winner, loser] = [await trader(desk.deps), await trader(desk.deps)];
  await order(desk.deps, winner, { units: "50000" });
  await order(desk.deps, loser, { units: "-50000" });
  desk.move(10_000);
  const [won = 0n, lost = 0n] = await desk.owedTo([winner, loser]);
  expect(won).toBeGreaterThan(9_975_000n + 780_000n);
  expect(lost).toBeLessThan(9_975_000n - 830_000n);
  expect(await desk.owedTo([loser])).toEqual([lost]);
  const { heldSats } = await desk.counted();
  expect(won + lost).toBeGreaterThanOrEqual(heldSats);

  desk.move(200_000);
  const [most = 0n, least = 0n] = await desk.owedTo([winner, loser]);
  const { coins, owedSats } = await desk.counted();
  // The gain exceeds the desk's coins, so the desk counts all that it owes beyond them.
  expect(most + least).toBe(coins + owedSats);
});

test("a closed gain is owed before the cost of its conversion", async () => {
  await using desk = await openDesk();
  const winner = await trader(desk.deps);
  await trader(desk.deps);
  await order(desk.deps, winner, { units: "50000" });
  desk.move(10_000);
  await order(desk.deps, winner, { units: "-50000" });
  const [owed = 0n] = await desk.owedTo([winner]);
  const gainSats = owed - 9_975_000n;
  expect(gainSats).toBeGreaterThan(780_000n);
  const { amountSats } = await desk.leave(winner);
  const costSats = owed - amountSats;
  expect(costSats).toBeGreaterThan(0n);
  // The cost is 0.25 % of the gain, rounded up to a cent, which is 17 satoshis.
  expect(costSats).toBeLessThanOrEqual((gainSats * 25n) / 10_000n + 34n);
  expect(await desk.owedTo([winner])).toEqual([0n]);
});

test("replays are not owed", async () => {
  await using desk = await openDesk();
  const userId = await trader(desk.deps);
  const player = await saver(desk.database, 0n);
  const replays = replayDeps(desk.database, desk.deps.clock);
  const ids = [];
  for (const id of [userId, player]) {
    const request = moneyRequest(id, "startReplay");
    const subject = { famous: "eur-chf-2015" } as const;
    ids.push((await startReplay(replays, { request, subject, pace: 0 })).id);
  }
  expect(await desk.owedTo([userId, player, ...ids])).toEqual([9_975_000n, 0n, 0n, 0n]);
});

test("while the market is closed, positions are owed at its last price", async () => {
  await using desk = await openDesk();
  const winner = await trader(desk.deps);
  await order(desk.deps, winner, { units: "50000" });
  desk.move(10_000);
  const owedAt = async (time: string): Promise<bigint> => {
    await desk.deps.until(Date.parse(time));
    return (await desk.owedTo([winner]))[0] ?? 0n;
  };
  // The market closes on Friday at 17:00 in New York.
  const before = await owedAt("2026-09-18T20:00:00Z");
  const atClose = await owedAt("2026-09-18T21:00:00Z");
  expect(atClose).not.toBe(before);
  expect(await owedAt("2026-09-18T22:00:00Z")).toBe(atClose);
  expect(await owedAt("2026-09-20T12:00:00Z")).toBe(atClose);
});
