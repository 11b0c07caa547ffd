/**
 * Tests that small coins are consolidated while fees are low. The miner's fee has its own transfer
 * code, and the ledger and the chain must always agree, even after a reorg or a restore.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, outsideAccount, verifyLedger } from "#ledger";
import { COIN_AGES } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { countSmall } from "../chain/coins-table.ts";
import { sweepFees } from "../watcher/sweep-fees.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { plantSmallCoins, postConsolidation } from "../testing/small-coins.ts";
import { consolidate } from "./consolidate.ts";
import { consolidationStatus } from "./consolidation-status.ts";
import { findSelfTransfer } from "./self-transfers-table.ts";

const COINS = 60;
const COIN_SATS = 50_000n;
const RATE = 2_000n;

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  await plantSmallCoins(installation, { count: COINS, sats: COIN_SATS });
  await postConsolidation(installation);
}, 60_000);
afterAll(() => installation.close());

const consolidateAt = () => consolidate(installation.wallet);
const statusAt = (rate: bigint | undefined) => consolidationStatus(installation.database, rate);
const standing = () => statusAt(RATE);
const balance = (account: string) => accountBalance(installation.database, account);

async function consolidated(): Promise<string> {
  const id = await consolidateAt();
  if (id === undefined) throw new Error(`nothing is joined: ${(await standing()).state}`);
  return id;
}

async function rowOf(id: string) {
  const row = await findSelfTransfer(installation.database, id);
  if (!row) throw new Error(`${id} vanished`);
  return row;
}

async function smallCoins(): Promise<number> {
  const tip = await readCursor(installation.database);
  if (!tip) throw new Error("no block was read");
  const small = { below: COIN_SATS + 1n, above: 0n };
  return countSmall(installation.database, { tip, ages: COIN_AGES.settled }, small);
}

async function booksFit(): Promise<void> {
  expect(await verifyLedger(installation.database)).toEqual([]);
  expect(await readCursor(installation.database)).toMatchObject({
    unexplainedSats: 0n,
    lockedReason: null,
  });
}

test("half of the small coins are consolidated into a single coin", async () => {
  const [treasury, chain] = [
    await balance(houseAccount("treasury", "BTC")),
    await balance(outsideAccount("chain")),
  ];
  const id = await consolidated();
  const { minerFeeSats, coins, amountSats } = await rowOf(id);
  // 42 + 30 * 272 + 124 weight units are 2,082 virtual bytes, which cost 2 sats each.
  expect({ coins, amountSats, minerFeeSats }).toEqual({
    coins: COINS / 2,
    amountSats: COIN_SATS * 30n,
    minerFeeSats: 4_164n,
  });
  expect(await smallCoins()).toBe(COINS / 2);
  expect(await balance(houseAccount("treasury", "BTC"))).toBe(treasury - minerFeeSats);
  expect((await standing()).state).toBe("under_way");
  expect(await consolidateAt()).toBeUndefined();
  await installation.send();
  await installation.watch();
  expect((await rowOf(id)).state).toBe("in_mempool");
  await installation.mine(1);
  await booksFit();
  // Miners' fees reserved in the fees account are not swept as earnings.
  await sweepFees(installation.wallet);
  expect(await balance(houseAccount("fees", "BTC"))).toBe(minerFeeSats);
  expect(await balance(outsideAccount("chain"))).toBeLessThanOrEqual(chain);
  await installation.mine(5);
  expect(await rowOf(id)).toMatchObject({ state: "completed", book: "posted" });
  expect(await balance(houseAccount("fees", "BTC"))).toBe(0n);
  await booksFit();
});

test("no coins are consolidated above the fee limit or with few coins", async () => {
  expect((await statusAt(3_001n)).state).toBe("too_dear");
  expect((await statusAt(undefined)).state).toBe("no_rate");
  await postConsolidation(installation, { coins: 40 });
  expect((await standing()).state).toBe("few_coins");
  expect(await consolidateAt()).toBeUndefined();
  await postConsolidation(installation, { rateMax: 0 });
  expect((await standing()).state).toBe("off");
  await postConsolidation(installation);
  expect((await standing()).state).toBe("ready");
});

test("the same bytes are sent again after a reorg, for a single fee", async () => {
  const id = await consolidated();
  await installation.send();
  await installation.mine(7);
  expect((await rowOf(id)).state).toBe("completed");
  await installation.reorg(8);
  expect(await rowOf(id)).toMatchObject({ state: "in_mempool", book: "posted", height: null });
  await booksFit();
  await installation.send();
  await installation.mine(6);
  expect((await rowOf(id)).state).toBe("completed");
  await booksFit();
  const [paid] = await installation.database.query<{ times: number }>(
    "select count(*)::int as times from ledger_transfers where code = 90 and cause = $1",
    [id],
  );
  expect(paid?.times).toBe(1);
});
