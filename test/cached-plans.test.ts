/**
 * Checks that PostgreSQL plans each SQL statement of the pages and of the mining payouts only once
 * per connection. Without the product's precautions, PostgreSQL would plan a statement with a short
 * array again on each call, which takes several times as long as reading the rows.
 */
import { expect, test } from "vitest";
import { accruedEarnings } from "#mining";
import { newUuid, systemClock, type DatabaseTransaction } from "#platform";
import { contractsOf } from "../modules/mining/plans/contracts-table.ts";
import { ownFigures } from "../modules/mining/own-figures-table.ts";
import { writeUnchangedPayouts } from "../modules/mining/payouts/write-unchanged-payouts.ts";
import { findKey } from "../modules/users/keys/keys-table.ts";
import { meReader } from "../modules/users/profile/me-table.ts";
import { findCaller } from "../modules/users/sessions/callers-table.ts";
import { pendingSql } from "../modules/wallet/deposits/deposits-table.ts";
import { openOverview } from "../modules/wallet/overview.ts";
import { openGate } from "./support/money/mining.ts";
import { fileDatabase } from "./support/servers/database.ts";

const db = fileDatabase();

/**
 * Number of calls per statement. It must exceed the calls before a statement is prepared under a
 * name, plus the first five calls, for which PostgreSQL always creates a new plan.
 */
const TIMES = 12;

const NAMES = "select name from pg_prepared_statements";
/** Selects the statements that the test has prepared, except this query itself. */
const NEW = `select generic_plans as plans from pg_prepared_statements
  where name <> all($1::text[]) and statement not like '%pg_prepared_statements%'`;

const findMe = meReader(pendingSql);
const overviewOf = openOverview(accruedEarnings({ payGate: openGate(systemClock) }));
const userId = newUuid();
const now = new Date();

const reads: Readonly<Record<string, (tx: DatabaseTransaction) => Promise<unknown>>> = {
  "the caller of a session": (tx) => findCaller(tx, { userId, sessionId: newUuid(), aal: "aal1" }),
  "the signed-in user": (tx) => findMe(tx, userId),
  wallet: (tx) => overviewOf(tx, userId),
  "mining figures": (tx) => ownFigures(tx, { userId, now }),
  "the owner of a key": (tx) => findKey(tx, Buffer.alloc(32)),
  contracts: (tx) => contractsOf(tx, userId),
};

test.each(Object.entries(reads))(
  "PostgreSQL reuses the plan for reading %s",
  async (_name, read) => {
    expect(await areKept(read)).toEqual([true]);
  },
);

test("PostgreSQL reuses the plans for paying running miners", async () => {
  expect(await areKept((tx) => writeUnchangedPayouts(tx, [userId], now))).toEqual([true, true]);
});

/** Returns one value per statement: true if PostgreSQL reuses its plan. */
async function areKept(read: (tx: DatabaseTransaction) => Promise<unknown>): Promise<boolean[]> {
  const genericPlans = await db.database.transaction(async (tx) => {
    const names = await tx.query<{ name: string }>(NAMES);
    for (let time = 0; time < TIMES; time += 1) await read(tx);
    return tx.query<{ plans: bigint }>(NEW, [names.map(({ name }) => name)]);
  });
  return genericPlans.map(({ plans }) => plans > 0n);
}
