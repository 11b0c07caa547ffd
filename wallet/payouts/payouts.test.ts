/** Bank, PayPal and Cash App are simulators: real holds and real books, posted steps, and only published test accounts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts, type SimulatedMethod } from "#api-schema/payout-accounts";
import { accountBalance, balancesOf, houseAccount, statement, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { cancelWithdrawal } from "../cancel-withdrawal.ts";
import { readCursor } from "../chain-table.ts";
import { currentDepositAddress } from "../deposit-address.ts";
import { getTransaction } from "../get-transaction.ts";
import { getWithdrawal, listWithdrawals } from "../lists.ts";
import { startFloor, type Floor } from "../testing/floor.ts";
import { reconcile } from "../watcher/reconcile.ts";
import { withdrawalTerms } from "../withdrawal-terms.ts";
import { movePayouts } from "./move-payouts.ts";

let floor: Floor;

beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(103);
}, 60_000);
afterAll(() => floor.close());

async function userWith(amountSats: bigint): Promise<string> {
  const userId = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId });
  await floor.payFromOutside(address, amountSats);
  await floor.mine(6);
  return userId;
}

const METHODS: readonly SimulatedMethod[] = ["bank", "paypal", "cashapp"];
const pay = (userId: string, amountSats: bigint, method: SimulatedMethod = "bank", more = {}) =>
  floor.withdraw(userId, amountSats, { method, account: testAccounts[method], ...more });

/** The wallet as it is so many seconds later. */
const later = (seconds: number) => ({
  ...floor.wallet,
  clock: { now: () => new Date(Date.now() + seconds * 1000) },
});
const work = (seconds: number) => movePayouts(later(seconds), new AbortController().signal);
const balances = (userId: string) => balancesOf(floor.database, userId);
/** With nothing left over from the test before. */
const houseAtRest = async () => {
  await work(3_600);
  return house();
};
const house = async () => ({
  treasury: await accountBalance(floor.database, houseAccount("treasury", "BTC")),
  fees: await accountBalance(floor.database, houseAccount("fees", "BTC")),
});

async function booksAgree(): Promise<void> {
  await reconcile(floor.wallet);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
}

test.each(METHODS)("a payout by %s from request to completed", async (method) => {
  const userId = await userWith(1_000_000n);
  const before = await houseAtRest();
  const payout = await pay(userId, 400_000n, method);
  expect(payout).toMatchObject({
    method,
    isSimulated: true,
    state: "requested",
    txid: null,
    walletAddress: null,
    amountSats: 400_000n,
    receivedSats: 390_000n,
    // 0.0039 BTC at 60,000 USD
    paidCents: 23_400n,
  });
  expect(await balances(userId)).toMatchObject({ availableSats: 600_000n, heldSats: 400_000n });
  const { id } = payout;
  const track = () => getTransaction(later(0), { id });
  const state = async () => (await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).state;

  await work(15);
  expect(await state()).toBe("requested");
  await work(21);
  expect(await state()).toBe("processing");
  expect(await track()).toMatchObject({ state: "processing", simulated: { state: "processing" } });
  await work(41);
  expect(await track()).toMatchObject({
    state: "in_transit",
    simulated: { method, state: "sent" },
  });
  expect(await house()).toEqual(before);
  await work(61);
  const done = await track();
  expect(done).toMatchObject({
    id,
    txid: null,
    state: "completed",
    explorerUrl: null,
    etaSeconds: null,
    simulated: { method, state: "completed", paidCents: 23_400n },
  });
  expect(done.simulated?.steps.map((step) => [step.state, step.at instanceof Date])).toEqual([
    ["requested", true],
    ["processing", true],
    ["sent", true],
    ["completed", true],
  ]);
  expect(await balances(userId)).toMatchObject({ availableSats: 600_000n, heldSats: 0n });
  expect(await house()).toEqual({
    treasury: before.treasury + 390_000n,
    fees: before.fees + 10_000n,
  });
  const { items } = await statement(floor.database, { userId, limit: 20 });
  expect(items.map(({ code }) => code)).toContain("simulated_payout");
  await work(120);
  expect((await house()).treasury).toBe(before.treasury + 390_000n);
  await booksAgree();
});

test("after downtime all steps are made up for, once, also by two workers at the same time", async () => {
  const userId = await userWith(500_000n);
  const before = await houseAtRest();
  const { id } = await pay(userId, 500_000n);
  await Promise.all([work(3_600), work(3_600), work(3_600)]);
  await work(3_700);
  expect(await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).toMatchObject({
    state: "completed",
  });
  expect((await house()).treasury).toBe(before.treasury + 490_000n);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree();
});

describe("anything but the published test account is refused", () => {
  let userId: string;
  beforeAll(async () => {
    userId = await userWith(100_000n);
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
    const attempt = pay(userId, 50_000n, method, { account });
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

  test("the rules of amount and code are those of the wallet", async () => {
    const refused = async (amountSats: bigint, more = {}) =>
      pay(userId, amountSats, "paypal", more).then(
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

test("nothing that was refused is found anywhere in the database", async () => {
  const userId = await userWith(100_000n);
  const secret = `real${newUuid().slice(-12)}@gmail.com`;
  await pay(userId, 50_000n, "paypal", { account: { paypalEmail: secret } }).catch(() => undefined);
  const tables = await floor.database.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const [row] = await floor.database.query<{ found: boolean }>(
      `select exists (select from "${name}" t where t::text like $1) as found`,
      [`%${secret}%`],
    );
    expect(`${name}: ${String(row?.found)}`).toBe(`${name}: false`);
  }
});

test("a payout can be cancelled while requested, and the owner alone can do it", async () => {
  const userId = await userWith(300_000n);
  const first = await pay(userId, 200_000n);
  const stranger = await floor.newUser();
  const by = (who: string, withdrawalId: string) =>
    cancelWithdrawal(floor.wallet, { userId: who, withdrawalId });
  await expect(by(stranger, first.id)).rejects.toMatchObject({ code: "withdrawal_not_found" });
  await expect(
    getWithdrawal(floor.wallet, { userId: stranger, withdrawalId: first.id }),
  ).rejects.toMatchObject({ code: "withdrawal_not_found" });
  expect(await by(userId, first.id)).toMatchObject({ state: "cancelled", isSimulated: true });
  expect(await balances(userId)).toMatchObject({ availableSats: 300_000n, heldSats: 0n });
  await expect(by(userId, first.id)).rejects.toMatchObject({ code: "payout_not_cancellable" });
  expect(await getTransaction(floor.wallet, { id: first.id })).toMatchObject({
    state: "rejected",
    simulated: { state: "cancelled" },
  });
  const second = await pay(userId, 200_000n);
  await work(21);
  await expect(by(userId, second.id)).rejects.toMatchObject({
    title: "Too Late",
    text: "This withdrawal is processed already and can no longer be cancelled.",
  });
  await booksAgree();
});

test("cancelling and processing at once: one of them wins, each time", async () => {
  const userId = await userWith(2_000_000n);
  const before = await houseAtRest();
  const payouts = [];
  for (let count = 0; count < 20; count += 1) payouts.push(await pay(userId, 100_000n, "cashapp"));
  const [, ...cancelled] = await Promise.allSettled([
    work(61),
    ...payouts.map(({ id }) => cancelWithdrawal(floor.wallet, { userId, withdrawalId: id })),
  ]);
  await work(61);
  const wins = cancelled.filter(({ status }) => status === "fulfilled").length;
  expect(await balances(userId)).toMatchObject({
    availableSats: BigInt(wins) * 100_000n,
    heldSats: 0n,
  });
  expect((await house()).treasury).toBe(before.treasury + BigInt(20 - wins) * 90_000n);
  await booksAgree();
});

test("100 parallel withdrawals of everything, on the chain and simulated: one wins", async () => {
  const userId = await userWith(1_000_000n);
  const code = await floor.codeFor(userId);
  const attempts = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => {
      const method = METHODS[index % 4];
      return method === undefined
        ? floor.withdraw(userId, 1_000_000n, { code })
        : pay(userId, 1_000_000n, method, { code });
    }),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await work(61);
  await floor.send();
  await floor.mine(6);
  expect(await balances(userId)).toMatchObject({ availableSats: 0n, heldSats: 0n });
  await booksAgree();
});

test("the same key is one payout with one answer; another body is refused", async () => {
  const userId = await userWith(500_000n);
  const code = await floor.codeFor(userId);
  const idempotency = { userId, route: "createWithdrawal", key: newUuid(), requestHash: "one" };
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => pay(userId, 100_000n, "bank", { code, idempotency })),
  );
  const ids = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await pay(userId, 100_000n, "bank", { code, idempotency })).toMatchObject({ id: ids[0] });
  await expect(
    pay(userId, 100_000n, "bank", { code, idempotency: { ...idempotency, requestHash: "two" } }),
  ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await balances(userId)).heldSats).toBe(100_000n);
});

test("both kinds stand in one list, newest first, page by page", async () => {
  const userId = await userWith(2_000_000n);
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const method = METHODS[count % 2 === 0 ? 0 : 3];
    const one = await (method === undefined
      ? floor.withdraw(userId, 100_000n)
      : pay(userId, 100_000n, method));
    made.unshift(one.id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWithdrawals(floor.wallet, { userId, cursor, limit: 2 });
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(made);
});

test("while withdrawals are paused nothing is accepted and nothing moves", async () => {
  const userId = await userWith(500_000n);
  const { id } = await pay(userId, 100_000n);
  const setUnexplained = (sats: bigint) =>
    floor.database.query("update wallet_cursor set unexplained_sats = $1", [sats]);
  await setUnexplained(1n);
  await expect(pay(userId, 100_000n)).rejects.toMatchObject({ code: "withdrawals_paused" });
  await work(61);
  const state = async () => (await getWithdrawal(floor.wallet, { userId, withdrawalId: id })).state;
  expect(await state()).toBe("requested");
  await setUnexplained(0n);
  await work(61);
  expect(await state()).toBe("completed");
});

test("the terms name all four methods and the simulators' measured time", async () => {
  const userId = await floor.newUser();
  const terms = await withdrawalTerms(floor.wallet, { userId, email: "ann@example.org" });
  expect(terms.methods).toEqual(["wallet", "bank", "paypal", "cashapp"]);
  expect(terms.feeSats).toBe(10_000n);
  expect(terms.simulatedSecondsMedian).toBeGreaterThan(0);
});
