/**
 * Restores an older backup of the database on a chain that has continued. No recipient may be paid
 * twice, payments found in the chain must be adopted, and payments must wait for an administrator.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseAddress } from "#bitcoin";
import { accountBalances, balancesOf, houseAccount, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { retryRaces } from "../books/retry-races.ts";
import { readCursor } from "../chain/chain-table.ts";
import { rejectWithdrawal } from "../review/decide-withdrawal.ts";
import { recoveryNow } from "./recovery.ts";
import { resumePayments } from "./resume-payments.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";
import { createOutsideWallet } from "../testing/outside-wallet.ts";
import { newAdministrator } from "../testing/review-installation.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { holdBack } from "../withdrawals/hold-back.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";

const DEPOSIT_SATS = 50_000_000n;
const AMOUNT_SATS = 10_000_000n;
const PAYOUT_SATS = AMOUNT_SATS - 10_000n;
const TREASURY = houseAccount("treasury", "BTC");

let installation: Installation;
let copy: OlderCopy;
let older: OlderInstallation;
let userId: string;
let payee: string;
let withdrawalId: string;
let unpaidPayee: string;
let unpaidId: string;
/** Recipient of a withdrawal that was requested after the backup. */
let laterPayee: string;

beforeEach(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  userId = await installation.userWith(DEPOSIT_SATS);
  payee = createOutsideWallet(installation.node).address;
  withdrawalId = await ask(payee);
  unpaidPayee = createOutsideWallet(installation.node).address;
  unpaidId = await ask(unpaidPayee);
  copy = await keepCopy(installation);
  // The backup does not contain this cancellation, because it happens later.
  await cancelWithdrawal(installation.wallet, { userId, withdrawalId: unpaidId });
  laterPayee = createOutsideWallet(installation.node).address;
}, 60_000);
afterEach(async () => {
  await older.close();
  await copy.drop();
  await installation.close();
});

/** Requests a withdrawal, which needs no approval. */
async function ask(walletAddress: string): Promise<string> {
  return (await installation.withdraw(userId, AMOUNT_SATS, { walletAddress })).id;
}

async function paidTo(address: string): Promise<readonly bigint[]> {
  const { node } = installation;
  const parsed = parseAddress("regtest", address);
  const scriptHex = parsed.ok ? parsed.scriptHex : "";
  const amounts: bigint[] = [];
  for (let height = 1; height <= (await node.getBlockCount()); height += 1) {
    const { transactions } = await node.getBlock((await node.getBlockHash(height)) ?? "");
    for (const output of transactions.flatMap(({ outputs }) => outputs))
      if (output.scriptHex === scriptHex) amounts.push(output.amountSats);
  }
  return amounts;
}

async function workOn(rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await older.send();
    await older.mine(1);
  }
}

const stateNow = async () => (await findWithdrawal(older.database, withdrawalId))?.state;

test("mined payments are adopted, even if the sender runs before the watcher", async () => {
  // The later withdrawal spends the coins that the restored database would choose for the first
  // withdrawal.
  await installation.database.query("update wallet_withdrawals set tried_at = now()");
  await ask(laterPayee);
  await installation.send();
  await installation.mine(1);
  older = await copy.putBack({ folder: true });
  await workOn();
  expect(await paidTo(payee)).toEqual([PAYOUT_SATS]);
  expect(await stateNow()).toBe("completed");
  expect(await paidTo(laterPayee)).toEqual([PAYOUT_SATS]);
  expect((await readCursor(older.database))?.lockedReason).not.toBeNull();
  expect(await balancesOf(older.database, userId)).toMatchObject({
    availableSats: DEPOSIT_SATS - 2n * AMOUNT_SATS,
    heldSats: AMOUNT_SATS,
  });
  expect(await verifyLedger(older.database)).toEqual([]);
});

test("an old database with a newer data folder adopts mempool payments", async () => {
  await installation.send();
  older = await copy.putBack({ folder: false });
  await older.send();
  expect((await readCursor(older.database))?.lockedReason).toMatch(/^The data folder records 1/);
  await older.watcher.round(new AbortController().signal);
  expect(await stateNow()).toBe("in_mempool");
  await workOn();
  expect(await paidTo(payee)).toEqual([PAYOUT_SATS]);
  expect(await stateNow()).toBe("completed");
});

test("an unsigned payment cannot be rejected before the chain is compared", async () => {
  await installation.send();
  older = await copy.putBack({ folder: false });
  const administratorId = await newAdministrator(older);
  const now = new Date();
  const withdrawal = await findWithdrawal(older.database, withdrawalId);
  if (!withdrawal) throw new Error(`${withdrawalId} vanished`);
  await older.database.transaction((tx) => holdBack(tx, { withdrawal, reason: "disabled" }, now));
  const rejected = older.database.transaction((tx) =>
    rejectWithdrawal(tx, {
      withdrawalId,
      administratorId,
      reason: "a test",
      openedAt: older.wallet.openedAt,
      now,
    }),
  );
  await expect(rejected).rejects.toMatchObject({ code: "payments_not_compared" });
  await workOn();
  expect(await paidTo(payee)).toEqual([PAYOUT_SATS]);
  expect(await stateNow()).toBe("completed");
  expect(await verifyLedger(older.database)).toEqual([]);
});

describe("recovery by an administrator", () => {
  const resume = () =>
    older.database.transaction(async (tx) =>
      resumePayments(tx, {
        now: new Date(),
        mempool: new Set(await installation.node.getRawMempool()),
      }),
    );
  /** Resumes payments while the treasury's own payment is still uncommitted. */
  async function resumeWhileTreasuryPays() {
    const { database } = older;
    const [held = 0n] = await accountBalances(database, [TREASURY]);
    const mining = houseAccount("mining", "BTC");
    const transfer = { amount: held, code: "treasury_transfer", cause: "mining" } as const;
    const now = new Date();
    const resuming = await database.transaction(async (tx) => {
      await postAll(tx, [{ ...transfer, id: newUuid(now), debit: TREASURY, credit: mining }]);
      const racing = retryRaces(resume);
      await expect.poll(() => waitingForLocks(database)).toBe(1);
      return { racing };
    });
    const resumed = await resuming.racing;
    const back = { ...transfer, id: newUuid(now), debit: mining, credit: TREASURY };
    await database.transaction((tx) => postAll(tx, [back]));
    return resumed;
  }
  // The two payments share a transaction. The miner's fee is attributed to the payment that this
  // database contains.
  const lostSats = PAYOUT_SATS;
  beforeEach(async () => {
    await ask(laterPayee);
    await installation.send();
    await installation.mine(1);
    older = await copy.putBack({ folder: true });
  });

  test("shows the chain's state of each withdrawal and pays the unpaid ones", async () => {
    await older.mine(1);
    expect(await recoveryNow(older.database)).toMatchObject({
      isCompared: true,
      open: [
        { id: withdrawalId, confirmations: 2, state: "confirming" },
        { id: unpaidId, txid: null, foundAt: null },
      ],
      unrecorded: [{ unexplainedSats: lostSats, addresses: [laterPayee] }],
    });
    const cancelled = { userId, withdrawalId: unpaidId };
    await expect(cancelWithdrawal(older.wallet, cancelled)).rejects.toMatchObject({
      code: "payments_locked",
    });
    await expect(resume()).rejects.toMatchObject({ code: "payments_unsettled" });
    await workOn(5);
    expect((await findWithdrawal(older.database, unpaidId))?.state).toBe("approved");
    expect((await resumeWhileTreasuryPays()).lostSats).toBe(lostSats);
    expect(await readCursor(older.database)).toMatchObject({
      lockedReason: null,
      unexplainedSats: 0n,
    });
    await expect(resume()).rejects.toMatchObject({ code: "payments_not_locked" });
    await workOn();
    expect((await findWithdrawal(older.database, unpaidId))?.state).toBe("completed");
    expect(await paidTo(payee)).toEqual([PAYOUT_SATS]);
    expect(await paidTo(laterPayee)).toEqual([PAYOUT_SATS]);
    expect(await paidTo(unpaidPayee)).toEqual([PAYOUT_SATS]);
    expect(await readCursor(older.database)).toMatchObject({
      lockedReason: null,
      unexplainedSats: 0n,
    });
    expect(await verifyLedger(older.database)).toEqual([]);
  });
});
