/**
 * Tests that a debtor's income from any module repays the debt first, after which the account can
 * withdraw again.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  postAll,
  statement,
  userAccount,
  verifyLedger,
  type Transfer,
} from "#ledger";
import { testAccounts } from "#api/payout-accounts";
import { newUuid } from "#platform";
import { countCover } from "#treasury";
import { clawBack } from "./books/claw-back.ts";
import { openDebts, owedSatsOf } from "./books/debts-table.ts";
import { feeShortageLegs } from "./books/fee-shortage.ts";
import { isFrozen } from "./overview.ts";
import { walletProduct } from "./product.ts";
import type { Installation } from "./testing/installation.ts";
import {
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "./testing/review-installation.ts";
import { collectDebts } from "./watcher/collect-debts.ts";

const RECEIVABLE = houseAccount("receivable", "BTC");
const OWED = 20_000_000n;

let review: ReviewInstallation;
let installation: Installation;
let userId: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation } = review);
}, 60_000);
afterAll(() => installation.close());
beforeEach(async () => {
  userId = await installation.newUser();
});

const { give, cancel, reject } = reviewSteps(() => review);

/** Creates a debt, as the reversal of an already spent deposit does. */
const owe = (amountSats = OWED) =>
  installation.database.transaction(async (tx) => {
    const claim = { id: newUuid(), round: "0", userId, amountSats, cause: "lost" };
    await postAll(tx, await clawBack(tx, [claim]));
  });
const owed = () => owedSatsOf(installation.database, userId);
const available = async () => (await balancesOf(installation.database, userId)).availableSats;
const receivable = () => accountBalance(installation.database, RECEIVABLE);
const collect = () => collectDebts(installation.wallet);

const fromPlatform = (code: Transfer["code"], amount: bigint) =>
  installation.database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: houseAccount("treasury", "BTC"),
        credit: userAccount(userId, "available", "BTC"),
        amount,
        code,
      },
    ]),
  );

test("a cancelled withdrawal repays the debt at once", async () => {
  await give(review.bank, userId, OWED);
  const { id } = await installation.withdraw(userId, OWED);
  await owe();
  await cancel(id, userId);
  expect([await owed(), await available()]).toEqual([0n, 0n]);
  expect(await isFrozen(installation.database, userId)).toBe(false);
  const { items } = await statement(installation.database, { userId, limit: 10 });
  expect(items[0]).toMatchObject({ code: "receivable_repayment", cause: id });
});

test("a cancelled or rejected simulated payout repays the debt at once", async () => {
  await give(review.bank, userId, OWED);
  const bank = { method: "bank", account: testAccounts.bank } as const;
  const first = await installation.withdraw(userId, OWED / 2n, bank);
  const second = await installation.withdraw(userId, OWED / 2n, bank);
  await owe();
  await cancel(first.id, userId);
  expect(await owed()).toBe(OWED / 2n);
  await installation.database.query(
    "update wallet_simulated_payouts set state = 'in_review', next_at = null, approvals_required = 1 where id = $1",
    [second.id],
  );
  await reject(second.id, review.ann);
  expect([await owed(), await available()]).toEqual([0n, 0n]);
});

test.each([
  "adjustment",
  "mining_payout",
  "earn_principal_return",
  "hardware_sale",
  "contract_refund",
] as const)("%s repays the debt, whichever module posted it", async (code) => {
  await owe();
  const before = await receivable();
  await fromPlatform(code, OWED - 1n);
  await collect();
  expect([await owed(), await available()]).toEqual([1n, 0n]);
  expect(await isFrozen(installation.database, userId)).toBe(true);
  await fromPlatform(code, 5n);
  await collect();
  expect([await owed(), await available()]).toEqual([0n, 4n]);
  expect(await isFrozen(installation.database, userId)).toBe(false);
  expect(await receivable()).toBe(before + OWED);
  expect((await statement(installation.database, { userId, limit: 1 })).items[0]).toMatchObject({
    code: "receivable_repayment",
  });
});

test("repaying a debt publishes the new balance", async () => {
  const heard: string[] = [];
  const end = installation.wallet.bus.subscribe("me", (message) =>
    heard.push(`${message.userId} ${message.what}`),
  );
  await fromPlatform("adjustment", 5n);
  await collect();
  expect(heard).toEqual([]);
  await owe(6n);
  await fromPlatform("adjustment", 5n);
  await collect();
  end();
  expect(heard).toEqual([`${userId} balances`]);
});

test("ten concurrent collectors collect each satoshi once", async () => {
  await owe();
  await fromPlatform("adjustment", OWED + 7n);
  await Promise.all(Array.from({ length: 10 }, () => collect()));
  expect([await owed(), await available()]).toEqual([0n, 7n]);
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("any income of the treasury repays the treasury's debt", async () => {
  const { database, wallet } = installation;
  const [treasury, mining] = [houseAccount("treasury", "BTC"), houseAccount("mining", "BTC")];
  const move = (debit: string, credit: string, amount: bigint) =>
    database.transaction((tx) =>
      postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "treasury_transfer" }]),
    );
  const had = await accountBalance(database, treasury);
  const debts = await openDebts(database);
  const fees = await accountBalance(database, houseAccount("fees", "BTC"));
  await move(treasury, mining, had);
  await database.transaction(async (tx) => {
    const shortage = { id: newUuid(), neededSats: fees + 5n, what: "a test" };
    await postAll(tx, await feeShortageLegs(tx, shortage));
  });
  expect(await openDebts(database)).toEqual({ open: debts.open + 1, sats: debts.sats + 5n });
  const before = await receivable();
  const spare = async () => {
    const { marginSats } = await countCover(
      database,
      { products: [walletProduct] },
      wallet.clock.now(),
    );
    return marginSats;
  };
  await move(mining, treasury, had);
  const margin = await spare();
  await collect();
  expect(await openDebts(database)).toEqual(debts);
  expect(await receivable()).toBe(before + 5n);
  expect(await accountBalance(database, treasury)).toBe(had - 5n);
  expect(await spare()).toBe(margin);
  expect(await verifyLedger(database)).toEqual([]);
});
