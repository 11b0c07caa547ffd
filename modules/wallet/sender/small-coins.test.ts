/**
 * Tests a payment that needs many small coins. The platform subsidises the miner's fee up to a
 * limit. Above the limit, the user sees the reason.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { promisedAllBut } from "../../../test/support/money/treasury.ts";
import { readCursor } from "../chain/chain-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getWithdrawal } from "../lists.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { listToReserve } from "../withdrawals/withdrawal-queues.ts";
import { createSender } from "./sender.ts";

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
  // Makes users' deposits the only spendable coins.
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where is_coinbase",
  );
}, 60_000);
afterAll(() => installation.close());

/** Creates a user whose balance consists of `count` coins of `sats` each. */
async function userWithCoins(count: number, sats: bigint): Promise<string> {
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  const outputs = Array.from({ length: count }, () => ({ address, amountSats: sats }));
  await installation.node.sendRawTransaction(
    installation.outside.pay(outputs, { feeSats: 100_000n }).rawHex,
  );
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  return userId;
}

const house = async () => ({
  treasury: await accountBalance(installation.database, houseAccount("treasury", "BTC")),
  fees: await accountBalance(installation.database, houseAccount("fees", "BTC")),
});

test("the platform pays the part of the miner's fee above the fixed fee", async () => {
  const userId = await userWithCoins(120, 20_000n);
  const before = await house();
  const { id } = await installation.withdraw(userId, 2_390_000n);
  await installation.send();
  const paid = await getTransaction(installation.wallet, { id });
  const minerFeeSats = paid.minerFeeSats ?? 0n;
  expect(paid.inputs.length).toBeGreaterThan(100);
  expect(minerFeeSats).toBeGreaterThan(10_000n);
  expect(minerFeeSats).toBeLessThanOrEqual(30_000n);
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  expect(await getTransaction(installation.wallet, { id })).toMatchObject({ state: "completed" });
  const after = await house();
  expect(after.fees).toBe(before.fees);
  // The remainder is the platform's subsidy, because block rewards of 50 BTC matured during the
  // test.
  const added = (after.treasury - before.treasury) % 5_000_000_000n;
  expect((added + minerFeeSats - 10_000n) % 5_000_000_000n).toBe(0n);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("the platform's subsidy is limited per user per 24 hours", async () => {
  await postLimits(installation.wallet, "fee", { supportEach: "0.00002", supportDaily: "0.00002" });
  const [ann, ben] = [await userWithCoins(170, 20_000n), await userWithCoins(85, 20_000n)];
  const first = await installation.withdraw(ann, 1_690_000n);
  await installation.send();
  expect(await getTransaction(installation.wallet, { id: first.id })).toMatchObject({
    state: "in_transit",
  });
  const second = await installation.withdraw(ann, 1_690_000n);
  await installation.send();
  expect(
    await getWithdrawal(installation.wallet, { userId: ann, withdrawalId: second.id }),
  ).toMatchObject({
    state: "approved",
    waitingReason: expect.stringContaining("for your miners' fees is used up") as string,
  });
  const other = await installation.withdraw(ben, 1_690_000n);
  await installation.send();
  expect(await getTransaction(installation.wallet, { id: other.id })).toMatchObject({
    state: "in_transit",
  });
  await postLimits(installation.wallet, "fee", { supportEach: "0.0002", supportDaily: "0.0004" });
  await installation.send();
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  await installation.send();
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a platform without spare coins pays no subsidy until it has some", async () => {
  const userId = await userWithCoins(120, 20_000n);
  const { treasury: amount } = await house();
  const move = (from: "treasury" | "mining", to: "treasury" | "mining") =>
    installation.database.transaction((tx) =>
      postAll(tx, [
        {
          id: newUuid(),
          debit: houseAccount(from, "BTC"),
          credit: houseAccount(to, "BTC"),
          amount,
          code: "treasury_transfer",
        },
      ]),
    );
  await move("treasury", "mining");
  const { id } = await installation.withdraw(userId, 2_390_000n);
  await installation.send();
  expect(await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "approved",
    waitingReason: expect.stringContaining("cannot add to the miner's fee"),
  });
  await move("mining", "treasury");
  // Coins that cover obligations are not spare. The clock is two minutes ahead, so that the last
  // count of obligations is too old to be reused.
  const treasury = await promisedAllBut(installation.database, 0n);
  const clock = { now: () => new Date(Date.now() + 120_000) };
  await createSender({ ...installation.wallet, treasury, clock }).round(
    new AbortController().signal,
  );
  expect(await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "approved",
    waitingReason: expect.stringContaining("cannot add to the miner's fee"),
  });
  await installation.send();
  expect(await getTransaction(installation.wallet, { id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });
});

test("a payment that needs too many small coins shows the reason", async () => {
  const userId = await userWithCoins(300, 3_000n);
  const large = await installation.withdraw(userId, 880_000n);
  await installation.send();
  const reason =
    "This withdrawal needs more small coins than one payment can contain. It is waiting for larger coins. A smaller withdrawal can be sent at once.";
  expect(
    await getWithdrawal(installation.wallet, { userId, withdrawalId: large.id }),
  ).toMatchObject({
    state: "approved",
    waitingReason: reason,
  });
  expect(await getTransaction(installation.wallet, { id: large.id })).toMatchObject({
    state: "processing",
    waitingReason: reason,
  });

  const small = await installation.withdraw(userId, 15_000n);
  expect((await listToReserve(installation.database, "user", 1)).map(({ id }) => id)).toEqual([
    small.id,
  ]);
  await installation.send();
  expect(await getTransaction(installation.wallet, { id: small.id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });

  // The waiting payment is sent once the platform has a large coin again.
  await installation.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = 'kept'",
  );
  await installation.send();
  expect(await getTransaction(installation.wallet, { id: large.id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });
});

test("a withdrawal whose coin selection fails moves to the end of the queue", async () => {
  const userId = await userWithCoins(2, 1_000_000n);
  const broken = await installation.withdraw(userId, 50_000n);
  await installation.database.query(
    "update wallet_withdrawals set script_hex = 'zz' where id = $1",
    [broken.id],
  );
  await expect(installation.send()).rejects.toThrow(`1 failed, ${broken.id}`);
  const next = await installation.withdraw(userId, 60_000n);
  const ids = (await listToReserve(installation.database, "user", 10)).map(({ id }) => id);
  expect(ids).toContain(broken.id);
  expect(ids.indexOf(next.id)).toBeLessThan(ids.indexOf(broken.id));
  await expect(installation.send()).rejects.toThrow(`1 failed, ${broken.id}`);
  expect(await getTransaction(installation.wallet, { id: next.id })).toMatchObject({
    state: "in_transit",
  });
});

test("a payment that waits for coins to mature shows that it waits for blocks", async () => {
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null",
  );
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  await installation.payFromOutside(address, 100_000n);
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null",
  );
  const { id } = await installation.withdraw(userId, 50_000n);
  await installation.send();
  expect(await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).toMatchObject({
    waitingReason:
      "This withdrawal is waiting for blocks, because the coins that will pay it need more confirmations.",
  });
});
