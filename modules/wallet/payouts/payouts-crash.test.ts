/**
 * Kills the process with kill -9 before and after every step of a simulated payout. The next
 * process must continue, and the platform must buy each payout's coins once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { anHourPasses } from "../../../test/support/money/payout-times.ts";
import { getWithdrawal, listWithdrawals } from "../lists.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type NodeProxy } from "../testing/node-proxy.ts";
import { dieAt } from "../testing/worker-process.ts";
import { movePayouts } from "./move-payouts.ts";

const STEPS = [
  "asked",
  "payout.requesting",
  "approved",
  "payout.processing.before",
  "payout.processing.after",
  "payout.completed.before",
  "payout.completing",
  "payout.completed.after",
];
const AMOUNT_SATS = 100_000n;
const DEPOSIT_SATS = 5_000_000n;

let installation: Installation;
let proxy: NodeProxy;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  proxy = await startNodeProxy(installation.node);
  await installation.mine(6);
  userId = await installation.userWith(DEPOSIT_SATS);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await installation.close();
});

test(
  "each payout's coins are bought exactly once after a crash",
  { timeout: 300_000 },
  async () => {
    const treasury = () => accountBalance(installation.database, houseAccount("treasury", "BTC"));
    const before = await treasury();
    const requests = [];
    for (const step of STEPS) {
      const request = {
        userId,
        method: "bank" as const,
        account: testAccounts.bank,
        walletAddress: "",
        code: await installation.codeFor(userId),
        visitor: { ip: "127.0.0.1", userAgent: "test" },
        idempotency: { userId, route: "createWithdrawal", key: newUuid(), requestHash: "test" },
      };
      requests.push(request);
      const { applicationUrl, dataDir } = installation;
      const requestJson = { ...request, amountSats: String(AMOUNT_SATS) };
      const order = { applicationUrl, dataDir, rpcUrl: proxy.url, request: requestJson };
      await dieAt(step, order, () => anHourPasses(installation.database));
    }
    // Repeats each request with its idempotency key, as a user would. Requests that were never
    // accepted need a new code.
    for (const request of requests)
      await installation.withdraw(userId, AMOUNT_SATS, {
        ...request,
        code: await installation.codeFor(userId),
      });
    await anHourPasses(installation.database);
    await movePayouts(installation.wallet, new AbortController().signal);

    const page = { userId, cursor: undefined, limit: 50 };
    const { items } = await listWithdrawals(installation.wallet, page);
    expect(items.map(({ state }) => state)).toEqual(STEPS.map(() => "completed"));
    for (const { id } of items)
      expect(await getWithdrawal(installation.wallet, { userId, withdrawalId: id })).toMatchObject({
        isSimulated: true,
      });
    const count = BigInt(STEPS.length);
    expect(await balancesOf(installation.database, userId)).toMatchObject({
      availableSats: DEPOSIT_SATS - AMOUNT_SATS * count,
      heldSats: 0n,
    });
    expect((await treasury()) - before).toBe((AMOUNT_SATS - 10_000n) * count);
    expect(await verifyLedger(installation.database)).toEqual([]);
  },
);
