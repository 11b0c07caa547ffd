/**
 * Signs and sends payments, in only one process of the installation. Each round first rebroadcasts
 * signed payments, then advances approved payments, users' withdrawals before faucet grants, and
 * commits each step before the next. Several withdrawals share a transaction, and so do several
 * grants. While the ledger and the chain differ or the watcher does not follow the chain, no new
 * payments are signed, but signed payments are still sent.
 */
import { endWith, isolateFailure, Outage, type Failed } from "#platform";
import { isFollowedSince, pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { noteChange } from "../chain/issued-addresses.ts";
import { compareSignatures } from "./signature-number.ts";
import { currentFeeRate } from "../terms/fees.ts";
import { BATCH_MAX } from "../withdrawals/payment-batches.ts";
import { makeSelfTransfersDue } from "../self-transfers/self-transfer-queues.ts";
import { listRequestedFeeBumps } from "../withdrawals/fee-bumps-table.ts";
import {
  isAnyWaiting,
  listDueToSend,
  listToReserve,
  listToSign,
  makeAllDue,
  noteTried,
  WATCHER,
} from "../withdrawals/withdrawal-queues.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { broadcastWithdrawal } from "./broadcast-withdrawal.ts";
import type { SenderDeps } from "./deps.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { sendSelfTransfers, signSelfTransfers } from "./send-self-transfers.ts";
import { signFeeBump } from "./sign-fee-bump.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";
import { WAITS_FOR_BLOCKS } from "./waiting-reasons.ts";

export interface Sender {
  round(signal: AbortSignal): Promise<void>;
}

interface RoundDeps extends SenderDeps {
  /** Payments that failed in this round, reported at the end of the round. */
  readonly failed: Failed[];
}

const ROUND_MAX = 100;

export function createSender(deps: SenderDeps): Sender {
  const { database, dataDir, clock, bus, log } = deps;
  let isFirst = true;
  return {
    async round(signal) {
      if (isFirst) {
        await makeAllDue(database, clock.now());
        await makeSelfTransfersDue(database, clock.now());
      }
      isFirst = false;
      if (!(await compareSignatures(database, dataDir)))
        log.error("the database is an older copy: payments wait for an administrator");
      const round = { ...deps, failed: [] };
      await sendDue(round, signal);
      if (await maySign(deps)) {
        await reserveApproved(round, signal);
        await signReserved(round, signal);
        await signFeeBumps(round, signal);
        await signSelfTransfers(round, signal);
        await compareSignatures(database, dataDir);
        await noteChange(database, deps.issued);
        if (await sendDue(round, signal)) bus.publish("wake", { worker: WATCHER });
      }
      endWith(round.failed);
    },
  };
}

/**
 * Returns whether payments may be signed, that is, whether the watcher has read the chain to its
 * tip since the start. Until then, the database may be an older copy in which paid withdrawals look
 * unpaid.
 */
async function maySign({ database, openedAt }: SenderDeps): Promise<boolean> {
  const cursor = await readCursor(database);
  return isFollowedSince(cursor, openedAt) && pauseReasonOf(cursor) === undefined;
}

/** Sends all due payments. Returns whether any were sent. */
async function sendDue(deps: RoundDeps, signal: AbortSignal): Promise<boolean> {
  // Consolidations are sent before payments, because payments may spend consolidated coins.
  const isAnySent = await sendSelfTransfers(deps, signal, { isCpfp: false });
  const due = await listDueToSend(deps.database, deps.clock.now(), ROUND_MAX);
  for (const withdrawal of due) {
    if (signal.aborted) break;
    await isolateFailure(deps, withdrawal.id, async () => {
      publishChanges(deps, await broadcastWithdrawal(deps, withdrawal));
    });
  }
  // CPFP transactions are sent last, because nodes reject a CPFP transaction without its parent.
  const isAnyCpfpSent = await sendSelfTransfers(deps, signal, { isCpfp: true });
  return due.length > 0 || isAnySent || isAnyCpfpSent;
}

async function reserveApproved(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  const withdrawals = await listToReserve(deps.database, "user", BATCH_MAX);
  const grants = await listToReserve(deps.database, "faucet", BATCH_MAX);
  if (withdrawals.length + grants.length === 0) return;
  const feeRate = await currentFeeRate(deps.node);
  if (feeRate === undefined) {
    deps.log.error("fees are above 500 sat/vB: nothing is signed");
    return;
  }
  await reserveKind(deps, signal, withdrawals, feeRate);
  // Grants would take the coins that a withdrawal is waiting for and could delay it indefinitely.
  if (await isAnyWaiting(deps.database, WAITS_FOR_BLOCKS)) return;
  await reserveKind(deps, signal, grants, feeRate);
}

async function reserveKind(
  deps: RoundDeps,
  signal: AbortSignal,
  payments: readonly WithdrawalRow[],
  feeRate: bigint,
): Promise<void> {
  for (const payment of payments.filter(({ goesAlone }) => goesAlone)) {
    if (signal.aborted) return;
    await reserveAll(deps, [payment], feeRate);
  }
  const batch = payments.filter(({ goesAlone }) => !goesAlone);
  if (!signal.aborted && batch.length > 0) await reserveAll(deps, batch, feeRate);
}

/**
 * Reserves coins for all payments, in as many transactions as necessary. If a payment fails,
 * isolates it by halving the batch.
 */
async function reserveAll(
  deps: RoundDeps,
  payments: readonly WithdrawalRow[],
  feeRate: bigint,
): Promise<void> {
  const ids = payments.map(({ id }) => id);
  const attempt = async () => {
    // The attempt is recorded first, so that a payment that fails moves to the end of the queue.
    await noteTried(deps.database, ids, deps.clock.now());
    for (let remaining = ids; remaining.length > 0;) {
      const handled = new Set(await reserveCoins(deps, remaining, feeRate));
      remaining = remaining.filter((id) => !handled.has(id));
    }
    publishChanges(
      deps,
      payments.map(({ userId }) => userId),
    );
  };
  const [only, another] = payments;
  if (only && !another) return isolateFailure(deps, only.id, attempt);
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Outage) throw error;
    const half = Math.ceil(payments.length / 2);
    await reserveAll(deps, payments.slice(0, half), feeRate);
    await reserveAll(deps, payments.slice(half), feeRate);
  }
}

async function signReserved(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  for (const withdrawal of await listToSign(deps.database, ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(deps, withdrawal.id, async () => {
      await signWithdrawal(deps, withdrawal);
      publishChanges(deps, [withdrawal.userId]);
    });
  }
}

async function signFeeBumps(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  for (const bump of await listRequestedFeeBumps(deps.database, ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(deps, bump.id, async () => {
      await signFeeBump(deps, bump);
      publishChanges(deps, [bump.userId]);
    });
  }
}

function publishChanges({ bus }: SenderDeps, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) bus.publish("me", { userId, what: "withdrawals" });
}
