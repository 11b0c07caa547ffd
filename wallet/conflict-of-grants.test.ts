/**
 * Grants that go together in a transaction which becomes impossible: all of them end together. The
 * treasury owns one deposit only, whose payer then spends it elsewhere.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "./chain/chain-table.ts";
import { startFloor, type Floor } from "./testing/floor.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { getTransaction } from "./tracker/get-transaction.ts";

const DEPOSIT_SATS = 1_000_000n;
const GRANT_SATS = 100_000n;

let floor: Floor;
let payment: OutsidePayment;
let grants: { readonly id: string; readonly userId: string }[];

beforeEach(async () => {
  floor = await startFloor({ minedTo: "outside" });
  await mine(13);
  payment = await floor.payFromOutside(floor.wallet.treasuryAddress, DEPOSIT_SATS);
  await mine(6);
  grants = [];
  for (let asked = 0; asked < 3; asked += 1) {
    const userId = await floor.newUser();
    grants.push({ userId, id: (await floor.askFaucet(userId, GRANT_SATS)).id });
  }
  await floor.send();
}, 60_000);
afterEach(() => floor.close());

async function mine(blocks: number): Promise<void> {
  await floor.node.generateToAddress(blocks, floor.outside.address);
  await floor.watch();
}

/**
 * The chain loses `depth` blocks, and the payer spends their coin elsewhere before it is mined
 * again.
 */
async function doubleSpend(depth: number): Promise<void> {
  const { node, outside } = floor;
  await node.simulateReorg({ depth, address: outside.address });
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const other = outside.pay(outputs, { spending: payment, feeSats: 200_000n });
  await node.sendRawTransaction(other.rawHex);
  await floor.watch();
}

const states = async () =>
  Promise.all(grants.map(async ({ id }) => (await getTransaction(floor.wallet, { id })).state));
const rows = () =>
  floor.database.query<{ state: string; book: string; txid: string }>(
    "select state, book, txid from wallet_withdrawals order by output_index",
  );
const house = (name: "treasury" | "faucet" | "receivable") =>
  accountBalance(floor.database, houseAccount(name, "BTC"));

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
}

async function expectAllReturned(): Promise<void> {
  for (const { state, book } of await rows())
    expect([state, book]).toEqual(["conflicted", "returned"]);
  expect(await house("faucet")).toBe(0n);
  for (const { userId } of grants)
    expect((await balancesOf(floor.database, userId)).availableSats).toBe(0n);
  const kept = await floor.database.query(
    "select 1 from wallet_coins where reserved_by is not null and spent_txid is null",
  );
  expect(kept).toEqual([]);
  await expectBooksInOrder();
}

test("a lost transaction returns all that it was to pay", async () => {
  expect(new Set((await rows()).map(({ txid }) => txid)).size).toBe(1);
  await mine(2);
  expect(await states()).toEqual(["confirming", "confirming", "confirming"]);
  await doubleSpend(10);
  await mine(1);
  expect(await states()).toEqual(["replaced", "replaced", "replaced"]);
  await floor.send();
  await mine(5);
  await expectAllReturned();
});

test("the same after it was completed", async () => {
  await mine(6);
  expect(await states()).toEqual(["completed", "completed", "completed"]);
  expect(await house("faucet")).toBe(0n);
  for (const { userId } of grants)
    expect((await balancesOf(floor.database, userId)).availableSats).toBe(GRANT_SATS);
  await doubleSpend(14);
  await mine(6);
  await expectAllReturned();
});

test("a reorg that drops the double spend brings all of them back, and they are sent again as one", async () => {
  await mine(1);
  await doubleSpend(9);
  await mine(3);
  expect(await states()).toEqual(["replaced", "replaced", "replaced"]);
  await floor.node.simulateReorg({ depth: 3, address: floor.outside.address });
  await floor.watch();
  expect(await states()).toEqual(["reorged", "reorged", "reorged"]);
  const due = await floor.database.query(
    "select id from wallet_withdrawals where next_send_at <= now() and paid_with is null",
  );
  expect(due).toHaveLength(1);
  await expectBooksInOrder();
});
