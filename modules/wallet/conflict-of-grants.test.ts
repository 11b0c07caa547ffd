/**
 * Tests a batch of faucet grants whose transaction becomes impossible, so that all its grants fail.
 * The treasury's only coin is a deposit, and the payer then spends the deposit's coin elsewhere.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

const DEPOSIT_SATS = 1_000_000n;
const GRANT_SATS = 100_000n;

let installation: Installation;
let payment: OutsidePayment;
let grants: { readonly id: string; readonly userId: string }[];

beforeEach(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  await mine(13);
  payment = await installation.payFromOutside(installation.wallet.treasuryAddress, DEPOSIT_SATS);
  await mine(6);
  grants = [];
  for (let count = 0; count < 3; count += 1) {
    const userId = await installation.newUser();
    grants.push({ userId, id: (await installation.askFaucet(userId, GRANT_SATS)).id });
  }
  await installation.send();
}, 60_000);
afterEach(() => installation.close());

async function mine(blocks: number): Promise<void> {
  await installation.node.generateToAddress(blocks, installation.outside.address);
  await installation.watch();
}

/** Removes `depth` blocks and double-spends the payer's coin before the deposit is mined again. */
async function doubleSpend(depth: number): Promise<void> {
  const { node, outside } = installation;
  await node.simulateReorg({ depth, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await installation.watch();
}

const states = async () =>
  Promise.all(
    grants.map(async ({ id }) => (await getTransaction(installation.wallet, { id })).state),
  );
const rows = () =>
  installation.database.query<{ state: string; book: string; txid: string }>(
    "select state, book, txid from wallet_withdrawals order by output_index",
  );
const house = (name: "treasury" | "faucet" | "receivable") =>
  accountBalance(installation.database, houseAccount(name, "BTC"));

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}

async function expectAllReturned(): Promise<void> {
  for (const { state, book } of await rows())
    expect([state, book]).toEqual(["conflicted", "returned"]);
  expect(await house("faucet")).toBe(0n);
  for (const { userId } of grants)
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(0n);
  const reserved = await installation.database.query(
    "select 1 from wallet_coins where reserved_by is not null and spent_txid is null",
  );
  expect(reserved).toEqual([]);
  await expectBooksInOrder();
}

test("an impossible transaction returns all its grants", async () => {
  expect(new Set((await rows()).map(({ txid }) => txid)).size).toBe(1);
  await mine(2);
  expect(await states()).toEqual(["confirming", "confirming", "confirming"]);
  await doubleSpend(10);
  await mine(1);
  expect(await states()).toEqual(["replaced", "replaced", "replaced"]);
  await installation.send();
  await mine(5);
  await expectAllReturned();
});

test("a transaction that becomes impossible after completion returns all grants", async () => {
  await mine(6);
  expect(await states()).toEqual(["completed", "completed", "completed"]);
  expect(await house("faucet")).toBe(0n);
  for (const { userId } of grants)
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(GRANT_SATS);
  await doubleSpend(14);
  await mine(6);
  await expectAllReturned();
});

test("the batch is sent again after a reorg drops the double spend", async () => {
  await mine(1);
  await doubleSpend(9);
  await mine(3);
  expect(await states()).toEqual(["replaced", "replaced", "replaced"]);
  await installation.node.simulateReorg({ depth: 3, address: installation.outside.address });
  await installation.watch();
  expect(await states()).toEqual(["reorged", "reorged", "reorged"]);
  const due = await installation.database.query(
    "select id from wallet_withdrawals where next_send_at <= now() and paid_with is null",
  );
  expect(due).toHaveLength(1);
  await expectBooksInOrder();
});
