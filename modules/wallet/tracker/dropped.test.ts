/**
 * Tests deposits that left the mempool because they were replaced, before they were mined or after
 * a reorg.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import type { OutsidePayment } from "../testing/outside-wallet.ts";
import { getChainTransaction, getTransaction } from "./get-transaction.ts";

let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  await mine(12);
  userId = await installation.newUser();
}, 60_000);
afterAll(() => installation.close());

async function mine(blocks: number): Promise<void> {
  await installation.node.generateToAddress(blocks, installation.outside.address);
  await installation.watch();
}

async function payDeposit(): Promise<OutsidePayment> {
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  return installation.payFromOutside(address, 1_000_000n);
}

/** Double-spends the payment's coin with a higher fee. */
async function doubleSpend(spending: OutsidePayment): Promise<string> {
  const { node, outside } = installation;
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.watch();
  return other.txid;
}

async function statesOf(id: string): Promise<string[]> {
  const { wallet } = installation;
  const [own, open] = [
    await getTransaction(wallet, { id, userId }),
    await getChainTransaction(wallet, { id }),
  ];
  return [own.state, open.state];
}

test("a deposit replaced in the mempool is dropped, then replaced", async () => {
  const payment = await payDeposit();
  await installation.watch();
  expect(await statesOf(payment.txid)).toEqual(["in_transit", "in_transit"]);
  const other = await doubleSpend(payment);
  expect(await statesOf(payment.txid)).toEqual(["dropped", "dropped"]);
  const { etaSeconds } = await getTransaction(installation.wallet, { id: payment.txid, userId });
  expect(etaSeconds).toBeNull();
  await mine(1);
  expect(await statesOf(payment.txid)).toEqual(["replaced", "replaced"]);
  expect((await getTransaction(installation.wallet, { id: payment.txid })).replacedBy).toBe(other);
});

test("an uncredited deposit becomes reorged when its block leaves the chain", async () => {
  const payment = await payDeposit();
  await mine(2);
  expect(await statesOf(payment.txid)).toEqual(["confirming", "confirming"]);
  const { node, outside } = installation;
  await node.simulateReorg({ depth: 3, address: outside.address });
  await doubleSpend(payment);
  expect(await statesOf(payment.txid)).toEqual(["reorged", "reorged"]);
});
