import { randomUUID } from "node:crypto";
import {
  accountBalance,
  balancesOf,
  LedgerRefusal,
  outsideAccount,
  post,
  postAll,
  postAtCommit,
  userAccount,
  verifyLedger,
  type Transfer,
} from "#ledger";
import { newUuid, sqlState } from "#platform";
import { describe, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";

const books = fileDatabase({ asSuperuser: true });

const CHAIN = outsideAccount("chain");
const available = (userId: string) => userAccount(userId, "available", "BTC");
const held = (userId: string) => userAccount(userId, "held", "BTC");

function transfer(
  debit: string,
  credit: string,
  amount: bigint,
  more: Partial<Transfer> = {},
): Transfer {
  return { id: newUuid(), debit, credit, amount, code: "adjustment", ...more };
}

const send = (...event: Transfer[]) =>
  books.database.transaction(async (tx) => (await post(tx, [event]))[0] ?? []);

describe("posting an event", () => {
  test("a transfer that is sent several times moves money once", async () => {
    const ann = await userWith(books.database, {});
    const deposit = transfer(CHAIN, available(ann), 1_000n);
    expect(await send(deposit)).toEqual(["ok"]);
    expect(await send(deposit)).toEqual(["exists"]);
    expect(await send({ ...deposit, amount: 999n })).toEqual(["id_reused"]);
    expect(await send({ ...deposit, cause: "another" })).toEqual(["id_reused"]);
    expect(await accountBalance(books.database, available(ann))).toBe(1_000n);
  });

  test("each refused transfer returns the reason", async () => {
    const ann = await userWith(books.database, { sats: 1_000n });
    const id = randomUUID();
    expect(await send(transfer(available(ann), CHAIN, 1_001n))).toEqual(["insufficient"]);
    expect(await send(transfer(available(ann), "issuer", 1n))).toEqual(["asset_differs"]);
    expect(await send(transfer(available(ann), available(id), 1n))).toEqual(["no_account"]);
    expect(await send(transfer(available(id), "nobody", 1n))).toEqual(["no_account"]);
    expect(await send(transfer(available(ann), available(ann), 1n))).toEqual(["same_account"]);
    expect(await send(transfer(available(ann), held(ann), 1n))).toEqual(["hold_not_open"]);
    await books.database.query("update ledger_accounts set closed = true where name = $1", [
      available(ann),
    ]);
    expect(await send(transfer(CHAIN, available(ann), 1n))).toEqual(["account_closed"]);
  });

  test("a transaction with a refused event is rolled back", async () => {
    const ann = await userWith(books.database, { sats: 1_000n });
    const bob = await userWith(books.database, {});
    const commit = (legs: Transfer[], refusalOf?: (refusal: LedgerRefusal) => Error) =>
      books.database.transaction(async (tx) => {
        await postAll(tx, [transfer(CHAIN, available(bob), 1n)]);
        postAtCommit(tx, [legs], refusalOf);
      });
    const paid = transfer(available(ann), available(bob), 600n);
    await commit([paid]);
    await commit([paid]);
    const tooMuch = [transfer(CHAIN, available(ann), 1n), transfer(available(ann), CHAIN, 402n)];
    await expect(commit(tooMuch)).rejects.toMatchObject({
      name: "LedgerRefusal",
      results: ["other_leg_failed", "insufficient"],
    });
    const refused = commit(tooMuch, (refusal) => new Error(refusal.results.join(" and ")));
    await expect(refused).rejects.toThrow("other_leg_failed and insufficient");
    await expect(commit([{ ...paid, amount: 1n }])).rejects.toThrow("id_reused");
    expect(await accountBalance(books.database, available(ann))).toBe(400n);
    expect(await accountBalance(books.database, available(bob))).toBe(602n);
  });

  test("all legs of an event are posted, or none are", async () => {
    const [ann, bob] = [
      await userWith(books.database, { sats: 1_000n }),
      await userWith(books.database, {}),
    ];
    expect(
      await send(
        transfer(available(ann), available(bob), 900n),
        transfer(available(ann), available(bob), 101n),
        transfer(CHAIN, available(bob), 1n),
      ),
    ).toEqual(["other_leg_failed", "insufficient", "other_leg_failed"]);
    expect(await accountBalance(books.database, available(bob))).toBe(0n);
    const event = [
      transfer(available(ann), available(bob), 900n),
      transfer(available(bob), CHAIN, 900n),
    ];
    expect(await send(...event)).toEqual(["ok", "ok"]);
    expect(await send(...event)).toEqual(["exists", "exists"]);
    expect(await send(...event, transfer(CHAIN, available(bob), 5n))).toEqual([
      "id_reused",
      "id_reused",
      "other_leg_failed",
    ]);
    expect(await send(...event.slice(1))).toEqual(["id_reused"]);
  });

  test("a hold can end only once", async () => {
    const ann = await userWith(books.database, { sats: 1_000n });
    const hold = transfer(available(ann), held(ann), 600n, { kind: "pending" });
    const about = { pendingId: hold.id };
    expect(await send(hold)).toEqual(["ok"]);
    expect(await balancesOf(books.database, ann)).toMatchObject({
      availableSats: 400n,
      heldSats: 600n,
    });

    const release = transfer(held(ann), available(ann), 200n, { kind: "release", ...about });
    expect(await send(release)).toEqual(["hold_not_open"]);
    expect(await send(transfer(held(ann), CHAIN, 599n, { kind: "post", ...about }))).toEqual([
      "hold_not_open",
    ]);
    expect(
      await send(transfer(held(ann), available(ann), 599n, { kind: "void", ...about })),
    ).toEqual(["hold_not_open"]);
    expect(await send(transfer(held(ann), CHAIN, 600n))).toEqual(["hold_not_open"]);

    const rest = transfer(held(ann), CHAIN, 400n, { kind: "post", ...about });
    expect(await send(release, rest)).toEqual(["ok", "ok"]);
    expect(
      await send(transfer(held(ann), available(ann), 600n, { kind: "void", ...about })),
    ).toEqual(["hold_not_open"]);
    expect(await balancesOf(books.database, ann)).toMatchObject({
      availableSats: 600n,
      heldSats: 0n,
    });
  });

  test("voiding a hold returns the full amount to the available balance", async () => {
    const ann = await userWith(books.database, { sats: 1_000n });
    const hold = transfer(available(ann), held(ann), 600n, { kind: "pending" });
    const undo = transfer(held(ann), available(ann), 600n, { kind: "void", pendingId: hold.id });
    expect(await send(hold)).toEqual(["ok"]);
    expect(await send(undo)).toEqual(["ok"]);
    expect(await send(undo)).toEqual(["exists"]);
    expect(await balancesOf(books.database, ann)).toMatchObject({
      availableSats: 1_000n,
      heldSats: 0n,
    });
  });
});

test("events posted in one call fail independently", async () => {
  const ann = await userWith(books.database, { sats: 100n });
  const spend = transfer(available(ann), CHAIN, 60n);
  const again = transfer(available(ann), CHAIN, 60n);
  const results = await books.database.transaction((tx) => post(tx, [[spend], [spend], [again]]));
  expect(results).toEqual([["ok"], ["exists"], ["insufficient"]]);
});

test("a hold can end only once within one call", async () => {
  const ann = await userWith(books.database, { sats: 100n });
  const hold = transfer(available(ann), held(ann), 100n, { kind: "pending" });
  const about = { pendingId: hold.id };
  await books.database.transaction((tx) => postAll(tx, [hold]));
  const results = await books.database.transaction((tx) =>
    post(tx, [
      [
        transfer(held(ann), CHAIN, 100n, { kind: "post", ...about }),
        transfer(available(ann), CHAIN, 1n),
      ],
      [transfer(held(ann), available(ann), 100n, { kind: "void", ...about })],
      [transfer(held(ann), CHAIN, 100n, { kind: "post", ...about })],
    ]),
  );
  expect(results).toEqual([["other_leg_failed", "insufficient"], ["ok"], ["hold_not_open"]]);
});

test("postAll throws an error with the results of a refused event", async () => {
  const ann = await userWith(books.database, { sats: 10n });
  const attempt = books.database.transaction((tx) =>
    postAll(tx, [transfer(available(ann), CHAIN, 11n)]),
  );
  await expect(attempt).rejects.toThrow(LedgerRefusal);
  await expect(attempt).rejects.toMatchObject({ results: ["insufficient"] });
});

test.each([0n, -1n, 2n ** 53n])("an amount of %s throws RangeError", async (amount) => {
  await expect(send(transfer(CHAIN, "issuer", amount))).rejects.toThrow(RangeError);
});

const refusal = async (sql: string) =>
  books.database.query(sql).then(
    () => "accepted",
    (error: unknown) => sqlState(error),
  );

describe("refusals by database constraints", () => {
  test.each([
    ["a changed transfer", "update ledger_transfers set amount = 1", "HF001"],
    ["a deleted transfer", "delete from ledger_transfers", "HF001"],
    ["emptied books", "truncate ledger_transfers", "HF001"],
    ["a deleted account", "delete from ledger_accounts where name = 'chain'", "HF001"],
    ["another asset", "update ledger_accounts set asset = 2 where name = 'chain'", "HF001"],
    [
      "money from nowhere",
      "update ledger_accounts set balance = balance + 1 where name = 'chain'",
      "HF002",
    ],
    [
      "one asset paid with another",
      `update ledger_accounts set balance = balance + case asset when 1 then 1 else -1 end
       where name in ('house:treasury:BTC', 'issuer')`,
      "HF002",
    ],
    [
      "an account opened with money",
      "insert into ledger_accounts (name, asset, class, balance) values ('x', 1, 3, 5)",
      "HF002",
    ],
    [
      "a house account below zero",
      `update ledger_accounts set balance = balance + case name when 'chain' then 1 else -1 end
       where name in ('chain', 'house:faucet:BTC')`,
      "23514",
    ],
  ])("%s is refused", async (_, sql, state) => {
    expect(await refusal(sql)).toBe(state);
  });

  test("two transfers with the same version of an account are rejected", async () => {
    const ann = await userWith(books.database, { sats: 10n });
    const copy = `insert into ledger_transfers
      select '${newUuid()}', event, debit, credit, amount, asset, code, kind, pending_id, d_ver, d_bal, c_ver, c_bal, at, cause
      from ledger_transfers where credit = (select id from ledger_accounts where name = '${available(ann)}')`;
    expect(await refusal(copy)).toBe("23505");
  });
});

test("ledger verification finds no problems after these tests", async () => {
  await books.database.query("update ledger_accounts set closed = false where closed");
  expect(await verifyLedger(books.database)).toEqual([]);
});
