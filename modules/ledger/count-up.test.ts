/**
 * Tests that daily sums and events are the same when counted in batches and at once, for any batch
 * size and with transfers posted in between.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  eventsOf,
  outsideAccount,
  postAll,
  statement,
  userAccount,
  type Asset,
  type Transfer,
} from "#ledger";
import { newUuid, Refusal } from "#platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../test/support/seeds.ts";
import { countUp } from "./count-up.ts";

const AT_ONCE = 1_000_000;
const STEPS_MAX = length(5, 9);
const OF_ACCOUNTS = [
  "ledger_event_parts",
  "ledger_events_counted",
  "ledger_days",
  "ledger_days_counted",
] as const;
const OWN = "account in (select id from ledger_accounts where user_id = $1)";

let books: TestDatabase;
beforeAll(async () => {
  books = await testDatabase({ asSuperuser: true });
});
afterAll(() => books.close());

/**
 * Posts each transfer in its own millisecond, because events store their start and end in
 * milliseconds.
 */
async function post(transfer: Transfer): Promise<void> {
  await books.database.transaction((tx) => postAll(tx, [transfer]));
  await sleep(3);
}

/** Counts one batch. Returns the number of uncounted transfers that remain. */
async function countPiece(userId: string, steps: number): Promise<bigint> {
  const [row] = await books.database.query<{ left: bigint }>(
    "select ledger_count_days($1, $2) + ledger_count_events($1, $2) as left",
    [userId, steps],
  );
  return row?.left ?? 0n;
}

async function counted(userId: string): Promise<unknown[][]> {
  const events = "select * from ledger_events where user_id = $1 order by key";
  const others = OF_ACCOUNTS.map((table) => `select * from ${table} t where ${OWN} order by t`);
  return Promise.all([events, ...others].map((text) => books.database.query(text, [userId])));
}

async function forgetCounted(userId: string): Promise<void> {
  await books.database.query("delete from ledger_events where user_id = $1", [userId]);
  for (const table of OF_ACCOUNTS)
    await books.database.query(`delete from ${table} where ${OWN}`, [userId]);
}

const outsideOf = (asset: Asset) => outsideAccount(asset === "BTC" ? "chain" : "issuer");

function payOf(userId: string, asset: Asset, cause: string): Transfer {
  const credit = userAccount(userId, "available", asset);
  return { id: newUuid(), debit: outsideOf(asset), credit, amount: 7n, code: "deposit", cause };
}

/** Returns a random transfer: a deposit, a new hold, or the post or void of an earlier hold. */
function nextTransfer(userId: string, random: () => number, holds: Transfer[]): Transfer {
  const asset = random() < 0.7 ? "BTC" : "USD";
  const cause = `wdr_${asset}${String(Math.floor(random() * 4))}`;
  const hold = random() < 0.5 ? holds.shift() : undefined;
  if (hold) {
    const ending = { ...hold, id: newUuid(), debit: hold.credit, pendingId: hold.id };
    if (random() < 0.5) return { ...ending, credit: hold.debit, kind: "void" };
    const credit = outsideOf(hold.credit.endsWith("BTC") ? "BTC" : "USD");
    return { ...ending, credit, code: "withdrawal", kind: "post" };
  }
  if (random() < 0.4) return payOf(userId, asset, cause);
  const pending: Transfer = {
    id: newUuid(),
    debit: userAccount(userId, "available", asset),
    credit: userAccount(userId, "held", asset),
    amount: 5n,
    code: "withdrawal_hold",
    kind: "pending",
    cause,
  };
  holds.push(pending);
  return pending;
}

test.each(seeds)("the sums do not depend on the batch size (seed %i)", async (seed) => {
  const random = pseudoRandom(seed);
  const userId = await userWith(books.database, { sats: 10_000n, cents: 10_000n });
  const holds: Transfer[] = [];
  for (let steps = 1; steps <= STEPS_MAX; steps += 1) {
    for (let i = 0; i < 12; i += 1) {
      await post(nextTransfer(userId, random, holds));
      if (random() < 0.3) await countPiece(userId, steps);
    }
    let remaining = AT_ONCE;
    for (;;) {
      const now = Number(await countPiece(userId, steps));
      expect(now).toBeLessThan(remaining);
      if (now === 0) break;
      remaining = now;
    }
    const inPieces = await counted(userId);
    await forgetCounted(userId);
    expect(await countPiece(userId, AT_ONCE)).toBe(0n);
    expect(inPieces).toEqual(await counted(userId));
    if (steps % 2 === 0) await forgetCounted(userId);
  }
});

test("an event in two currencies keeps its first and its last code", async () => {
  const userId = await userWith(books.database, { sats: 1n });
  for (let i = 0; i < 3; i += 1) await post(payOf(userId, "BTC", `dep_${String(i)}`));
  await post({ ...payOf(userId, "BTC", "exc_1"), code: "adjustment" });
  await post(payOf(userId, "USD", "exc_1"));
  while ((await countPiece(userId, 1)) > 0n);
  const { items } = await eventsOf(books.database, { userId, limit: 1 });
  expect(items).toMatchObject([
    { key: "exc_1", firstCode: "adjustment", lastCode: "deposit", transfers: 2 },
  ]);
  const entries = await statement(books.database, { userId, event: "exc_1", limit: 10 });
  expect(entries.items.map(({ asset }) => asset)).toEqual(["USD", "BTC"]);
});

test("later requests finish a count that takes too long for one request", async () => {
  const userId = await userWith(books.database, {});
  for (let i = 0; i < 3; i += 1) await post(payOf(userId, "BTC", "dep_1"));
  const read = () =>
    countUp(books.database, "events", userId, { msMax: 0, transfersAPiece: 1 }).then(
      () => "counted",
      (error: unknown) => error instanceof Refusal && `${String(error.status)} ${error.code}`,
    );
  const refused = "503 history_being_counted";
  expect([await read(), await read(), await read()]).toEqual([refused, refused, "counted"]);
  const { items } = await eventsOf(books.database, { userId, limit: 1 });
  expect(items).toMatchObject([{ key: "dep_1", transfers: 3 }]);
});
