/**
 * Fees go to the treasury, but for what the house added to payments under way; and a payment that
 * becomes impossible after its fee was swept is returned whole all the same.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { countCover } from "#treasury";
import { walletProduct } from "../product.ts";
import { readCursor } from "../chain/chain-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { startFloor, type Floor } from "../testing/floor.ts";
import type { OutsidePayment } from "../testing/outside-wallet.ts";
import { insertWithdrawal, moveWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { sweepFees } from "./sweep-fees.ts";

const FEES = houseAccount("fees", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const DEPOSIT_SATS = 1_000_000n;

let floor: Floor;
beforeEach(async () => {
  floor = await startFloor({ minedTo: "outside" });
  await mine(13);
}, 60_000);
afterEach(() => floor.close());

async function mine(blocks: number): Promise<void> {
  await floor.node.generateToAddress(blocks, floor.outside.address);
  await floor.watch();
}

const house = async () => ({
  fees: await accountBalance(floor.database, FEES),
  treasury: await accountBalance(floor.database, TREASURY),
});

async function paidOut(): Promise<{ userId: string; payment: OutsidePayment }> {
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  const payment = await floor.payFromOutside(address, DEPOSIT_SATS);
  await mine(6);
  await floor.withdraw(userId, DEPOSIT_SATS);
  await floor.send();
  await mine(6);
  return { userId, payment };
}

test("what was earned is swept once, and is the house's before and after", async () => {
  await paidOut();
  const { fees, treasury } = await house();
  expect(fees).toBeGreaterThan(0n);
  const cover = () => countCover(floor.database, { products: [walletProduct] }, new Date());
  const before = await cover();
  expect(before).toMatchObject({ fundsSats: fees + treasury, atHandSats: treasury });
  await sweepFees(floor.wallet);
  expect(await house()).toEqual({ fees: 0n, treasury: treasury + fees });
  expect(await cover()).toMatchObject({ fundsSats: before.fundsSats, atHandSats: fees + treasury });
  await sweepFees(floor.wallet);
  expect(await house()).toEqual({ fees: 0n, treasury: treasury + fees });
  expect(await verifyLedger(floor.database)).toEqual([]);
});

test("what the house added to a payment under way stays, and is no money to sell against", async () => {
  await paidOut();
  const { fees, treasury } = await house();
  const leg = {
    debit: TREASURY,
    credit: FEES,
    amount: 15_000n,
    code: "treasury_transfer",
  } as const;
  await floor.database.transaction(async (tx) => {
    await postAll(tx, [{ id: newUuid(), ...leg, debit: "chain", credit: TREASURY }]);
    await postAll(tx, [{ id: newUuid(), ...leg }]);
    await insertWithdrawal(tx, {
      id: "wdr_supported",
      userId: newUuid(),
      purpose: "user",
      method: "wallet",
      network: "regtest",
      address: "bcrt1q",
      scriptHex: "00",
      amountSats: 100_000n,
      feeSats: 10_000n,
      requestedAt: new Date(),
      approvalsRequired: 0,
      daySats: null,
    });
    const step = { from: ["requested"], to: "reserved" } as const;
    await moveWithdrawal(tx, "wdr_supported", step, { minerFeeSats: 25_000n });
  });
  const { solvencySats } = await countCover(
    floor.database,
    { products: [walletProduct] },
    new Date(),
  );
  expect(solvencySats).toBe(fees + treasury);
  await sweepFees(floor.wallet);
  expect(await house()).toEqual({ fees: 15_000n, treasury: treasury + fees });
});

test("a payment that a reorganisation made impossible after its fee was swept is returned whole", async () => {
  const { userId, payment } = await paidOut();
  await sweepFees(floor.wallet);
  const { node, outside } = floor;
  await node.simulateReorg({ depth: 14, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await floor.watch();
  await mine(6);
  expect(await balancesOf(floor.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  expect(await house()).toEqual({ fees: 0n, treasury: 0n });
  expect(await accountBalance(floor.database, houseAccount("receivable", "BTC"))).toBe(0n);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
});
