/**
 * Tests that amounts the platform cannot collect are posted, however large, and that the watcher
 * continues to follow the chain.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  postAll,
  userAccount,
  verifyLedger,
  type TransferCode,
} from "#ledger";
import { newUuid } from "#platform";
import { feeShortageLegs } from "./books/fee-shortage.ts";
import { openDebts, owedSatsOf } from "./books/debts-table.ts";
import { readCursor } from "./chain/chain-table.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

const RECEIVABLE = houseAccount("receivable", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const FEES = houseAccount("fees", "BTC");
const DEPOSIT_SATS = 10_000_000n;
/** Debt from an earlier reorg: just under 100 BTC. */
const OWED_SATS = 9_999_999_000n;

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

const move = (debit: string, credit: string, amount: bigint, code: TransferCode) =>
  installation.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code, cause: "test" }]),
  );

const balance = (account: string) => accountBalance(installation.database, account);

test("a reorg turns an already spent credit into a debt", async () => {
  const { database, node } = installation;
  const userId = await installation.userWith(DEPOSIT_SATS);
  await move(RECEIVABLE, TREASURY, OWED_SATS, "receivable");
  await move(userAccount(userId, "available", "BTC"), FEES, DEPOSIT_SATS, "withdrawal_fee");
  await installation.reorg(7);
  expect(await readCursor(database)).toMatchObject({
    height: await node.getBlockCount(),
    hash: await node.getBestBlockHash(),
    haltedReason: null,
    unexplainedSats: 0n,
  });
  expect(await owedSatsOf(database, userId)).toBe(DEPOSIT_SATS);
  expect(await balance(RECEIVABLE)).toBe(-(OWED_SATS + DEPOSIT_SATS));
  expect(await verifyLedger(database)).toEqual([]);
  await installation.mine(7);
  expect(await owedSatsOf(database, userId)).toBe(0n);
  expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 0n });
});

test("missing fees become the treasury's debt if the treasury is empty", async () => {
  const { database } = installation;
  await move(
    TREASURY,
    houseAccount("mining", "BTC"),
    (await balance(TREASURY)) - 300n,
    "treasury_transfer",
  );
  const inFees = await balance(FEES);
  await database.transaction(async (tx) => {
    const id = newUuid();
    await postAll(
      tx,
      await feeShortageLegs(tx, { id, neededSats: inFees + 1_000n, what: "settle" }),
    );
  });
  expect(await balance(FEES)).toBe(inFees + 1_000n);
  expect(await balance(TREASURY)).toBe(0n);
  expect(await openDebts(database)).toEqual({ open: 1, sats: 700n });
  expect(await verifyLedger(database)).toEqual([]);
});
