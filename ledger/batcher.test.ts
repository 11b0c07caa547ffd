import {
  balancesOf,
  createLedger,
  outsideAccount,
  userAccount,
  verifyLedger,
  type Ledger,
  type Transfer,
} from "#ledger";
import { newUuid, Outage, silentLog } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../test/support/books.ts";
import { fileDatabase } from "../test/support/database.ts";

const books = fileDatabase();

async function withLedger(work: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = createLedger({ database: books.database, log: silentLog });
  try {
    await work(ledger);
  } finally {
    await ledger.close();
  }
}

function deposit(userId: string, amount = 1n): Transfer {
  return {
    id: newUuid(),
    debit: outsideAccount("chain"),
    credit: userAccount(userId, "available", "BTC"),
    amount,
    code: "deposit",
  };
}

test("many callers, each with its own answer", async () => {
  await withLedger(async (ledger) => {
    const ann = await userWith(books.database, {});
    const good = Array.from({ length: 3_000 }, () => ledger.enqueue([deposit(ann)]));
    const bad = ledger.enqueue([{ ...deposit(ann), credit: "nobody" }]);
    const repeated = deposit(ann);
    const both = [ledger.enqueue([repeated]), ledger.enqueue([repeated])];
    expect(new Set((await Promise.all(good)).flat())).toEqual(new Set(["ok"]));
    expect(await bad).toEqual(["no_account"]);
    expect((await Promise.all(both)).flat().toSorted()).toEqual(["exists", "ok"]);
    expect(await balancesOf(books.database, ann)).toMatchObject({ availableSats: 3_001n });
  });
});

test("an account opened a moment ago is found", async () => {
  await withLedger(async (ledger) => {
    const ann = await userWith(books.database, {});
    expect(await ledger.enqueue([deposit(ann)])).toEqual(["ok"]);
  });
});

test("connections that the server ends are replaced, and nothing is posted twice", async () => {
  await withLedger(async (ledger) => {
    const ann = await userWith(books.database, {});
    await ledger.enqueue([deposit(ann)]);
    let posted = 1;
    for (let round = 1; round <= 5; round++) {
      const answers = Array.from({ length: 200 }, () => ledger.enqueue([deposit(ann)]));
      await books.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%ledger_%'`,
      );
      const results = await Promise.all(answers);
      expect(results.flat().every((result) => result === "ok" || result === "exists")).toBe(true);
      posted += 200;
    }
    expect(await balancesOf(books.database, ann)).toMatchObject({ availableSats: BigInt(posted) });
  });
});

test("a full queue and a closed ledger are outages", async () => {
  const ann = await userWith(books.database, {});
  const ledger = createLedger({ database: books.database, log: silentLog });
  const waiting = Array.from({ length: 10_001 }, () => ledger.enqueue([deposit(ann)]));
  const results = await Promise.allSettled(waiting);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(results.at(-1)).toMatchObject({ reason: expect.any(Outage) as unknown });
  await ledger.close();
  await expect(ledger.enqueue([deposit(ann)])).rejects.toThrow(Outage);
});

test("close posts what waits first", async () => {
  const ann = await userWith(books.database, {});
  const ledger = createLedger({ database: books.database, log: silentLog });
  const waiting = Array.from({ length: 500 }, () => ledger.enqueue([deposit(ann)]));
  await ledger.close();
  await Promise.all(waiting);
  expect(await balancesOf(books.database, ann)).toMatchObject({ availableSats: 500n });
});

test("after all of this the books are whole", async () => {
  expect(await verifyLedger(books.database)).toEqual([]);
});
