/** Tests withdrawals on a real node, from the form to the sixth confirmation, and all refusals. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { testAccounts } from "#api/payout-accounts";
import { newUuid } from "#platform";
import { deletePerson } from "#users";
import { readCursor } from "../chain/chain-table.ts";
import { faucetState } from "../faucet/faucet.ts";
import { getWithdrawal, listDeposits } from "../lists.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { createOutsideWallet } from "../testing/outside-wallet.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { sendWithdrawalCode } from "./send-code.ts";
import { withdrawalTerms } from "./withdrawal-terms.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
}, 60_000);
afterAll(() => installation.close());

const explained = async () =>
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });

test("the faucet is closed until the first coins mature", async () => {
  const userId = await installation.newUser();
  expect(
    await faucetState(installation.wallet, { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    isOpen: false,
    closedReason: "The faucet opens when the first coins mature.",
  });
  await expect(installation.askFaucet(userId)).rejects.toMatchObject({ code: "faucet_closed" });
  await installation.mine(5);
  expect(
    await faucetState(installation.wallet, { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    isOpen: true,
  });
});

test("the faucet grants a user at most 0.05 BTC of real test coins per day", async () => {
  const userId = await installation.newUser();
  const grant = await installation.askFaucet(userId);
  expect(grant.amountSats).toBe(5_000_000n);
  await expect(installation.askFaucet(userId)).rejects.toMatchObject({ code: "faucet_limit" });
  await installation.send();
  await installation.watch();
  const { items } = await listDeposits(installation.wallet, {
    userId,
    cursor: undefined,
    limit: 10,
  });
  expect(items).toMatchObject([
    { state: "in_mempool", isFromFaucet: true, amountSats: 5_000_000n },
  ]);
  await installation.mine(6);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(5_000_000n);
  expect(await accountBalance(installation.database, houseAccount("faucet", "BTC"))).toBe(0n);
  await explained();
});

test("a user deleted during a faucet request receives nothing", async () => {
  const userId = await installation.newUser();
  await installation.database.transaction((tx) =>
    deletePerson(tx, { userId, now: new Date(), rules: nothingElsewhere }),
  );
  await expect(installation.askFaucet(userId)).rejects.toMatchObject({ code: "session_ended" });
  await explained();
});

test("concurrent faucet requests stay within the daily limit", async () => {
  const userId = await installation.newUser();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => installation.askFaucet(userId, 2_000_000n)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await installation.send();
  await installation.mine(1);
  await installation.send();
  await installation.mine(6);
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(4_000_000n);
});

test("a withdrawal advances from requested to completed", async () => {
  const userId = await installation.userWith(10_000_000n);
  const fees = await accountBalance(installation.database, houseAccount("fees", "BTC"));
  const { id, state } = await installation.withdraw(userId, 4_000_000n);
  expect(state).toBe("approved");
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 6_000_000n,
    heldSats: 4_000_000n,
  });
  const track = () => getTransaction(installation.wallet, { id });
  expect(await track()).toMatchObject({ state: "processing", txid: null });
  await installation.send();
  await installation.watch();
  expect(await track()).toMatchObject({ state: "in_transit", etaSeconds: 60, explorerUrl: null });
  await installation.mine(3);
  expect(await track()).toMatchObject({ state: "confirming", confirmations: 3, etaSeconds: 30 });
  await installation.mine(3);
  const completed = await track();
  expect(completed).toMatchObject({ state: "completed", confirmations: 6, etaSeconds: null });
  expect(completed.outputs[0]).toEqual({
    address: installation.outside.address,
    scriptHex: installation.outside.scriptHex,
    amountSats: 3_990_000n,
    owner: null,
  });
  expect(await getTransaction(installation.wallet, { id: completed.txid ?? "" })).toMatchObject({
    state: "completed",
  });
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 6_000_000n,
    heldSats: 0n,
  });
  const earned = (await accountBalance(installation.database, houseAccount("fees", "BTC"))) - fees;
  expect(earned).toBe(10_000n - (completed.minerFeeSats ?? 0n));
  const terms = await withdrawalTerms(installation.wallet, { userId, email: "ann@example.org" });
  expect(terms).toMatchObject({
    isOpen: true,
    maxSats: 6_000_000n,
    codeSentTo: "a***@example.org",
  });
  expect(terms.measuredSecondsMedian).toBeGreaterThanOrEqual(0);
  await explained();
});

describe("refused withdrawals", () => {
  let userId: string;
  beforeAll(async () => {
    userId = await installation.userWith(100_000n);
  });

  test("a wrong code is refused", async () => {
    const attempt = installation.withdraw(userId, 50_000n, { code: "no code" });
    await expect(attempt).rejects.toMatchObject({
      title: "Security Verification Required",
      text: "That code is wrong or has expired.",
    });
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(100_000n);
  });

  test("a withdrawal to the wallet's own change address is refused", async () => {
    const [row] = await installation.database.query<{ address: string }>(
      "select address from wallet_addresses where purpose = 'change' limit 1",
    );
    const attempt = installation.withdraw(userId, 50_000n, { walletAddress: row?.address ?? "" });
    await expect(attempt).rejects.toMatchObject({ code: "own_change_address" });
  });

  test("a code is accepted only once", async () => {
    const code = await installation.codeFor(userId);
    for (let miss = 0; miss < 5; miss += 1)
      await installation.withdraw(userId, 50_000n, { code: "x" }).catch(() => undefined);
    await expect(installation.withdraw(userId, 50_000n, { code })).rejects.toMatchObject({
      code: "security_code_wrong",
    });
  });
});

test("a code is refused for another amount, destination or method", async () => {
  const userId = await installation.userWith(500_000n);
  const { address } = installation.outside;
  const withdrawal = { method: "wallet", amountSats: 100_000n, walletAddress: address } as const;
  await sendWithdrawalCode(installation.wallet, { userId, email: "ann@example.org", withdrawal });
  const [message] = await installation.database.query<{ text: string }>(
    "select body as text from notifications_messages where user_id = $1 order by id desc limit 1",
    [userId],
  );
  expect(message?.text).toContain(
    `a withdrawal of 0.00100000 BTC by Wallet to ${address.slice(0, 12)}...${address.slice(-8)}`,
  );
  const code = /\b\d{6}\b/.exec(message?.text ?? "")?.[0] ?? "";
  const others = [
    [200_000n, {}],
    [100_000n, { walletAddress: createOutsideWallet(installation.node).address }],
    [100_000n, { method: "cashapp", account: testAccounts.cashapp }],
  ] as const;
  for (const [amountSats, other] of others)
    await expect(
      installation.withdraw(userId, amountSats, { code, ...other }),
    ).rejects.toMatchObject({
      code: "security_code_wrong",
    });
  expect(await installation.withdraw(userId, 100_000n, { code })).toMatchObject({
    state: "approved",
  });
});

test("a code is valid for both spellings of an address, upper and lower case", async () => {
  const userId = await installation.userWith(500_000n);
  const { address } = installation.outside;
  const withdrawal = {
    method: "wallet",
    amountSats: 100_000n,
    walletAddress: address.toUpperCase(),
  } as const;
  await sendWithdrawalCode(installation.wallet, { userId, email: "ann@example.org", withdrawal });
  const [message] = await installation.database.query<{ text: string }>(
    "select body as text from notifications_messages where user_id = $1 order by id desc limit 1",
    [userId],
  );
  const code = /\b\d{6}\b/.exec(message?.text ?? "")?.[0] ?? "";
  expect(await installation.withdraw(userId, 100_000n, { code })).toMatchObject({
    state: "approved",
  });
});

test("a repeated idempotency key returns the same response", async () => {
  const userId = await installation.userWith(500_000n);
  const code = await installation.codeFor(userId);
  const idempotency = { userId, route: "createWithdrawal", key: newUuid(), requestHash: "one" };
  const first = await installation.withdraw(userId, 100_000n, { code, idempotency });
  expect(await installation.withdraw(userId, 100_000n, { code, idempotency })).toEqual(first);
  const other = { ...idempotency, requestHash: "two" };
  await expect(
    installation.withdraw(userId, 100_000n, { code, idempotency: other }),
  ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await balancesOf(installation.database, userId)).heldSats).toBe(100_000n);
});

test("a withdrawal can be cancelled only before it is signed", async () => {
  const userId = await installation.userWith(500_000n);
  const first = await installation.withdraw(userId, 200_000n);
  const stranger = await installation.newUser();
  await expect(
    cancelWithdrawal(installation.wallet, { userId: stranger, withdrawalId: first.id }),
  ).rejects.toMatchObject({ code: "withdrawal_not_found" });
  const cancelled = await cancelWithdrawal(installation.wallet, { userId, withdrawalId: first.id });
  expect(cancelled.state).toBe("cancelled");
  expect((await balancesOf(installation.database, userId)).availableSats).toBe(500_000n);
  const second = await installation.withdraw(userId, 200_000n);
  await installation.send();
  await expect(
    cancelWithdrawal(installation.wallet, { userId, withdrawalId: second.id }),
  ).rejects.toMatchObject({ code: "withdrawal_not_cancellable" });
  await installation.mine(6);
  expect(
    await getWithdrawal(installation.wallet, { userId, withdrawalId: second.id }),
  ).toMatchObject({
    state: "completed",
  });
  await explained();
});

test("of 50 concurrent withdrawals of the whole balance, only one succeeds", async () => {
  const userId = await installation.userWith(1_000_000n);
  const code = await installation.codeFor(userId);
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => installation.withdraw(userId, 1_000_000n, { code })),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await installation.send();
  await installation.mine(6);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  await explained();
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("an unknown transaction returns 404", async () => {
  for (const id of ["", "../etc", "wdr_1", "0".repeat(64), "f".repeat(63)])
    await expect(getTransaction(installation.wallet, { id })).rejects.toMatchObject({
      status: 404,
    });
});
