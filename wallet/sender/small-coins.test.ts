/**
 * A payment that only many small coins can make: the house adds to the miner's fee, up to a limit;
 * beyond it the user is told.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { promisedAllBut } from "../../test/support/treasury.ts";
import { readCursor } from "../chain/chain-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getWithdrawal } from "../lists.ts";
import { startFloor, type Floor } from "../testing/floor.ts";
import { postLimits } from "../testing/post-limits.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { listToReserve } from "../withdrawals/withdrawal-queues.ts";
import { createSender } from "./sender.ts";

let floor: Floor;

beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(6);
  // Only users' deposits are left to pay with.
  await floor.database.query("update wallet_coins set reserved_by = 'kept' where is_coinbase");
}, 60_000);
afterAll(() => floor.close());

/** A user whose money is that many coins of that size. */
async function userWithCoins(count: number, sats: bigint): Promise<string> {
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  const outputs = Array.from({ length: count }, () => ({ address, amountSats: sats }));
  await floor.node.sendRawTransaction(floor.outside.pay(outputs, { feeSats: 100_000n }).rawHex);
  await floor.node.generateToAddress(6, floor.outside.address);
  await floor.watch();
  return userId;
}

const house = async () => ({
  treasury: await accountBalance(floor.database, houseAccount("treasury", "BTC")),
  fees: await accountBalance(floor.database, houseAccount("fees", "BTC")),
});

test("120 coins of 20,000 sat: the house pays what the posted fee does not cover, and the books agree", async () => {
  const userId = await userWithCoins(120, 20_000n);
  const before = await house();
  const { id } = await floor.withdraw(userId, 2_390_000n);
  await floor.send();
  const paid = await getTransaction(floor.wallet, { id });
  const minerFeeSats = paid.minerFeeSats ?? 0n;
  expect(paid.inputs.length).toBeGreaterThan(100);
  expect(minerFeeSats).toBeGreaterThan(10_000n);
  expect(minerFeeSats).toBeLessThanOrEqual(30_000n);
  await floor.node.generateToAddress(6, floor.outside.address);
  await floor.watch();
  expect(await getTransaction(floor.wallet, { id })).toMatchObject({ state: "completed" });
  const after = await house();
  expect(after.fees).toBe(before.fees);
  // Whole block rewards matured meanwhile; the rest is what the house added.
  const added = (after.treasury - before.treasury) % 5_000_000_000n;
  expect((added + minerFeeSats - 10_000n) % 5_000_000_000n).toBe(0n);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("what the house adds to one user's payments in 24 hours has a limit: the next one waits, another user's goes", async () => {
  await postLimits(floor.wallet, "fee", { supportEach: "0.00002", supportDaily: "0.00002" });
  const [ann, ben] = [await userWithCoins(170, 20_000n), await userWithCoins(85, 20_000n)];
  const first = await floor.withdraw(ann, 1_690_000n);
  await floor.send();
  expect(await getTransaction(floor.wallet, { id: first.id })).toMatchObject({
    state: "in_transit",
  });
  const second = await floor.withdraw(ann, 1_690_000n);
  await floor.send();
  expect(await getWithdrawal(floor.wallet, { userId: ann, withdrawalId: second.id })).toMatchObject(
    {
      state: "approved",
      waitingReason: expect.stringContaining("in 24 hours is used up") as string,
    },
  );
  const other = await floor.withdraw(ben, 1_690_000n);
  await floor.send();
  expect(await getTransaction(floor.wallet, { id: other.id })).toMatchObject({
    state: "in_transit",
  });
  await postLimits(floor.wallet, "fee", { supportEach: "0.0002", supportDaily: "0.0004" });
  await floor.send();
  await floor.node.generateToAddress(6, floor.outside.address);
  await floor.watch();
  await floor.send();
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("a house without coins of its own adds nothing: the reason is told, and it goes out once there are some", async () => {
  const userId = await userWithCoins(120, 20_000n);
  const { treasury: amount } = await house();
  const move = (from: "treasury" | "mining", to: "treasury" | "mining") =>
    floor.database.transaction((tx) =>
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
  const { id } = await floor.withdraw(userId, 2_390_000n);
  await floor.send();
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "approved",
    waitingReason: expect.stringContaining("nothing to add to the miner's fee"),
  });
  await move("mining", "treasury");
  // Coins that cover what was sold are none of its own to add. Two minutes later: the last count of
  // what was sold is not used.
  const treasury = await promisedAllBut(floor.database, 0n);
  const clock = { now: () => new Date(Date.now() + 120_000) };
  await createSender({ ...floor.wallet, treasury, clock }).round(new AbortController().signal);
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "approved",
    waitingReason: expect.stringContaining("nothing to add to the miner's fee"),
  });
  await floor.send();
  expect(await getTransaction(floor.wallet, { id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });
});

test("too many small coins: the reason is told, and others are not held up", async () => {
  const userId = await userWithCoins(300, 3_000n);
  const large = await floor.withdraw(userId, 880_000n);
  await floor.send();
  const reason =
    "It would take more small coins than one payment may be made of. It waits for larger ones; a smaller withdrawal goes at once.";
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: large.id })).toMatchObject({
    state: "approved",
    waitingReason: reason,
  });
  expect(await getTransaction(floor.wallet, { id: large.id })).toMatchObject({
    state: "processing",
    waitingReason: reason,
  });

  const small = await floor.withdraw(userId, 15_000n);
  expect((await listToReserve(floor.database, "user", 1)).map(({ id }) => id)).toEqual([small.id]);
  await floor.send();
  expect(await getTransaction(floor.wallet, { id: small.id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });

  // A large coin of the house is back: the waiting one goes out by itself.
  await floor.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = 'kept'",
  );
  await floor.send();
  expect(await getTransaction(floor.wallet, { id: large.id })).toMatchObject({
    state: "in_transit",
    waitingReason: null,
  });
});

test("a withdrawal that cannot even be tried goes behind the others", async () => {
  const userId = await userWithCoins(2, 1_000_000n);
  const broken = await floor.withdraw(userId, 50_000n);
  await floor.database.query("update wallet_withdrawals set script_hex = 'zz' where id = $1", [
    broken.id,
  ]);
  await expect(floor.send()).rejects.toThrow(`1 failed, ${broken.id}`);
  const next = await floor.withdraw(userId, 60_000n);
  const ids = (await listToReserve(floor.database, "user", 10)).map(({ id }) => id);
  expect(ids).toContain(broken.id);
  expect(ids.indexOf(next.id)).toBeLessThan(ids.indexOf(broken.id));
  await expect(floor.send()).rejects.toThrow(`1 failed, ${broken.id}`);
  expect(await getTransaction(floor.wallet, { id: next.id })).toMatchObject({
    state: "in_transit",
  });
});

test("young coins: the user is told that blocks are missing", async () => {
  await floor.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null",
  );
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  await floor.payFromOutside(address, 100_000n);
  await floor.node.generateToAddress(6, floor.outside.address);
  await floor.watch();
  await floor.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null",
  );
  const { id } = await floor.withdraw(userId, 50_000n);
  await floor.send();
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).toMatchObject({
    waitingReason: "It waits for blocks: the coins that will pay it are still too young.",
  });
});
