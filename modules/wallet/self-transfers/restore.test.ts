/**
 * Restores older backups on a chain that contains a self-transfer that is unsigned in or missing
 * from the backup. The self-transfer must be recognised, payments must wait for an administrator,
 * and the ledger and the chain must agree.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { recoveryNow } from "../recovery/recovery.ts";
import { resumePayments } from "../recovery/resume-payments.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";
import { plantSmallCoins, postConsolidation } from "../testing/small-coins.ts";
import { consolidate } from "./consolidate.ts";
import { findSelfTransfer } from "./self-transfers-table.ts";

let installation: Installation;
let before: OlderCopy;
let chosen: OlderCopy;
let id: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  await plantSmallCoins(installation, { count: 24, sats: 50_000n });
  await postConsolidation(installation);
  before = await keepCopy(installation);
  id = (await consolidate(installation.wallet)) ?? "";
  chosen = await keepCopy(installation);
  await installation.send();
  await installation.mine(1);
}, 60_000);
afterAll(async () => {
  await before.drop();
  await chosen.drop();
  await installation.close();
});

async function resume({ database }: OlderInstallation) {
  const mempool = new Set(await installation.node.getRawMempool());
  return database.transaction((tx) => resumePayments(tx, { now: new Date(), mempool }));
}

async function booksFit({ database }: OlderInstallation): Promise<void> {
  expect(await verifyLedger(database)).toEqual([]);
  expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
}

test("a backup with the unsigned consolidation recognises it on the chain", async () => {
  const older = await chosen.putBack({ folder: true });
  await older.send();
  await older.mine(6);
  expect(await findSelfTransfer(older.database, id)).toMatchObject({
    state: "completed",
    book: "posted",
  });
  expect(await recoveryNow(older.database)).toMatchObject({ unrecorded: [] });
  expect(await resume(older)).toMatchObject({ lostSats: 0n });
  await booksFit(older);
  await older.close();
});

test("a backup without the consolidation posts the fee as a loss", async () => {
  const row = await findSelfTransfer(installation.database, id);
  const older = await before.putBack({ folder: true });
  await older.mine(6);
  const lostSats = row?.minerFeeSats ?? 0n;
  expect(await recoveryNow(older.database)).toMatchObject({
    unrecorded: [{ txid: row?.txid, unexplainedSats: lostSats, addresses: [] }],
  });
  const treasury = () => accountBalance(older.database, houseAccount("treasury", "BTC"));
  const had = await treasury();
  expect(await resume(older)).toMatchObject({ lostSats });
  expect(await treasury()).toBe(had - lostSats);
  await older.mine(1);
  await booksFit(older);
  await older.close();
});
