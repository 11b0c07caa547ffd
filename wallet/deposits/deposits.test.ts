/**
 * Money coming in, on a real node and a real database: pending at 0, credited at 6, taken back by a
 * reorg.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { GENESIS_HASHES } from "#bitcoin";
import { Outage } from "#platform";
import { readCursor } from "../chain/chain-table.ts";
import { openFaucet } from "../faucet/faucet.ts";
import { pendingSatsOf } from "../overview.ts";
import { identity, startFloor, type Floor } from "../testing/floor.ts";
import { currentDepositAddress, newDepositAddress } from "./deposit-address.ts";

let floor: Floor;

beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(4);
}, 60_000);
afterAll(() => floor.close());

test("the first mature coinbase is the treasury's", async () => {
  const treasury = await accountBalance(floor.database, houseAccount("treasury", "BTC"));
  expect(treasury).toBe(2n * 5_000_000_000n);
});

test("a user gets an address of his own and keeps it until it is used", async () => {
  const userId = await floor.newUser();
  const first = await currentDepositAddress(floor.wallet, { userId });
  expect(first.address).toMatch(/^bcrt1q/);
  expect(await currentDepositAddress(floor.wallet, { userId })).toMatchObject({
    address: first.address,
  });
  expect((await newDepositAddress(floor.wallet, { userId })).address).not.toBe(first.address);
});

test.each([
  ["mainnet", "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
  ["signet", GENESIS_HASHES.signet],
])("no address and no grant while the node is on %s", async (_, genesis) => {
  const userId = await floor.newUser();
  const node = { ...floor.node, getGenesisHash: async () => genesis };
  const wallet = { ...floor.wallet, node };
  await expect(currentDepositAddress(wallet, { userId })).rejects.toBeInstanceOf(Outage);
  await expect(newDepositAddress(wallet, { userId })).rejects.toBeInstanceOf(Outage);
  const request = {
    userId,
    ip: "127.0.0.1",
    amountSats: undefined,
    request: identity(userId, "requestFaucet"),
  };
  await expect(openFaucet(wallet)(request)).rejects.toBeInstanceOf(Outage);
});

test("at most 20 unused addresses", async () => {
  const userId = await floor.newUser();
  for (let made = 0; made < 20; made += 1) await newDepositAddress(floor.wallet, { userId });
  await expect(newDepositAddress(floor.wallet, { userId })).rejects.toMatchObject({
    code: "too_many_addresses",
  });
});

test("pending in the mempool, credited at 6 confirmations", async () => {
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  await floor.payFromOutside(address, 1_234_567n);
  await floor.watch();
  expect(await pendingSatsOf(floor.database, userId)).toBe(1_234_567n);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(0n);
  await floor.mine(5);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(0n);
  await floor.mine(1);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(1_234_567n);
  expect(await pendingSatsOf(floor.database, userId)).toBe(0n);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
});

test("a reorg takes a credited deposit back and the same transaction is credited again", async () => {
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  await floor.payFromOutside(address, 700_000n);
  await floor.mine(6);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(700_000n);
  await floor.reorg(8);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(0n);
  expect(await pendingSatsOf(floor.database, userId)).toBe(700_000n);
  await floor.mine(6);
  expect((await balancesOf(floor.database, userId)).availableSats).toBe(700_000n);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
});
