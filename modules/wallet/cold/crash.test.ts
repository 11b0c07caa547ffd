/**
 * Kills the workers with kill -9 at every step of moving coins to the cold wallet and back. The
 * next workers must continue. At the end, no coin is lost or duplicated, and only one miner's fee
 * was paid for each transaction.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { isFullLength } from "../../../test/support/seeds.ts";
import { readCursor } from "../chain/chain-table.ts";
import { coldPerson, descriptorOf, type ColdPerson } from "../testing/cold-keys.ts";
import {
  exportReturn,
  postCold,
  setDescriptor,
  twoPeople,
  type TwoPeople,
} from "../testing/cold-wallet.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type NodeProxy } from "../testing/node-proxy.ts";
import { dieAt } from "../testing/worker-process.ts";
import { sumCold } from "./cold-coins-table.ts";

const BTC = 100_000_000n;
/**
 * Steps that all self-transfers share. ../self-transfers/crash.test.ts tests them on every run,
 * this file only in `npm run simulate`.
 */
const SIGNING = isFullLength ? ["self-transfer-signing", "self-transfer-signed"] : [];
const SENDING = isFullLength ? ["self-transfer-sending"] : [];
/** Steps after the transaction was sent, before the next blocks arrive. */
const SETTLING = ["self-transfer-sent", "self-transfer-settling", "self-transfer-settled"];
/** In execution order, because a single transaction passes through all steps. */
const STEPS = ["cold-move-chosen", ...SIGNING, ...SENDING, ...SETTLING];

/** Each worker imports the return again, like an administrator who got no response. */
const STEPS_BACK = ["cold-importing", ...SENDING, ...SETTLING];
const [ann, bo] = ["Ann", "Bo"].map(coldPerson) as [ColdPerson, ColdPerson];

let installation: Installation;
let proxy: NodeProxy;
let people: TwoPeople;
let descriptorId: string;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(13);
  people = await twoPeople(installation);
  descriptorId = await setDescriptor(installation, people, descriptorOf([ann, bo]));
  await postCold(installation, { ceiling: 300n * BTC, keep: 1n * BTC });
}, 90_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

test(
  "coins move to the cold wallet once, for one fee, despite crashes",
  { timeout: 240_000 },
  async () => {
    const { applicationUrl, dataDir, database } = installation;
    const order = { applicationUrl, dataDir, rpcUrl: proxy.url };
    for (const step of STEPS) {
      await dieAt(step, order, () => mineFor(step));
      // Coinbase outputs mature throughout the test and stay in the hot wallet.
      await postCold(installation, { ceiling: 9_000n * BTC, keep: 1n * BTC });
    }
    await installation.mine(1);
    const moves = await database.query<{ state: string; book: string; sats: bigint }>(
      `select s.state, s.book, m.amount_sats as sats from wallet_cold_moves m join wallet_self_transfers s using (id)`,
    );
    expect(moves).toMatchObject([{ state: "completed", book: "posted" }]);
    expect(await sumCold(database)).toBe(moves[0]?.sats);
    const [paid] = await database.query<{ times: number }>(
      "select count(*)::int as times from ledger_transfers where code = 95",
    );
    expect(paid).toEqual({ times: 1 });
    expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
    expect(await verifyLedger(database)).toEqual([]);
  },
);

test(
  "coins return from the cold wallet once, for one fee, despite crashes",
  { timeout: 240_000 },
  async () => {
    const { applicationUrl, dataDir, database } = installation;
    const before = await sumCold(database);
    const wish = { descriptorId, amountSats: BTC };
    const { id, psbt, txid } = await exportReturn(installation, people, wish);
    const signed = { id, psbt: bo.sign(ann.sign(psbt)), by: people.second };
    const order = { applicationUrl, dataDir, rpcUrl: proxy.url, signed };
    for (const step of STEPS_BACK) await dieAt(step, order, () => mineFor(step));
    await installation.mine(1);
    const [back] = await database.query<{ state: string; book: string; sats: bigint; fee: bigint }>(
      `select state, book, amount_sats as sats, miner_fee_sats as fee
       from wallet_self_transfers where id = $1 and txid = $2`,
      [id, txid],
    );
    expect(back).toMatchObject({ state: "completed", book: "posted" });
    expect(before - (await sumCold(database))).toBe(BTC + (back?.fee ?? 0n));
    const paid = await database.query<{ times: number }>(
      "select count(*)::int as times from ledger_transfers where code = 95 group by cause",
    );
    expect(paid).toEqual([{ times: 1 }, { times: 1 }]);
    expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
    expect(await verifyLedger(database)).toEqual([]);
  },
);

const mineFor = (step: string): Promise<unknown> =>
  step.includes("settl")
    ? installation.node.generateToAddress(1, installation.wallet.treasuryAddress)
    : Promise.resolve();
