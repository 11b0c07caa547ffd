/**
 * Tests deposits with a real node and database: a deposit is pending at 0 confirmations, credited
 * at 6, and can be reversed by a reorg.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount } from "#ledger";
import { GENESIS_HASHES } from "#bitcoin";
import { Outage } from "#platform";
import { readCursor } from "../chain/chain-table.ts";
import { openFaucet } from "../faucet/faucet.ts";
import { pendingSatsOf } from "../overview.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { currentDepositAddress, newDepositAddress } from "./deposit-address.ts";

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(4);
}, 60_000);
afterAll(() => installation.close());

test("the first mature coinbase belongs to the treasury", async () => {
  const treasury = await accountBalance(installation.database, houseAccount("treasury", "BTC"));
  expect(treasury).toBe(2n * 5_000_000_000n);
});

test("a user keeps a deposit address until it is paid", async () => {
  const userId = await installation.newUser();
  const first = await currentDepositAddress(installation.wallet, { userId });
  expect(first.address).toMatch(/^bcrt1q/);
  expect(await currentDepositAddress(installation.wallet, { userId })).toMatchObject({
    address: first.address,
  });
  expect(
    (await newDepositAddress(installation.wallet, { userId, isAnonymous: false })).address,
  ).not.toBe(first.address);
});

test.each([
  ["mainnet", "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
  ["signet", GENESIS_HASHES.signet],
])("addresses and grants are refused while the node is on %s", async (_, genesis) => {
  const userId = await installation.newUser();
  const node = { ...installation.node, getGenesisHash: async () => genesis };
  const wallet = { ...installation.wallet, node };
  await expect(currentDepositAddress(wallet, { userId })).rejects.toBeInstanceOf(Outage);
  await expect(newDepositAddress(wallet, { userId, isAnonymous: false })).rejects.toBeInstanceOf(
    Outage,
  );
  const request = {
    userId,
    origin: { ip: "127.0.0.1", isLocal: true },
    amountSats: undefined,
    request: identity(userId, "requestFaucet"),
  };
  await expect(openFaucet(wallet)(request)).rejects.toBeInstanceOf(Outage);
});

test("a user has at most 20 unused addresses", async () => {
  const userId = await installation.newUser();
  for (let made = 0; made < 20; made += 1)
    await newDepositAddress(installation.wallet, { userId, isAnonymous: false });
  await expect(
    newDepositAddress(installation.wallet, { userId, isAnonymous: false }),
  ).rejects.toMatchObject({
    code: "too_many_addresses",
  });
});

test("an anonymous account has at most 3 unused addresses", async () => {
  const { wallet } = installation;
  const anonymous = { userId: await installation.newUser(), isAnonymous: true };
  for (let made = 0; made < 3; made += 1) await newDepositAddress(wallet, anonymous);
  await expect(newDepositAddress(wallet, anonymous)).rejects.toMatchObject({
    code: "too_many_anonymous_addresses",
    status: 409,
  });
  const withAccount = { ...anonymous, isAnonymous: false };
  expect(await newDepositAddress(wallet, withAccount)).toMatchObject({ branch: 0 });
});

test("a deposit is pending in the mempool and credited at 6 confirmations", async () => {
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  await installation.payFromOutside(address, 1_234_567n);
  await installation.watch();
  expect(await pendingSatsOf(installation.database, userId)).toBe(1_234_567n);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(0n);
  await installation.mine(5);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(0n);
  await installation.mine(1);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(1_234_567n);
  expect(await pendingSatsOf(installation.database, userId)).toBe(0n);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});

test("a deposit is credited again if it is mined again after a reorg", async () => {
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  await installation.payFromOutside(address, 700_000n);
  await installation.mine(6);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(700_000n);
  await installation.reorg(8);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(0n);
  expect(await pendingSatsOf(installation.database, userId)).toBe(700_000n);
  await installation.mine(6);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(700_000n);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});
