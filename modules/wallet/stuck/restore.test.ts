/**
 * Restores older backups on a chain with an abandoned withdrawal and a withdrawal with a CPFP
 * transaction. The abandonment and the CPFP transaction are unsigned in or missing from the
 * backups. The wallet must recognise them, payments must wait for an administrator, and the ledger
 * and the chain must agree.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf } from "#ledger";
import { getFeeBumpOffer } from "../fee-bumps/get-fee-bump-offer.ts";
import { recoveryNow } from "../recovery/recovery.ts";
import { resumePayments } from "../recovery/resume-payments.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { keepCopy, type OlderCopy, type OlderInstallation } from "../testing/older-copy.ts";
import { attemptFor, openCpfpFor, expectBooksFit, abandonFor } from "../testing/stuck.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";

const DEPOSIT_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;

interface Sent {
  readonly userId: string;
  readonly id: string;
}

let installation: Installation;
let before: OlderCopy;
let chosen: OlderCopy;
let givenUp: Sent;
let broughtIn: Sent;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  const users = [await installation.userWith(DEPOSIT_SATS)];
  users.push(await installation.userWith(DEPOSIT_SATS));
  const [one, two] = [await sentBy(users[0]), await sentBy(users[1])];
  givenUp = one;
  broughtIn = two;
  before = await keepCopy(installation);
  await abandonFor(installation, { withdrawalId: givenUp.id });
  await openCpfpFor(installation, { withdrawalId: broughtIn.id });
  chosen = await keepCopy(installation);
  await installation.send();
  await installation.mine(1);
}, 120_000);
afterAll(async () => {
  await before.drop();
  await chosen.drop();
  await installation.close();
});

async function sentBy(userId = ""): Promise<Sent> {
  const { id } = await installation.withdraw(userId, AMOUNT_SATS);
  await installation.send();
  await installation.watch();
  return { userId, id };
}

async function resume({ database, node }: OlderInstallation) {
  const mempool = new Set(await node.getRawMempool());
  return database.transaction((tx) => resumePayments(tx, { now: new Date(), mempool }));
}

test("a backup with both transactions unsigned completes them", async () => {
  const older = await chosen.putBack({ folder: true });
  await older.send();
  await older.mine(6);
  expect(await attemptFor(older, givenUp.id)).toMatchObject({ state: "completed", book: "posted" });
  expect(await attemptFor(older, broughtIn.id)).toMatchObject({
    state: "completed",
    book: "posted",
  });
  expect(await findWithdrawal(older.database, givenUp.id)).toMatchObject({
    state: "conflicted",
    book: "returned",
  });
  expect(await findWithdrawal(older.database, broughtIn.id)).toMatchObject({ state: "completed" });
  expect(await balancesOf(older.database, givenUp.userId)).toMatchObject({
    availableSats: DEPOSIT_SATS,
    heldSats: 0n,
  });
  expect(await recoveryNow(older.database)).toMatchObject({ unrecorded: [] });
  expect(await resume(older)).toMatchObject({ lostSats: 0n });
  await expectBooksFit(older);
  await older.close();
});

test("a backup without the transactions leaves the decision to an administrator", async () => {
  const fees = await Promise.all(
    [givenUp, broughtIn].map(async ({ id }) => (await attemptFor(installation, id)).minerFeeSats),
  );
  const older = await before.putBack({ folder: true });
  await older.mine(6);
  // The payment's coins were spent with the wallet's keys, so the withdrawal may have been paid.
  expect(await findWithdrawal(older.database, givenUp.id)).toMatchObject({
    state: "conflicted",
    book: "set-aside",
    heldBackFor: "own_spend",
  });
  expect(await findWithdrawal(older.database, broughtIn.id)).toMatchObject({ state: "completed" });
  const lostSats = fees.reduce((sum, one) => sum + one, 0n);
  expect(await resume(older)).toMatchObject({ lostSats });
  await older.mine(1);
  await expectBooksFit(older);
  await older.close();
});

test("a payment found in the mempool can get a CPFP transaction", async () => {
  const own = await startInstallation();
  await own.mine(13);
  const userId = await own.userWith(DEPOSIT_SATS);
  const { id: withdrawalId } = await own.withdraw(userId, AMOUNT_SATS);
  const copy = await keepCopy(own);
  await own.send();
  const older = await copy.putBack({ folder: true });
  const goOn = async () => {
    await older.send();
    await older.watcher.round(new AbortController().signal);
  };
  await goOn();
  expect(await resume(older)).toMatchObject({ lostSats: 0n });
  await goOn();
  const restored = await findWithdrawal(older.database, withdrawalId);
  expect(restored).toMatchObject({ state: "in_mempool", foundAt: expect.any(Date) });
  const { choices } = await getFeeBumpOffer(older.wallet, { withdrawalId });
  expect(choices).toEqual([]);
  await openCpfpFor(older, { withdrawalId });
  await goOn();
  expect(await attemptFor(older, withdrawalId)).toMatchObject({
    state: "in_mempool",
    parentTxid: restored?.txid,
  });
  await older.mine(6);
  expect(await attemptFor(older, withdrawalId)).toMatchObject({ state: "completed" });
  expect(await findWithdrawal(older.database, withdrawalId)).toMatchObject({ state: "completed" });
  await expectBooksFit(older);
  await older.close();
  await copy.drop();
  await own.close();
}, 60_000);
