/**
 * Tests that after an older database is restored, no address that was issued after the backup is
 * issued to another user.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#platform";
import { length } from "../../../test/support/seeds.ts";
import { ISSUED_FILE } from "../chain/issued-addresses.ts";
import { relockPayments } from "../chain/payments-lock.ts";
import { listReceiveBranches } from "../chain/receive-branches.ts";
import { addressesWithin } from "../deposits/deposit-address.ts";
import type { OpenWallet } from "../open-wallet.ts";
import { openWalletOn, startInstallation, type Installation } from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";

const LOST = length(300, 5_000);
const LATER = 200;

let installation: Installation;
let copy: OlderCopy;
const opened: OlderInstallation[] = [];

beforeEach(async () => {
  installation = await startInstallation();
  await issue(installation.wallet, 5);
  copy = await keepCopy(installation);
}, 60_000);
afterEach(async () => {
  for (const older of opened.splice(0)) await older.close();
  await copy.drop();
  await installation.close();
});

/** Issues one address to each of `count` users, in one transaction. */
async function issue(wallet: OpenWallet, count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, () => randomUUID());
  const rows = await wallet.database.transaction((tx) => addressesWithin(tx, wallet, userIds));
  return rows.map(({ address }) => address);
}

async function putBack(what: { readonly folder: boolean }): Promise<OlderInstallation> {
  const older = await copy.putBack(what);
  opened.push(older);
  return older;
}

const relock = (database: Database) =>
  database.transaction((tx) => relockPayments(tx, { reason: "a test" }));

const repeated = (lives: readonly (readonly string[])[]): string[] => {
  const all = lives.flat();
  return all.filter((address, place) => all.indexOf(address) !== place);
};

test(
  "no address is issued twice after two restores of one backup",
  { timeout: 120_000 },
  async () => {
    const lives = [await issue(installation.wallet, LOST)];
    for (let restores = 0; restores < 2; restores += 1) {
      const older = await putBack({ folder: true });
      await relock(older.database);
      lives.push(await issue(older.wallet, LATER));
    }
    expect(repeated(lives)).toEqual([]);
  },
);

test("a database older than its data folder issues no address twice", async () => {
  const lost = await issue(installation.wallet, LOST);
  const older = await putBack({ folder: false });
  const branches = await listReceiveBranches(older.database);
  expect(branches).toHaveLength(1);
  expect(repeated([lost, await issue(older.wallet, LATER)])).toEqual([]);
});

test("no address is issued twice if the data folder contains a restore's branch", async () => {
  const { branch } = await relock(installation.database);
  const lost = await issue(installation.wallet, 2);
  const older = await putBack({ folder: false });
  const branches = await listReceiveBranches(older.database);
  expect(branches).toEqual([{ branch, firstIndex: 0 }, expect.anything()]);
  expect(repeated([lost, await issue(older.wallet, 2)])).toEqual([]);
});

test("a new branch is the newest even if another began in the future", async () => {
  const { database } = installation;
  await database.query(
    `insert into wallet_receive_branches (branch, first_index, started_at)
     values (2, 1, clock_timestamp() + interval '1 day'), (3, 1, '-infinity')`,
  );
  const first = await relock(database);
  const second = await relock(database);
  const branches = (await listReceiveBranches(database)).map((one) => one.branch);
  expect(branches).toEqual([3, 2, first.branch, second.branch]);
});

test("a restart skips the reserved indexes and keeps the branch", async () => {
  const { databaseUrl, dataDir, node, database } = installation;
  const before = await issue(installation.wallet, 1);
  const deps = await openWalletOn({ databaseUrl, dataDir }, node);
  const after = await issue(deps.wallet, 1);
  await deps.close();
  expect(repeated([before, after])).toEqual([]);
  expect(await listReceiveBranches(database)).toEqual([]);
  const [row] = await database.query<{ last: bigint }>(
    "select last_value as last from wallet_deposit_index",
  );
  expect(row?.last).toBe(102n);
});

test("indexes in another wallet's file are ignored", async () => {
  const { databaseUrl, dataDir, node, database } = installation;
  writeFileSync(join(dataDir, ISSUED_FILE), "wallet 0000000000000000\n0 1 5000\n");
  const deps = await openWalletOn({ databaseUrl, dataDir }, node);
  await issue(deps.wallet, 1);
  await deps.close();
  expect(await listReceiveBranches(database)).toEqual([]);
  expect(readFileSync(join(dataDir, ISSUED_FILE), "utf8")).toMatch(
    /^wallet (?!0{16})\w{16}\n0 6 106\n$/,
  );
});

test("a sent payment's change index is recorded in the data folder", async () => {
  await installation.mine(13);
  const userId = await installation.userWith(50_000_000n);
  await installation.withdraw(userId, 10_000_000n);
  await installation.send();
  const issued = await installation.wallet.issued.read();
  const [row] = await installation.database.query<{ last: bigint }>(
    "select last_value as last from wallet_change_index",
  );
  expect(issued.get(1)?.lastIndex).toBe(Number(row?.last));
});
