/**
 * Restores older database copies on a chain where coins have since moved to or from the cold
 * wallet, or where the key holders sent cold coins elsewhere. Payments must wait for an
 * administrator, and the ledger and the chain must agree.
 */
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { recoveryNow } from "../recovery/recovery.ts";
import { resumePayments } from "../recovery/resume-payments.ts";
import { findSelfTransfer } from "../self-transfers/self-transfers-table.ts";
import { coldPerson, descriptorOf, type ColdPerson } from "../testing/cold-keys.ts";
import {
  exportReturn,
  importReturn,
  postCold,
  setDescriptor,
  twoPeople,
  type TwoPeople,
} from "../testing/cold-wallet.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";
import { sumCold } from "./cold-coins-table.ts";
import { moveSurplus } from "./move-surplus.ts";

const BTC = 100_000_000n;
const [ann, bo] = ["Ann", "Bo"].map(coldPerson) as [ColdPerson, ColdPerson];
const DESCRIPTOR = descriptorOf([ann, bo]);

let installation: Installation;
let people: TwoPeople;
let descriptorId: string;
const copies: OlderCopy[] = [];

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  people = await twoPeople(installation);
  descriptorId = await setDescriptor(installation, people, DESCRIPTOR);
  await postCold(installation, { ceiling: 300n * BTC, keep: 220n * BTC });
}, 60_000);
afterAll(async () => {
  for (const copy of copies) await copy.drop();
  await installation.close();
});

async function keep(): Promise<OlderCopy> {
  const copy = await keepCopy(installation);
  copies.push(copy);
  return copy;
}

async function resume({ database }: OlderInstallation) {
  const mempool = new Set(await installation.node.getRawMempool());
  return database.transaction((tx) => resumePayments(tx, { now: new Date(), mempool }));
}

async function lost(older: OlderInstallation, txid: string, sats: bigint): Promise<void> {
  expect(await recoveryNow(older.database)).toMatchObject({
    unrecorded: [{ txid, unexplainedSats: sats }],
  });
  const treasury = () => accountBalance(older.database, houseAccount("treasury", "BTC"));
  const had = await treasury();
  expect(await resume(older)).toMatchObject({ lostSats: sats });
  expect(await treasury()).toBe(had - sats);
  await older.mine(1);
  expect(await verifyLedger(older.database)).toEqual([]);
  expect(await readCursor(older.database)).toMatchObject({
    unexplainedSats: 0n,
    lockedReason: null,
  });
}

async function rowOf(id: string) {
  const row = await findSelfTransfer(installation.database, id);
  if (!row) throw new Error(`${id} vanished`);
  return row;
}

test("coins sent to the cold wallet after the backup are found", async () => {
  const before = await keep();
  const id = (await moveSurplus(installation.wallet)) ?? "";
  const chosen = await keep();
  await installation.send();
  await installation.mine(1);
  const { txid, minerFeeSats } = await rowOf(id);
  const coldSats = await sumCold(installation.database);
  expect(coldSats).toBeGreaterThan(200n * BTC);
  const unaware = await before.putBack({ folder: true });
  await unaware.mine(6);
  expect(await sumCold(unaware.database)).toBe(coldSats);
  await lost(unaware, txid, minerFeeSats);
  await unaware.close();
  const aware = await chosen.putBack({ folder: true });
  await aware.mine(1);
  expect(await findSelfTransfer(aware.database, id)).toMatchObject({ state: "completed" });
  expect(await sumCold(aware.database)).toBe(coldSats);
  expect(await resume(aware)).toMatchObject({ lostSats: 0n });
  await aware.close();
  await installation.watch();
});

test("coins returned after the backup are in the hot wallet after the restore", async () => {
  await postCold(installation, { ceiling: 5_000n * BTC, keep: 220n * BTC });
  const before = await keep();
  const open = await exportReturn(installation, people, {
    descriptorId,
    amountSats: 7n * BTC,
  });
  const exported = await keep();
  await importReturn(installation, people.first, { ...open, psbt: bo.sign(ann.sign(open.psbt)) });
  await installation.send();
  await installation.mine(1);
  const { minerFeeSats } = await rowOf(open.id);
  const coldSats = await sumCold(installation.database);
  const unaware = await before.putBack({ folder: true });
  await unaware.mine(6);
  expect(await sumCold(unaware.database)).toBe(coldSats);
  await lost(unaware, open.txid, minerFeeSats);
  await unaware.close();
  const aware = await exported.putBack({ folder: true });
  await aware.mine(1);
  expect(await findSelfTransfer(aware.database, open.id)).toMatchObject({ state: "completed" });
  expect(await readCursor(aware.database)).toMatchObject({
    unexplainedSats: 0n,
    lockedReason: null,
  });
  await aware.close();
  await installation.watch();
});

test("payments are locked if key holders sent cold coins elsewhere", async () => {
  const before = await keep();
  const open = await exportReturn(installation, people, {
    descriptorId,
    amountSats: 3n * BTC,
  });
  const other = Transaction.fromPSBT(base64.decode(open.psbt));
  other.updateOutput(0, { script: hex.decode(`0014${"77".repeat(20)}`) });
  const signed = bo.sign(ann.sign(base64.encode(other.toPSBT(0))));
  const transaction = Transaction.fromPSBT(base64.decode(signed));
  transaction.finalize();
  await installation.node.sendRawTransaction(transaction.hex);
  const older = await before.putBack({ folder: true });
  await older.mine(6);
  const fee = transaction.fee;
  await lost(older, transaction.id, 3n * BTC + fee);
  expect(await sumCold(older.database)).toBe(
    (await sumCold(installation.database)) - 3n * BTC - fee,
  );
  await older.close();
});
