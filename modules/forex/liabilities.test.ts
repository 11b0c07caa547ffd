/** Tests that the desk's obligations to users match its coins. */
import { accountBalance, houseAccount } from "#ledger";
import { referenceValuesAt } from "#treasury";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, movedFeed, order, trader } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { takeBack } from "./funds/take-back.ts";
import { forexProduct } from "./product.ts";

const file = fileDatabase();

test("obligations are the original coins plus gains minus losses", async () => {
  const { database } = file;
  const moved = movedFeed(deskDeps(database).feed);
  const deps = deskDeps(database, { feed: moved.feed });
  const product = forexProduct(deps.feed);
  const count = async () => {
    const now = deps.clock.now();
    const reference = await referenceValuesAt(database, now);
    const [desk] = await product.liabilities(database, { now, reference });
    const dueSats = await product.obligations(database, { now, reference, milliseconds: 1n });
    expect(dueSats).toBe(desk?.owedSats);
    return desk;
  };
  expect(await count()).toMatchObject({ open: 0, heldSats: 0n, owedSats: 0n });

  const userId = await trader(deps, 10_000_000n);
  const coins = await accountBalance(database, houseAccount("forex", "BTC"));
  expect(await count()).toMatchObject({ open: 1, heldSats: 9_975_000n, owedSats: 0n });
  expect(coins).toBe(10_000_000n);
  expect(await product.deletionBlockers(database, userId)).toEqual([]);

  await order(deps, userId, { units: "50000" });
  expect(await product.deletionBlockers(database, userId)).toEqual([
    "1 open trade at the Forex desk",
  ]);
  const [holding] = await product.holdings(database, {
    userId,
    before: undefined,
    limit: 10,
    now: deps.clock.now(),
  });
  expect(holding).toMatchObject({ kind: "trade", isOpen: true, paidSats: null });
  expect(holding?.name).toMatch(/^EUR\/USD long 50,000 at 1\.\d{5}$/);

  // A gain of 1 cent on 50,000 EUR is 500 USD or, at 60,000 USD, 833,333 satoshis, minus the
  // spread.
  moved.move("EUR_USD", deps.clock.now().getTime(), 10_000);
  const won = await count();
  expect(won?.heldSats).toBe(9_975_000n);
  expect(won?.owedSats).toBeGreaterThan(780_000n);
  expect(won?.owedSats).toBeLessThan(833_334n - 25_000n);

  moved.move("EUR_USD", deps.clock.now().getTime(), -10_000);
  const lost = await count();
  expect(lost?.owedSats).toBe(0n);
  expect(lost?.heldSats).toBeLessThan(9_975_000n - 830_000n);

  moved.move("EUR_USD", deps.clock.now().getTime(), 10_000);
  await order(deps, userId, { units: "-50000" });
  const back = (amountCents: bigint) =>
    takeBack(deps, { request: moneyRequest(userId, "transferForexFunds"), amountCents });
  const owed = await count();
  // The desk has only its own coins and the treasury has none to spare, so the gain cannot be paid.
  await expect(back(647_000n)).rejects.toMatchObject({ code: "coins_short" });
  await back(100_000n);
  const after = await count();
  const less = (owed?.heldSats ?? 0n) + (owed?.owedSats ?? 0n);
  expect((after?.heldSats ?? 0n) + (after?.owedSats ?? 0n)).toBeLessThan(less);
});
