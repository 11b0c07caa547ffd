/**
 * Starts background work: mining blocks on regtest, and the workers of all modules. All background
 * work is stopped together.
 */
import { deletionRules, sampleDisk, sweepSendings } from "#admin";
import { makeFirstBlocks, startBlockProducer } from "#bitcoin";
import { startEarnWorkers, sweepShares } from "#earn";
import {
  startForexAlerts,
  startForexDays,
  startForexEngine,
  startForexMarks,
  startForexNotices,
  startForexSource,
  startPriceGapWatch,
} from "#forex";
import { startMiningWorker } from "#mining";
import { openOutbox, startNewsWorker } from "#notifications";
import { diskSpace, startWorker, sweepAnswers, type Config, type Worker } from "#platform";
import { hasRecentShare, startWorkerAlerts } from "#pool";
import { sweepEvents } from "#security";
import { startUnreadNotifications, sweepVisitorChats } from "#support";
import {
  openWitnesses,
  startLogWorker,
  startProofWorker,
  sweepProofs,
  sweepReserves,
} from "#transparency";
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

const SWEEP_MS = 3_600_000;
/** How long the leaves and outputs of a proof are kept. Its root and sums are kept permanently. */
const PROOFS_KEPT_MS = 35 * 86_400_000;

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
    startMiningWorker({ ...mining, log, payGate, everyMs: payoutRoundMs(blockSeconds) }),
    startEarnWorkers(earn),
    startForexAlerts({ ...forex.desk, log }),
    startForexDays({ ...shared, ...forex.market }),
    startForexEngine({ ...forex.desk, log }),
    startForexMarks({ ...shared, ...forex.market }),
    startForexNotices({ ...forex.desk, log }),
    startForexSource({ ...forex.desk, ...forex.market, log }),
    startPriceGapWatch({ ...forex.desk, log }),
    await openOutbox({ ...shared, ...config, siteUrl }),
    startNewsWorker(shared),
    startUnreadNotifications(shared),
    startWorkerAlerts(shared),
    startProofWorker({
      ...shared,
      ...modules.operator,
      masterKey: users.masterKey,
      payGate,
      siteUrl,
      network: config.bitcoin.network,
      signer: wallet.signer,
    }),
    startLogWorker({
      ...shared,
      ...modules.operator,
      masterKey: users.masterKey,
      market: forex.market,
      payGate,
      witnesses: openWitnesses(config.witnesses),
    }),
    startAnonymousAccountEnds(modules),
    startSweeper(modules, config.dataDir),
    ledgerVerifier,
  ];
  teardown.add("workers", async () => void (await Promise.all(workers.map((one) => one.stop()))));
  return ledgerVerifier;
}

/**
 * Deletes expired data: counters of sign-in limits and of the faucet, stored responses, and
 * accounts that were never used. Also samples the size of the database and the free disk space. The
 * sweeper pauses while the clock is in doubt.
 */
function startSweeper(
  { users, payGate, operator }: Pick<Modules, "operator" | "payGate" | "users">,
  dataDir: string,
): Worker {
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
        reserves: () => sweepReserves(database, new Date(now.getTime() - PROOFS_KEPT_MS)),
        proofs: () => sweepProofs(database, new Date(now.getTime() - PROOFS_KEPT_MS)),
        disk: async () =>
          sampleDisk(database, { now, freeBytes: (await diskSpace(dataDir))?.freeBytes ?? null }),
        unclaimed: () => deleteUnclaimed({ ...users, clock }, deletionRules(operator.products)),
      });
    },
  });
}

/** Shorter with frequent blocks, so that their effects are soon visible. Undefined: the default. */
function payoutRoundMs(blockSeconds: number): number | undefined {
  return blockSeconds > 0 && blockSeconds < 1 ? 1_000 : undefined;
}
