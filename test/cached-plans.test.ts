/**
 * What every page asks, and every minute of mining, is planned once a connection: PostgreSQL
 * otherwise plans a statement over a short array anew each time, which costs several times what
 * reading does.
 */
import { expect, test } from "vitest";
import { newUuid, type DatabaseTransaction } from "#platform";
import { contractsOf } from "../modules/mining/plans/contracts-table.ts";
import { ownFigures } from "../modules/mining/own-figures-table.ts";
import { writeUnchangedPayouts } from "../modules/mining/payouts/write-unchanged-payouts.ts";
import { findKey } from "../modules/users/keys/keys-table.ts";
import { meReader } from "../modules/users/profile/me-table.ts";
import { findCaller } from "../modules/users/sessions/callers-table.ts";
import { pendingSql } from "../modules/wallet/deposits/deposits-table.ts";
import { walletOverview } from "../modules/wallet/overview.ts";
import { fileDatabase } from "./support/servers/database.ts";

const db = fileDatabase();

/** Beyond those that have no name yet, and the five that have a plan of their own. */
const TIMES = 12;

const NAMES = "select name from pg_prepared_statements";
/** Those of the test, but for the statement that asks this. */
const NEW = `select generic_plans as plans from pg_prepared_statements
  where name <> all($1::text[]) and statement not like '%pg_prepared_statements%'`;

const findMe = meReader(pendingSql);
const userId = newUuid();
const now = new Date();

const reads: Readonly<Record<string, (tx: DatabaseTransaction) => Promise<unknown>>> = {
  "who is behind a session": (tx) => findCaller(tx, { userId, sessionId: newUuid(), aal: "aal1" }),
  "the signed-in user": (tx) => findMe(tx, userId),
  wallet: (tx) => walletOverview(tx, userId),
  "figures of mining": (tx) => ownFigures(tx, { userId, now }),
  "who is behind a key": (tx) => findKey(tx, Buffer.alloc(32)),
  contracts: (tx) => contractsOf(tx, userId),
};

test.each(Object.entries(reads))("%s", async (_name, read) => {
  expect(await areKept(read)).toEqual([true]);
});

test("what running miners are paid, and by which reference values", async () => {
  expect(await areKept((tx) => writeUnchangedPayouts(tx, [userId], now))).toEqual([true, true]);
});

/** Whether each statement of it has a plan that is used again. */
async function areKept(read: (tx: DatabaseTransaction) => Promise<unknown>): Promise<boolean[]> {
  const genericPlans = await db.database.transaction(async (tx) => {
    const names = await tx.query<{ name: string }>(NAMES);
    for (let time = 0; time < TIMES; time += 1) await read(tx);
    return tx.query<{ plans: bigint }>(NEW, [names.map(({ name }) => name)]);
  });
  return genericPlans.map(({ plans }) => plans > 0n);
}
