/**
 * Tests that verification finds changes by a database owner who disabled the guards, and that the
 * verification of new transfers continues after the last verified transfer.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { newUuid } from "#platform";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { outsideAccount, userAccount } from "./accounts.ts";
import { postAll } from "./post.ts";
import { readPiece } from "./verify-piece.ts";
import { verifyLedger, verifyNewTransfers } from "./verify.ts";

const file = fileDatabase({ asSuperuser: true });

let ann: string;
let bob: string;
const available = (userId: string) => userAccount(userId, "available", "BTC");
const held = (userId: string) => userAccount(userId, "held", "BTC");

beforeAll(async () => {
  ann = await userWith(file.database, { sats: 1_000n, cents: 50n });
  bob = await userWith(file.database, { sats: 2_000n });
  const hold = { id: newUuid(), debit: available(ann), credit: held(ann), amount: 600n } as const;
  const open = { id: newUuid(), debit: available(bob), credit: held(bob), amount: 300n } as const;
  const end = { debit: held(ann), pendingId: hold.id } as const;
  await file.database.transaction((tx) =>
    postAll(tx, [
      { ...hold, code: "withdrawal_hold", kind: "pending" },
      { ...open, code: "withdrawal_hold", kind: "pending" },
    ]),
  );
  await file.database.transaction((tx) =>
    postAll(tx, [
      {
        ...end,
        id: newUuid(),
        credit: available(ann),
        amount: 200n,
        code: "withdrawal_release",
        kind: "release",
      },
      {
        ...end,
        id: newUuid(),
        credit: outsideAccount("chain"),
        amount: 400n,
        code: "withdrawal",
        kind: "post",
      },
    ]),
  );
});

const idOf = (name: string) => `(select id from ledger_accounts where name = '${name}')`;

/** Manipulations, each with the check that must detect it. */
const planted: Readonly<Record<string, { sql: () => string; check: string }>> = {
  "an amount is changed": {
    sql: () => "update ledger_transfers set amount = amount + 1 where kind = 0 and asset = 2",
    check: "balance",
  },
  "the balance after a transfer is changed": {
    sql: () =>
      `update ledger_transfers set c_bal = c_bal + 1 where credit = ${idOf(available(bob))}`,
    check: "balance",
  },
  "the end of a hold is marked as plain": {
    sql: () => "update ledger_transfers set kind = 0, pending_id = null where kind = 2",
    check: "held",
  },
  "a transfer is deleted": {
    sql: () => `delete from ledger_transfers where credit = ${idOf(available(bob))}`,
    check: "versions",
  },
  "a transfer is added without changing a balance": {
    sql: () => `insert into ledger_transfers
      select gen_random_uuid(), event, debit, credit, amount, asset, code, kind, pending_id, d_ver + 900, d_bal, c_ver + 900,
        c_bal, at, cause from ledger_transfers where credit = ${idOf(available(bob))}`,
    check: "versions",
  },
  "balance moves without a transfer": {
    sql: () => `update ledger_accounts set balance = balance +
      case name when '${available(ann)}' then 100 else -100 end where name in ('${available(ann)}', '${available(bob)}')`,
    check: "balance",
  },
  "balance comes from nowhere": {
    sql: () => `update ledger_accounts set balance = balance + 1 where name = '${available(ann)}'`,
    check: "sum",
  },
  "the version of an account is too high": {
    sql: () => `update ledger_accounts set version = version + 1 where name = '${available(ann)}'`,
    check: "versions",
  },
  "an account may go below its minimum": {
    sql: () => `update ledger_accounts set min_balance = null where name = '${available(ann)}'`,
    check: "account",
  },
  "an account is closed": {
    sql: () => `update ledger_accounts set closed = true where name = '${available(bob)}'`,
    check: "account",
  },
  "an account gets another owner": {
    sql: () => `update ledger_accounts set user_id = '${bob}' where name = '${held(ann)}'`,
    check: "account",
  },
  "a transfer goes to another account": {
    sql: () => `update ledger_transfers set credit = ${idOf(available(ann))}, c_ver = 900
      where credit = ${idOf(available(bob))}`,
    check: "versions",
  },
  "an account is deleted": {
    sql: () => `delete from ledger_accounts where name = '${available(bob)}'`,
    check: "account",
  },
  "a transfer gets another asset": {
    sql: () => `update ledger_transfers set asset = 2 where credit = ${idOf(available(bob))}`,
    check: "transfer",
  },
  "a hold is marked as plain": {
    sql: () => `update ledger_transfers set kind = 0 where credit = ${idOf(held(bob))}`,
    check: "held",
  },
  "a hold is marked as ended": {
    sql: () => `update ledger_transfers set pending_id =
      (select id from ledger_transfers where credit = ${idOf(held(bob))}) where kind = 2`,
    check: "held",
  },
  "a release names another event": {
    sql: () => "update ledger_transfers set event = gen_random_uuid() where kind = 4",
    check: "transfer",
  },
};

class Undo extends Error {}

/** Runs SQL in a transaction that is rolled back. Returns the checks that fail after the SQL. */
async function checksAfter(sql: string): Promise<string[]> {
  let checks: string[] = [];
  await file.database
    .transaction(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query(sql);
      checks = (await verifyLedger(tx)).map(({ check }) => check);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return checks;
}

describe("full verification", () => {
  test("an intact ledger has no problems", async () => {
    expect(await verifyLedger(file.database)).toEqual([]);
  });

  test.each(Object.keys(planted))("verification detects a manipulation: %s", async (name) => {
    const { sql, check } = planted[name] ?? { sql: () => "", check: "" };
    expect(await checksAfter(sql())).toContain(check);
  });
});

describe("verification of new transfers", () => {
  const deposit = (amount: bigint) =>
    file.database.transaction((tx) =>
      postAll(tx, [
        {
          id: newUuid(),
          debit: outsideAccount("chain"),
          credit: available(bob),
          amount,
          code: "deposit",
        },
      ]),
    );
  const provenOf = async (name: string) => {
    const [row] = await file.database.query<{ version: bigint; at: bigint }>(
      `select p.version, a.version as at from ledger_proven p join ledger_accounts a on a.id = p.account
       where a.name = $1`,
      [name],
    );
    return row;
  };

  test("verifying new transfers starts after the last verified transfer", async () => {
    expect(await verifyNewTransfers(file.database)).toEqual([]);
    await deposit(5n);
    await deposit(6n);
    expect(await provenOf(available(bob))).toEqual({ version: 2n, at: 4n });
    expect(await verifyNewTransfers(file.database)).toEqual([]);
    expect(await provenOf(available(bob))).toEqual({ version: 4n, at: 4n });
  });

  test("a wrong transfer is reported and not marked as verified", async () => {
    await deposit(7n);
    await file.database.transaction(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query("update ledger_transfers set amount = 8 where amount = 7");
    });
    const problems = await verifyNewTransfers(file.database);
    expect(problems).toContainEqual({
      check: "balance",
      subject: available(bob),
      expected: 1_719n,
      found: 1_718n,
    });
    expect(await verifyNewTransfers(file.database)).toEqual(problems);
    expect(await provenOf(available(bob))).toEqual({ version: 4n, at: 5n });
  });
});

/** Verifies an account that has more transfers than one SQL statement reads. */
test.each([false, true])(
  "each part continues after the account's last verified transfer (only new: %s)",
  async (onlyNew) => {
    const sats = 5_000n * 100_000_000n;
    const rich = await userWith(file.database, { sats });
    const more = 3n;
    await file.database.transaction((tx) =>
      postAll(tx, [
        {
          id: newUuid(),
          debit: outsideAccount("chain"),
          credit: available(rich),
          amount: more,
          code: "deposit",
        },
      ]),
    );
    const [account] = await file.database.query<{ id: bigint }>(
      `select id from ledger_accounts where name = $1`,
      [available(rich)],
    );
    const id = account?.id ?? 0n;
    const start = { account: id, version: 1n, balance: sats };
    const [piece] = await readPiece(file.database, { after: id, start, onlyNew });
    expect(piece).toMatchObject({
      account: id,
      version: 2n,
      balance: sats + more,
      isEnd: true,
      badVersion: null,
      badBalance: null,
      misfits: 0n,
    });
  },
);
