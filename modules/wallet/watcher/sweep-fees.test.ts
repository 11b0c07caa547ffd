/**
 * Tests that fees are swept to the treasury, except the platform's subsidies of open payments. A
 * payment that becomes impossible after its fee was swept must still be refunded in full.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { countCover } from "#treasury";
import { walletProduct } from "../product.ts";
import { readCursor } from "../chain/chain-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import type { OutsidePayment } from "../testing/outside-wallet.ts";
import { insertWithdrawal, moveWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { sweepFees } from "./sweep-fees.ts";

const FEES = houseAccount("fees", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const DEPOSIT_SATS = 1_000_000n;

let installation: Installation;
beforeEach(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  await mine(13);
}, 60_000);
afterEach(() => installation.close());

async function mine(blocks: number): Promise<void> {
  await installation.node.generateToAddress(blocks, installation.outside.address);
  await installation.watch();
}

const house = async () => ({
  fees: await accountBalance(installation.database, FEES),
  treasury: await accountBalance(installation.database, TREASURY),
});

async function paidOut(): Promise<{ userId: string; payment: OutsidePayment }> {
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  const payment = await installation.payFromOutside(address, DEPOSIT_SATS);
  await mine(6);
  await installation.withdraw(userId, DEPOSIT_SATS);
  await installation.send();
  await mine(6);
  return { userId, payment };
}

test("earned fees are swept to the treasury exactly once", async () => {
  await paidOut();
  const { fees, treasury } = await house();
  expect(fees).toBeGreaterThan(0n);
  const cover = () => countCover(installation.database, { products: [walletProduct] }, new Date());
  const before = await cover();
  expect(before).toMatchObject({ fundsSats: fees + treasury, atHandSats: treasury });
  await sweepFees(installation.wallet);
  expect(await house()).toEqual({ fees: 0n, treasury: treasury + fees });
  expect(await cover()).toMatchObject({ fundsSats: before.fundsSats, atHandSats: fees + treasury });
  await sweepFees(installation.wallet);
  expect(await house()).toEqual({ fees: 0n, treasury: treasury + fees });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("an open payment's subsidy is not swept and does not cover sales", async () => {
  await paidOut();
  const { fees, treasury } = await house();
  const leg = {
    debit: TREASURY,
    credit: FEES,
    amount: 15_000n,
    code: "treasury_transfer",
  } as const;
  await installation.database.transaction(async (tx) => {
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
    installation.database,
    { products: [walletProduct] },
    new Date(),
  );
  expect(solvencySats).toBe(fees + treasury);
  await sweepFees(installation.wallet);
  expect(await house()).toEqual({ fees: 15_000n, treasury: treasury + fees });
});

test("a payment that becomes impossible after the sweep is refunded in full", async () => {
  const { userId, payment } = await paidOut();
  await sweepFees(installation.wallet);
  const { node, outside } = installation;
  await node.simulateReorg({ depth: 14, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.watch();
  await mine(6);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  expect(await house()).toEqual({ fees: 0n, treasury: 0n });
  expect(await accountBalance(installation.database, houseAccount("receivable", "BTC"))).toBe(0n);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
});
