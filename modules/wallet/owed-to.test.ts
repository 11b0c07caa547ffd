/** Tests that the wallet owes users their available and held coins. */
import { balancesOf, outsideAccount, postAll, userAccount, type Transfer } from "#ledger";
import { newUuid } from "#platform";
import { referenceValuesAt } from "#treasury";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { walletProduct } from "./product.ts";

const books = fileDatabase();

async function owedTo(userIds: readonly string[]) {
  const now = new Date("2026-03-01T09:00:00Z");
  const reference = await referenceValuesAt(books.database, now);
  return walletProduct.owedTo(books.database, { now, reference }, userIds);
}

const post = (transfer: Omit<Transfer, "id">) =>
  books.database.transaction((tx) => postAll(tx, [{ id: newUuid(), ...transfer }]));

test("users are owed their available and held coins, but not their dollars", async () => {
  const [userId, other, poor] = [
    await userWith(books.database, { sats: 10_000n, cents: 700n }),
    await userWith(books.database, { sats: 500n }),
    await userWith(books.database, {}),
  ];
  const [available, held] = (["available", "held"] as const).map((part) =>
    userAccount(userId, part, "BTC"),
  );
  if (!available || !held) throw new Error("no accounts");
  await post({
    debit: available,
    credit: held,
    amount: 4_000n,
    code: "withdrawal_hold",
    kind: "pending",
  });
  expect(await balancesOf(books.database, userId)).toMatchObject({
    availableSats: 6_000n,
    heldSats: 4_000n,
  });
  const stranger = newUuid();
  const owed = await owedTo([userId, other, poor, stranger]);
  expect([userId, other, poor, stranger].map((id) => owed.get(id) ?? 0n)).toEqual([
    10_000n,
    500n,
    0n,
    0n,
  ]);
  await post({
    debit: available,
    credit: outsideAccount("chain"),
    amount: 6_000n,
    code: "adjustment",
  });
  expect([...(await owedTo([userId]))]).toEqual([[userId, 4_000n]]);
});
