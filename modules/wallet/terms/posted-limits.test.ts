/**
 * Tests the limits and fees that administrators set. A change applies to later requests, never to a
 * request that was already accepted.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { faucetState } from "../faucet/faucet.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { feeNow } from "./fees.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

const post = (subject: string, change: Record<string, string>) =>
  postLimits(installation.wallet, subject, change);

/** Creates a user with a deposit from an outside wallet. */
async function userWith(sats: bigint): Promise<string> {
  const userId = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId });
  await installation.payFromOutside(address, sats);
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  return userId;
}

const PAYPAL = { method: "paypal", account: testAccounts.paypal } as const;
const BANK = { method: "bank", account: testAccounts.bank } as const;
const termsOf = (userId: string) =>
  withdrawalTerms(installation.wallet, { userId, email: "a@b.example" });

describe("withdrawal limits per method", () => {
  test("a method's new minimum and maximum apply to the next request", async () => {
    const userId = await userWith(30_000_000n);
    await post("wallet", { minimum: "0.01", maximum: "0.05" });
    await expect(installation.withdraw(userId, 999_999n)).rejects.toMatchObject({
      status: 422,
      title: "Invalid Amount",
      text: "The minimum per withdrawal by Wallet is 0.01000000 BTC.",
    });
    await expect(installation.withdraw(userId, 5_000_001n)).rejects.toMatchObject({
      text: "The maximum per withdrawal by Wallet is 0.05000000 BTC.",
    });
    await installation.withdraw(userId, 5_000_000n);
    await installation.withdraw(userId, 6_000_000n, PAYPAL);
    expect((await termsOf(userId)).limits[0]).toEqual({
      method: "wallet",
      minSats: 1_000_000n,
      maxSats: 5_000_000n,
      dailySats: 10_000_000_000n,
      leftSats: 9_995_000_000n,
    });
    await post("wallet", { minimum: "0.00000001", maximum: "100" });
  });

  test("a method's daily limit counts all uncancelled requests in 24 hours", async () => {
    const userId = await userWith(30_000_000n);
    await post("bank", { maximum: "0.02", daily: "0.05" });
    await installation.withdraw(userId, 2_000_000n, BANK);
    const { id } = await installation.withdraw(userId, 2_000_000n, BANK);
    await expect(installation.withdraw(userId, 2_000_000n, BANK)).rejects.toMatchObject({
      title: "Daily Limit Reached",
      text: "You can withdraw 0.05000000 BTC by Bank in 24 hours. You have 0.01000000 BTC left now.",
    });
    await installation.withdraw(userId, 2_000_000n, PAYPAL);
    await cancelWithdrawal(installation.wallet, { userId, withdrawalId: id });
    await installation.withdraw(userId, 2_000_000n, BANK);
    await installation.withdraw(userId, 1_000_000n, BANK);
    await post("bank", { maximum: "100", daily: "100" });
  });
});

describe("fixed fee", () => {
  test("a new fee applies only to later withdrawals", async () => {
    const userId = await userWith(30_000_000n);
    const { id } = await installation.withdraw(userId, 1_000_000n);
    await post("fee", { fee: "0.0005" });
    expect(await termsOf(userId)).toMatchObject({ feeSats: 50_000n, minSats: 50_294n });
    await expect(
      installation.withdraw(userId, 1_000_000n, { feeSats: 10_000n }),
    ).rejects.toMatchObject({
      status: 409,
      title: "Fee changed",
      text: "The network fee is now 0.00050000 BTC. Check the amount that arrives before you confirm.",
    });
    const second = await installation.withdraw(userId, 1_000_000n, { feeSats: 50_000n });
    await installation.send();
    const arrives = async (withdrawalId: string) => {
      const { own } = await getTransaction(installation.wallet, { id: withdrawalId, userId });
      return own.find((movement) => movement.id === withdrawalId)?.amountSats;
    };
    expect(await arrives(id)).toBe(990_000n);
    expect(await findWithdrawal(installation.database, id)).toMatchObject({ feeSats: 10_000n });
    expect(await arrives(second.id)).toBe(950_000n);
    await post("fee", { fee: "0.0001" });
  });

  test("the node's estimate is charged if enabled, but at most the fixed fee", async () => {
    const { database } = installation;
    const at = async (satsPerKvb: bigint | undefined) => {
      const node = { estimateFeeRateSatsPerKvb: async () => satsPerKvb };
      return (await feeNow({ database, node })).feeSats;
    };
    expect(await at(20_000n)).toBe(10_000n);
    await post("fee", { isEstimated: "1" });
    expect(await at(20_000n)).toBe(5_000n); // 20 sat/vB × 250 vB
    expect(await at(40_001n)).toBe(10_000n);
    expect(await at(undefined)).toBe(1_000n); // 2 sat/vB × 250 vB, raised to the minimum of 1,000 sats
    expect(await at(900_000n)).toBe(10_000n);
    const userId = await userWith(2_000_000n);
    const { feeIsEstimated, feeSats } = await termsOf(userId);
    expect(feeIsEstimated).toBe(true);
    const { id } = await installation.withdraw(userId, 1_000_000n, { feeSats });
    await installation.send();
    const { outputs, minerFeeSats } = await getTransaction(installation.wallet, { id });
    expect(outputs[0]?.amountSats).toBe(1_000_000n - feeSats);
    expect(minerFeeSats).toBeLessThanOrEqual(feeSats);
    await post("fee", { isEstimated: "0" });
  });
});

describe("faucet settings", () => {
  test("determine the daily amount, the minimum and the pause", async () => {
    const userId = await installation.newUser();
    await post("faucet", { least: "0.001", daily: "0.1", waitMinutes: "60" });
    await expect(installation.askFaucet(userId, 99_999n)).rejects.toMatchObject({
      text: "The smallest amount that the faucet gives is 0.00100000 BTC.",
    });
    await installation.askFaucet(userId, 6_000_000n);
    expect(
      await faucetState(installation.wallet, {
        userId,
        origin: { ip: "127.0.0.1", isLocal: true },
      }),
    ).toMatchObject({
      isOpen: false,
      closedReason: expect.stringMatching(
        /^The faucet pauses for 60 minutes after each grant\. You can use it again at \d\d:\d\d UTC\.$/,
      ) as string,
      dailySats: 10_000_000n,
      remainingSats: 4_000_000n,
    });
    await expect(installation.askFaucet(userId, 100_000n)).rejects.toMatchObject({
      title: "Faucet closed",
    });
    await post("faucet", { daily: "0.05", waitMinutes: "0" });
    await expect(installation.askFaucet(userId, 100_000n)).rejects.toMatchObject({
      text: "The faucet gives 0.05000000 BTC a day. You can still get 0.00000000 BTC today.",
    });
  });

  test("allow one of ten concurrent requests if there is a pause", async () => {
    const userId = await installation.newUser();
    await post("faucet", { waitMinutes: "10" });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => installation.askFaucet(userId, 100_000n)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await post("faucet", { waitMinutes: "0" });
  });
});

test("the user is shown new review limits before the next request", async () => {
  const userId = await userWith(30_000_000n);
  await post("review", { one: "0.1", two: "0.2" });
  expect(await termsOf(userId)).toMatchObject({
    reviewSats: 10_000_000n,
    secondPersonSats: 20_000_000n,
  });
  expect(await installation.withdraw(userId, 9_999_999n)).toMatchObject({ state: "approved" });
  expect(await installation.withdraw(userId, 10_000_000n)).toMatchObject({ state: "in_review" });
});
