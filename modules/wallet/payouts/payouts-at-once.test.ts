/**
 * Tests that a simulated payout is completed only once: after downtime, with several workers, with
 * a concurrent cancellation, and with many concurrent requests.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { newUuid } from "#platform";
import { getWithdrawal } from "../lists.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { booksAgree, house, houseAtRest, METHODS, pay, work } from "../testing/payouts.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

const balances = (userId: string) => balancesOf(installation.database, userId);

test("after downtime, two concurrent workers run each step once", async () => {
  const userId = await installation.userWith(500_000n);
  const before = await houseAtRest(installation);
  const { id } = await pay(installation, userId, 500_000n);
  await Promise.all([
    work(installation, 3_600),
    work(installation, 3_600),
    work(installation, 3_600),
  ]);
  await work(installation, 3_700);
  expect(await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "completed",
  });
  expect((await house(installation)).treasury).toBe(before.treasury + 490_000n);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree(installation);
});

test("of a concurrent cancellation and step, only one succeeds", async () => {
  const userId = await installation.userWith(2_000_000n);
  const before = await houseAtRest(installation);
  const payouts = [];
  for (let count = 0; count < 20; count += 1)
    payouts.push(await pay(installation, userId, 100_000n, "cashapp"));
  const [, ...cancelled] = await Promise.allSettled([
    work(installation, 61),
    ...payouts.map(({ id }) => cancelWithdrawal(installation.wallet, { userId, withdrawalId: id })),
  ]);
  await work(installation, 61);
  const wins = cancelled.filter(({ status }) => status === "fulfilled").length;
  expect(await balances(userId)).toMatchObject({
    availableSats: BigInt(wins) * 100_000n,
    heldSats: 0n,
  });
  expect((await house(installation)).treasury).toBe(before.treasury + BigInt(20 - wins) * 90_000n);
  await booksAgree(installation);
});

test("only one of 100 concurrent withdrawals of the whole balance succeeds", async () => {
  const userId = await installation.userWith(1_000_000n);
  const code = await installation.codeFor(userId);
  const attempts = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => {
      const method = METHODS[index % 4];
      return method === undefined
        ? installation.withdraw(userId, 1_000_000n, { code })
        : pay(installation, userId, 1_000_000n, method, { code });
    }),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await work(installation, 61);
  await installation.send();
  await installation.mine(6);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree(installation);
});

test("a repeated idempotency key returns the same payout", async () => {
  const userId = await installation.userWith(500_000n);
  const code = await installation.codeFor(userId);
  const idempotency = { userId, route: "createWithdrawal", key: newUuid(), requestHash: "one" };
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      pay(installation, userId, 100_000n, "bank", { code, idempotency }),
    ),
  );
  const ids = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await pay(installation, userId, 100_000n, "bank", { code, idempotency })).toMatchObject({
    id: ids[0],
  });
  await expect(
    pay(installation, userId, 100_000n, "bank", {
      code,
      idempotency: { ...idempotency, requestHash: "two" },
    }),
  ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await balances(userId)).heldSats).toBe(100_000n);
});
