/**
 * Tests bank, PayPal and Cash App payouts, which are simulated. Their holds and ledger entries are
 * real, their steps follow a schedule, and they accept only the published test accounts.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { balancesOf, statement } from "#ledger";
import { newUuid } from "#platform";
import { getWithdrawal, listWithdrawals } from "../lists.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { booksAgree, house, houseAtRest, later, METHODS, pay, work } from "../testing/payouts.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

const balances = (userId: string) => balancesOf(installation.database, userId);

test.each(METHODS)("a payout by %s advances from requested to completed", async (method) => {
  const userId = await installation.userWith(1_000_000n);
  const before = await houseAtRest(installation);
  const payout = await pay(installation, userId, 400_000n, method);
  expect(payout).toMatchObject({
    method,
    isSimulated: true,
    state: "requested",
    txid: null,
    walletAddress: null,
    amountSats: 400_000n,
    receivedSats: 390_000n,
    // 0.0039 BTC at 60,000 USD per BTC.
    paidCents: 23_400n,
  });
  expect(await balances(userId)).toMatchObject({ availableSats: 600_000n, heldSats: 400_000n });
  const { id } = payout;
  const track = () => getTransaction(later(installation, 0), { id });
  const state = async () =>
    (await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).state;

  await work(installation, 15);
  expect(await state()).toBe("requested");
  await work(installation, 21);
  expect(await state()).toBe("processing");
  expect(await track()).toMatchObject({ state: "processing", simulated: { state: "processing" } });
  await work(installation, 41);
  expect(await track()).toMatchObject({
    state: "in_transit",
    simulated: { method, state: "sent" },
  });
  expect(await house(installation)).toEqual(before);
  await work(installation, 61);
  const completed = await track();
  expect(completed).toMatchObject({
    id,
    txid: null,
    state: "completed",
    explorerUrl: null,
    etaSeconds: null,
    simulated: { method, state: "completed", paidCents: 23_400n },
  });
  expect(completed.simulated?.steps.map((step) => [step.state, step.at instanceof Date])).toEqual([
    ["requested", true],
    ["processing", true],
    ["sent", true],
    ["completed", true],
  ]);
  expect(await balances(userId)).toMatchObject({ availableSats: 600_000n, heldSats: 0n });
  expect(await house(installation)).toEqual({
    treasury: before.treasury + 390_000n,
    fees: before.fees + 10_000n,
  });
  const { items } = await statement(installation.database, { userId, limit: 20 });
  expect(items.map(({ code }) => code)).toContain("simulated_payout");
  await work(installation, 120);
  expect((await house(installation)).treasury).toBe(before.treasury + 390_000n);
  await booksAgree(installation);
});

describe("only the published test accounts are accepted", () => {
  let userId: string;
  beforeAll(async () => {
    userId = await installation.userWith(100_000n);
  });

  test.each([
    ["bank", { ...testAccounts.bank, accountNumber: "DE89370400440532013000" }],
    ["bank", { ...testAccounts.bank, routingNumber: "021000021" }],
    ["bank", { ...testAccounts.bank, accountHolder: "Ann Example" }],
    ["bank", {}],
    ["paypal", { paypalEmail: "ann@gmail.com" }],
    ["paypal", { paypalEmail: "SB-gypf446000721@personal.example.com" }],
    ["cashapp", { cashtag: "$ann" }],
    ["cashapp", { cashtag: "" }],
  ] as const)("%s %j", async (method, account) => {
    const attempt = pay(installation, userId, 50_000n, method, { account });
    await expect(attempt).rejects.toMatchObject({
      code: "test_values_only",
      title: "Test Values Only",
      text: expect.stringMatching(
        /is a simulator and takes only its published test values\. Never type a real account here; nothing of what you typed was kept\.$/,
      ),
    });
    const typed = Object.values(account).filter((value) => value !== "");
    await expect(attempt).rejects.not.toMatchObject({
      text: expect.stringContaining(typed[0] ?? "\0"),
    });
    expect((await balances(userId)).availableSats).toBe(100_000n);
  });

  test("amounts and codes have the same rules as for wallet withdrawals", async () => {
    const refused = async (amountSats: bigint, more = {}) =>
      pay(installation, userId, amountSats, "paypal", more).then(
        () => "accepted",
        (error: { title: string; text: string }) => `${error.title} - ${error.text}`,
      );
    expect(await refused(0n)).toBe("Invalid Amount - Please enter a valid amount to withdraw.");
    expect(await refused(10_000n)).toBe(
      "Invalid Amount - The amount must be more than the network fee.",
    );
    expect(await refused(100_001n)).toBe(
      "Insufficient Funds - You do not have enough BTC to withdraw that amount.",
    );
    expect(await refused(50_000n, { code: "" })).toBe(
      "Security Verification Required - Please enter the verification code sent to your email/phone.",
    );
    expect(await refused(50_000n, { code: "nope" })).toBe(
      "Security Verification Required - That code is wrong or has expired.",
    );
    expect(await refused(10_001n)).toBe("accepted");
  });
});

test("refused account details are not stored anywhere in the database", async () => {
  const userId = await installation.userWith(100_000n);
  const secret = `real${newUuid().slice(-12)}@gmail.com`;
  await pay(installation, userId, 50_000n, "paypal", { account: { paypalEmail: secret } }).catch(
    () => undefined,
  );
  const tables = await installation.database.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const [row] = await installation.database.query<{ isFound: boolean }>(
      `select exists (select from "${name}" t where t::text like $1) as "isFound"`,
      [`%${secret}%`],
    );
    expect(`${name}: ${String(row?.isFound)}`).toBe(`${name}: false`);
  }
});

test("only its owner can cancel a payout, and only while it is requested", async () => {
  const userId = await installation.userWith(300_000n);
  const first = await pay(installation, userId, 200_000n);
  const stranger = await installation.newUser();
  const by = (who: string, withdrawalId: string) =>
    cancelWithdrawal(installation.wallet, { userId: who, withdrawalId });
  await expect(by(stranger, first.id)).rejects.toMatchObject({ code: "withdrawal_not_found" });
  await expect(
    getWithdrawal(installation.wallet, { userId: stranger, withdrawalId: first.id }),
  ).rejects.toMatchObject({ code: "withdrawal_not_found" });
  expect(await by(userId, first.id)).toMatchObject({ state: "cancelled", isSimulated: true });
  expect(await balances(userId)).toMatchObject({ availableSats: 300_000n, heldSats: 0n });
  await expect(by(userId, first.id)).rejects.toMatchObject({ code: "payout_not_cancellable" });
  expect(await getTransaction(installation.wallet, { id: first.id })).toMatchObject({
    state: "rejected",
    simulated: { state: "cancelled" },
  });
  const second = await pay(installation, userId, 200_000n);
  await work(installation, 21);
  await expect(by(userId, second.id)).rejects.toMatchObject({
    title: "Too late",
    text: "This withdrawal is already being processed and can no longer be cancelled.",
  });
  await booksAgree(installation);
});

test("simulated and on-chain withdrawals share one list, newest first", async () => {
  const userId = await installation.userWith(2_000_000n);
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const method = METHODS[count % 2 === 0 ? 0 : 3];
    const one = await (method === undefined
      ? installation.withdraw(userId, 100_000n)
      : pay(installation, userId, 100_000n, method));
    made.unshift(one.id);
  }
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWithdrawals(installation.wallet, { userId, cursor, limit: 2 });
    expect(page.items.length).toBeLessThanOrEqual(2);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toEqual(made);
});

test("no payout is accepted or advanced while withdrawals are paused", async () => {
  const userId = await installation.userWith(500_000n);
  const { id } = await pay(installation, userId, 100_000n);
  const setUnexplained = (sats: bigint) =>
    installation.database.query("update wallet_cursor set unexplained_sats = $1", [sats]);
  await setUnexplained(1n);
  await expect(pay(installation, userId, 100_000n)).rejects.toMatchObject({
    code: "withdrawals_paused",
  });
  await work(installation, 61);
  const state = async () =>
    (await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).state;
  expect(await state()).toBe("requested");
  await setUnexplained(0n);
  await work(installation, 61);
  expect(await state()).toBe("completed");
});

test("the terms list all four methods with their measured times", async () => {
  const userId = await installation.newUser();
  const terms = await withdrawalTerms(installation.wallet, { userId, email: "ann@example.org" });
  expect(terms.methods).toEqual(["wallet", "bank", "paypal", "cashapp"]);
  expect(terms.feeSats).toBe(10_000n);
  expect(terms.simulatedSecondsMedian).toBeGreaterThan(0);
});
