/**
 * Starts background work: mining blocks on regtest, and the workers of all modules. All background
 * work is stopped together.
 */
import { deletionRules, sweepSendings } from "#admin";
import { makeFirstBlocks, startBlockProducer } from "#bitcoin";
import { startEarnWorkers, sweepShares } from "#earn";
import {
  startForexDays,
  startForexEngine,
  startForexMarks,
  startForexNotices,
  startForexSource,
} from "#forex";
import { startMiningWorkers } from "#mining";
import { openOutbox, startNewsWorker } from "#notifications";
import { startWorker, sweepAnswers, type Config, type Worker } from "#platform";
import { hasRecentShare, startWorkerAlerts } from "#pool";
import { sweepEvents } from "#security";
import { startUnreadNotifications, sweepVisitorChats } from "#support";
import { deleteUnclaimed, sweepExpired } from "#users";
import {
  chainStatus,
  hasUnconfirmed,
  startWalletWorkers,
  sweepChallenges,
  sweepFollowed,
  sweepFaucet,
  type OpenWallet,
} from "#wallet";
import { startAnonymousAccountEnds } from "./end-anonymous-accounts.ts";
import { startLedgerVerifier, type LedgerVerifier } from "./health/ledger-verifier.ts";
import type { Ground, Modules } from "./open-modules.ts";
import { sweepEach } from "./sweep-each.ts";
import type { Teardown } from "./teardown.ts";

const PAYOUT_SECONDS_MAX = 60;
const PAYOUT_BLOCKS = 6;
const SWEEP_MS = 3_600_000;

/** Mines the first blocks, which pay the treasury, and then one block per configured interval. */
export async function startBlocks(
  wallet: OpenWallet,
  config: Config,
  teardown: Teardown,
): Promise<void> {
  const { node } = wallet;
  const plan = {
    node,
    clock: wallet.clock,
    treasuryAddress: () => Promise.resolve(wallet.treasuryAddress),
    hasUnconfirmed: () => hasUnconfirmed(wallet.database),
    isRead: async (hash: string) => (await chainStatus(wallet.database))?.hash === hash,
    areMinersWorking: () => hasRecentShare(wallet.database, wallet.clock.now()),
    blockSeconds: config.bitcoin.blockSeconds,
  };
  await makeFirstBlocks(plan);
  const producer = startBlockProducer(wallet, plan);
  teardown.add("block producer", () => producer.stop());
}

/** Starts the workers. Returns the ledger verifier, whose results the operator's port reports. */
export async function startWorkers(ground: Ground, modules: Modules): Promise<LedgerVerifier> {
  const { config, shared, siteUrl, blockSeconds, teardown } = ground;
  const { users, wallet, mining, earn, forex, payGate } = modules;
  const { log } = shared;
  const ledgerVerifier = startLedgerVerifier(users, config.dataDir);
  const workers = [
    startWalletWorkers(wallet),
    startMiningWorkers({
      ...mining,
      log,
      payGate,
      payoutSeconds: payoutSeconds(blockSeconds),
      keptDays: config.payoutRetentionDays,
    }),
    startEarnWorkers(earn),
    startForexDays({ ...shared, ...forex.market }),
    startForexEngine({ ...forex.desk, log }),
    startForexMarks({ ...shared, ...forex.market }),
    startForexNotices({ ...forex.desk, log }),
    startForexSource({ ...forex.desk, ...forex.market, log }),
    await openOutbox({ ...shared, ...config, siteUrl }),
    startNewsWorker(shared),
    startUnreadNotifications(shared),
    startWorkerAlerts(shared),
    startAnonymousAccountEnds(modules),
    startSweeper(modules),
    ledgerVerifier,
  ];
  teardown.add("workers", async () => void (await Promise.all(workers.map((one) => one.stop()))));
  return ledgerVerifier;
}

/**
 * Deletes expired data: counters of sign-in limits and of the faucet, stored responses, and
 * accounts that were never used. The sweeper pauses while the clock is in doubt.
 */
function startSweeper({
  users,
  payGate,
  operator,
}: Pick<Modules, "operator" | "payGate" | "users">): Worker {
  const { database } = users;
  return startWorker(users, {
    name: "sweeper",
    everyMs: SWEEP_MS,
    async run() {
      const clock = await payGate.checkedClock();
      if (!clock) return;
      const now = clock.now();
      await sweepEach(users.log, {
        expired: () => sweepExpired({ ...users, clock }),
        visitorChats: () => sweepVisitorChats({ database, clock }),
        answers: () => sweepAnswers(database),
        events: () => sweepEvents({ database, clock }),
        sendings: () => sweepSendings(database, now),
        faucet: () => sweepFaucet(database, now),
        shares: () => sweepShares(database, now),
        challenges: () => sweepChallenges(database, now),
        followed: () => sweepFollowed(database),
        unclaimed: () => deleteUnclaimed({ ...users, clock }, deletionRules(operator.products)),
      });
    },
  });
}

/**
 * Returns the payout interval. It is at most a minute, and shorter if blocks are frequent, so that
 * users can watch the payouts.
 */
function payoutSeconds(blockSeconds: number): number {
  const sixBlocks = Math.ceil(blockSeconds * PAYOUT_BLOCKS);
  return Math.min(PAYOUT_SECONDS_MAX, Math.max(1, sixBlocks || PAYOUT_SECONDS_MAX));
}
