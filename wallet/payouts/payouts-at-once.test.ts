/**
 * A simulated payout happens once: after downtime, with several workers, cancelled meanwhile, asked
 * for many times.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { newUuid } from "#platform";
import { getWithdrawal } from "../lists.ts";
import { startFloor, type Floor } from "../testing/floor.ts";
import { booksAgree, house, houseAtRest, METHODS, pay, work } from "../testing/payouts.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";

let floor: Floor;

beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(6);
}, 60_000);
afterAll(() => floor.close());

const balances = (userId: string) => balancesOf(floor.database, userId);

test("after downtime all steps are made up for, once, also by two workers at the same time", async () => {
  const userId = await floor.userWith(500_000n);
  const before = await houseAtRest(floor);
  const { id } = await pay(floor, userId, 500_000n);
  await Promise.all([work(floor, 3_600), work(floor, 3_600), work(floor, 3_600)]);
  await work(floor, 3_700);
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "completed",
  });
  expect((await house(floor)).treasury).toBe(before.treasury + 490_000n);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree(floor);
});

test("cancelling and processing at once: one of them wins, each time", async () => {
  const userId = await floor.userWith(2_000_000n);
  const before = await houseAtRest(floor);
  const payouts = [];
  for (let count = 0; count < 20; count += 1)
    payouts.push(await pay(floor, userId, 100_000n, "cashapp"));
  const [, ...cancelled] = await Promise.allSettled([
    work(floor, 61),
    ...payouts.map(({ id }) => cancelWithdrawal(floor.wallet, { userId, withdrawalId: id })),
  ]);
  await work(floor, 61);
  const wins = cancelled.filter(({ status }) => status === "fulfilled").length;
  expect(await balances(userId)).toMatchObject({
    availableSats: BigInt(wins) * 100_000n,
    heldSats: 0n,
  });
  expect((await house(floor)).treasury).toBe(before.treasury + BigInt(20 - wins) * 90_000n);
  await booksAgree(floor);
});

test("100 parallel withdrawals of everything, on the chain and simulated: one wins", async () => {
  const userId = await floor.userWith(1_000_000n);
  const code = await floor.codeFor(userId);
  const attempts = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => {
      const method = METHODS[index % 4];
      return method === undefined
        ? floor.withdraw(userId, 1_000_000n, { code })
        : pay(floor, userId, 1_000_000n, method, { code });
    }),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await work(floor, 61);
  await floor.send();
  await floor.mine(6);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree(floor);
});

test("the same key is one payout with one answer; another body is refused", async () => {
  const userId = await floor.userWith(500_000n);
  const code = await floor.codeFor(userId);
  const idempotency = { userId, route: "createWithdrawal", key: newUuid(), requestHash: "one" };
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => pay(floor, userId, 100_000n, "bank", { code, idempotency })),
  );
  const ids = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await pay(floor, userId, 100_000n, "bank", { code, idempotency })).toMatchObject({
    id: ids[0],
  });
  await expect(
    pay(floor, userId, 100_000n, "bank", {
      code,
      idempotency: { ...idempotency, requestHash: "two" },
    }),
  ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await balances(userId)).heldSats).toBe(100_000n);
});
