/** Tests that the worker pays on its own schedule, and immediately when mining is switched off. */
import { balancesOf } from "#ledger";
import { workerStates } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  setReferenceValues,
} from "../../test/support/money/mining.ts";
import { buyContract } from "./plans/buy-contract.ts";
import { startMining } from "./start-mining.ts";
import { stopMining } from "./stop-mining.ts";
import { PAYOUT_WORKER } from "./worker-name.ts";
import { startMiningWorker } from "./workers.ts";

const test_ = fileDatabase();

test("the worker pays immediately when mining is switched off", async () => {
  const { database } = test_;
  const deps = miningDeps(database);
  const userId = await userWith(database, { sats: 165_000n });
  await buyContract(deps, {
    request: moneyRequest(userId, "buy"),
    planId: "starter-rig",
  });
  await startMining(deps, { userId });
  const worker = startMiningWorker(deps);
  try {
    const paid = new Promise<void>((resolve) => {
      deps.bus.subscribe("me", (message) => {
        if (message.userId === userId && message.what === "balances") resolve();
      });
    });
    deps.clock.advance(1_800_000);
    await stopMining(deps, { userId });
    await paid;
    // 50 TH/s earn 78.89 sats in half an hour.
    expect(await balancesOf(database, userId)).toMatchObject({ availableSats: 78n });
  } finally {
    await worker.stop();
  }
});

test("a round fails if any user cannot be paid", async () => {
  const { database } = test_;
  const deps = { ...miningDeps(database), everyMs: 1_000 };
  const userId = await userWith(database, { sats: 165_000n });
  await buyContract(deps, {
    request: moneyRequest(userId, "buy"),
    planId: "starter-rig",
  });
  await startMining(deps, { userId });
  await setReferenceValues(deps, { feesSats: 4_687_500_000n });
  deps.clock.advance(31 * 86_400_000);
  const failure = () => workerStates(database).find(({ name }) => name === PAYOUT_WORKER)?.failure;
  const worker = startMiningWorker(deps);
  try {
    await expect.poll(failure).toBe("mining payouts that failed: 1");
    await fundTreasury(database, 5_000_000n);
    await expect.poll(failure).toBeNull();
    // A contract earns 113,610 sats in 30 days at 3.125 BTC per block, and 16 times as much with
    // the fees.
    expect((await balancesOf(database, userId)).availableSats).toBe(1_817_762n);
  } finally {
    await worker.stop();
  }
});
