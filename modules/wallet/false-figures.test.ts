/** Tests that users who send coins in circles cannot inflate the public chain figures. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { movedSatsSince, recentChainMovements } from "./movements.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

const LIARS = 20;
const GRANT_SATS = 5_000_000n;
const NOBODY = "select null::uuid where false";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

test("a withdrawal to one of the platform's deposit addresses is not counted", async () => {
  const { database, wallet } = installation;
  const userId = await installation.userWith(10_000_000n);
  const before = new Date();
  const { address } = await currentDepositAddress(wallet, { userId });
  await installation.withdraw(userId, 1_000_000n, { walletAddress: address });
  await installation.send();
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(0n);
  await installation.withdraw(userId, 1_000_000n);
  await installation.send();
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(990_000n);
});

async function sendAll(): Promise<void> {
  await installation.send();
  await installation.mine(1);
}

test("coins circling through an outside wallet are counted once per direction", async () => {
  const { database, wallet } = installation;
  const userId = await installation.userWith(10_000_000n);
  const before = new Date();
  for (let round = 0; round < 4; round += 1) {
    await installation.withdraw(userId, 1_000_000n);
    await sendAll();
    const { address } = await currentDepositAddress(wallet, { userId });
    await installation.payFromOutside(address, 990_000n);
    await installation.mine(1);
  }
  expect(await movedSatsSince(database, before, NOBODY)).toBe(2n * 990_000n);
});

test("deposits without withdrawals are counted in full", async () => {
  const { database, wallet } = installation;
  const userId = await installation.newUser();
  const before = new Date();
  const { address } = await currentDepositAddress(wallet, { userId });
  for (let round = 0; round < 3; round += 1) await installation.payFromOutside(address, 100_000n);
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(300_000n);
});

test(
  "faucet coins passed through twenty accounts are counted as twenty grants",
  { timeout: 60_000 },
  async () => {
    const { database, wallet } = installation;
    await installation.mine(20);
    const before = new Date();
    const ids: string[] = [];
    for (let one = 0; one < LIARS; one += 1) {
      const userId = await installation.newUser();
      ids.push(userId);
      await installation.askFaucet(userId);
    }
    await installation.send();
    await installation.mine(6);
    const grants = BigInt(LIARS) * GRANT_SATS;
    expect(await movedSatsSince(database, before, NOBODY)).toBe(grants);
    // Each account sends some coins to the next account, the last one to the first.
    for (const [place, userId] of ids.entries()) {
      const next = ids[(place + 1) % LIARS] ?? "";
      const { address } = await currentDepositAddress(wallet, { userId: next });
      await installation.withdraw(userId, 1_000_000n, { walletAddress: address });
    }
    await sendAll();
    expect(await movedSatsSince(database, before, NOBODY)).toBe(grants);
    const anonymous = ids.map((id) => `'${id}'::uuid`).join(",");
    const uncounted = `select unnest(array[${anonymous}])`;
    expect(await movedSatsSince(database, before, uncounted)).toBe(0n);
  },
);

test("a double-spent deposit is neither counted nor listed", async () => {
  const { database, node, outside, wallet } = installation;
  const userId = await installation.newUser();
  const before = new Date();
  const { address } = await currentDepositAddress(wallet, { userId });
  const payment = await installation.payFromOutside(address, 50_000_000n);
  await installation.watch();
  expect(await movedSatsSince(database, before, NOBODY)).toBe(50_000_000n);
  const back = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(back, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(0n);
  const listed = await recentChainMovements(database, 10);
  expect(listed.map(({ txid }) => txid)).not.toContain(payment.txid);
});
