/**
 * Runs many concurrent connections against a real PostgreSQL. A naive implementation (read, check,
 * write) runs in the same test and must fail, which proves that the test can detect a race.
 */
import {
  balancesOf,
  outsideAccount,
  post,
  userAccount,
  verifyLedger,
  type Transfer,
  type TransferResult,
} from "#ledger";
import { newUuid } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { length } from "../../test/support/seeds.ts";

const CONNECTIONS = 32;
const CALLERS = 100;
const ROUNDS = length(50, 200);
const CHAIN = outsideAccount("chain");

const books = fileDatabase({ connectionsMax: CONNECTIONS + 8 });

const available = (userId: string) => userAccount(userId, "available", "BTC");
const held = (userId: string) => userAccount(userId, "held", "BTC");

function withdrawal(userId: string, amount: bigint): Transfer {
  return { id: newUuid(), debit: available(userId), credit: CHAIN, amount, code: "withdrawal" };
}

/** Distributes the calls over the connections. Returns the number of successful calls. */
async function winners(
  callers: number,
  attempt: (caller: number) => Promise<boolean>,
): Promise<number> {
  let next = 0;
  let won = 0;
  const connection = async (): Promise<void> => {
    while (next < callers) if (await attempt(next++)) won++;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return won;
}

async function send(transfer: Transfer): Promise<TransferResult | undefined> {
  const [results] = await books.database.transaction((tx) => post(tx, [[transfer]]));
  return results?.[0];
}

test("many concurrent callers can spend a balance only once", { timeout: 120_000 }, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const ann = await userWith(books.database, { sats: 1_000n });
    const won = await winners(CALLERS, async () => (await send(withdrawal(ann, 1_000n))) === "ok");
    expect(won).toBe(1);
    expect(await balancesOf(books.database, ann)).toMatchObject({ availableSats: 0n });
  }
});

test("the naive implementation (read, check, write) fails the race", async () => {
  await asSuperuser(books.database, (superuser) =>
    superuser.query(
      "create table naive (id int primary key, balance bigint not null); grant all on naive to public",
    ),
  );
  const naive = async (id: number): Promise<boolean> =>
    books.database.transaction(async (tx) => {
      const [row] = await tx.query<{ balance: bigint }>("select balance from naive where id = $1", [
        id,
      ]);
      if (!row || row.balance < 1_000n) return false;
      await tx.query("update naive set balance = balance - 1000 where id = $1", [id]);
      return true;
    });
  let worst = 0;
  for (let round = 1; round <= ROUNDS && worst <= 1; round++) {
    await books.database.query("insert into naive values ($1, 1000)", [round]);
    worst = Math.max(worst, await winners(CALLERS, () => naive(round)));
  }
  expect(worst).toBeGreaterThan(1);
});

test("a balance for ten and a half withdrawals allows exactly ten of them", async () => {
  const ann = await userWith(books.database, { sats: 10_500n });
  const won = await winners(CALLERS, async () => (await send(withdrawal(ann, 1_000n))) === "ok");
  expect(won).toBe(10);
  expect(await balancesOf(books.database, ann)).toMatchObject({ availableSats: 500n });
});

test("many callers with many events per call spend a balance only once", async () => {
  for (let round = 1; round <= 20; round++) {
    const ann = await userWith(books.database, { sats: 1_000n });
    const sendTen = () =>
      books.database.transaction((tx) =>
        post(
          tx,
          Array.from({ length: 10 }, () => [withdrawal(ann, 1_000n)]),
        ),
      );
    const answers = await Promise.all(Array.from({ length: 10 }, sendTen));
    const counted = (result: TransferResult) =>
      answers.flat(2).filter((one) => one === result).length;
    expect([counted("ok"), counted("insufficient")]).toEqual([1, 99]);
  }
});

test("a hold ends only once if post and void run concurrently", async () => {
  for (let round = 1; round <= 20; round++) {
    const ann = await userWith(books.database, { sats: 1_000n });
    const hold = { ...withdrawal(ann, 600n), credit: held(ann), kind: "pending" } as const;
    expect(await send(hold)).toBe("ok");
    const end = { ...hold, debit: held(ann), pendingId: hold.id };
    const won = await winners(CONNECTIONS, async (caller) => {
      const goal =
        caller % 2 === 0
          ? ({ credit: CHAIN, kind: "post" } as const)
          : ({ credit: available(ann), kind: "void" } as const);
      return (await send({ ...end, ...goal, id: newUuid() })) === "ok";
    });
    expect(won).toBe(1);
    expect(await balancesOf(books.database, ann)).toMatchObject({ heldSats: 0n });
  }
});

test("only one of several concurrent transfers with the same id is posted", async () => {
  for (let round = 1; round <= 20; round++) {
    const ann = await userWith(books.database, { sats: 1_000n });
    const transfer = withdrawal(ann, 300n);
    const results = await Promise.all(Array.from({ length: CONNECTIONS }, () => send(transfer)));
    expect(results.filter((result) => result === "ok")).toHaveLength(1);
    expect(results.filter((result) => result === "exists")).toHaveLength(CONNECTIONS - 1);
  }
});

test.each([
  ["holds", (id: string) => ({ credit: held(id), kind: "pending" as const })],
  ["plain transfers", () => ({ credit: CHAIN })],
])("only one of concurrent %s with one id on different accounts is posted", async (_, goal) => {
  const users = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => userWith(books.database, { sats: 1_000n })),
  );
  for (let round = 1; round <= 20; round++) {
    const id = newUuid();
    const results = await Promise.all(
      users.map((userId) => send({ ...withdrawal(userId, 1n), id, ...goal(userId) })),
    );
    expect(results.filter((result) => result === "ok")).toHaveLength(1);
    expect(results.filter((result) => result === "id_reused")).toHaveLength(CONNECTIONS - 1);
  }
});

test(
  "the balances in every snapshot add up to zero while money moves",
  { timeout: 60_000 },
  async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, () => userWith(books.database, { sats: 10_000n })),
    );
    const pick = (number: number) => available(users[number % users.length] ?? "");
    const movement = { isOver: false };
    const moving = Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, caller) => {
        for (let step = 1; step <= 100; step++) {
          const [from, to] = [caller * 7 + step * 3, caller * 5 + step * 11];
          if (pick(from) === pick(to)) continue;
          const transfer: Transfer = {
            id: newUuid(),
            debit: pick(from),
            credit: pick(to),
            amount: BigInt(1 + ((caller * 131 + step * 17) % 3_000)),
            code: "adjustment",
          };
          await send(transfer);
        }
      }),
    ).finally(() => {
      movement.isOver = true;
    });
    let snapshots = 0;
    while (!movement.isOver) {
      const [sums] = await books.database.query<{ total: bigint; negative: bigint; users: bigint }>(
        `select sum(balance)::bigint as total,
         count(*) filter (where balance < min_balance) as negative,
         sum(balance) filter (where user_id = any($1))::bigint as users
       from ledger_accounts where asset = 1`,
        [users],
      );
      expect(sums).toEqual({ total: 0n, negative: 0n, users: 100_000n });
      snapshots++;
    }
    await moving;
    expect(snapshots).toBeGreaterThan(5);
  },
);

test("ledger verification finds no problems after these tests", async () => {
  expect(await verifyLedger(books.database)).toEqual([]);
});
