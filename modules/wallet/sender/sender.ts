/**
 * The only sender of the installation. Each round first hands over again what is signed, then moves
 * approved payments on, one step after the other, users' withdrawals before grants of the faucet;
 * each step is durable before the next. Those of a kind go together in one transaction. New
 * signatures stop while books and coins differ or the chain is not followed; what is signed goes
 * out all the same.
 */
import { endWith, isolateFailure, Outage, type Failed } from "#platform";
import { isFollowedSince, pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { noteChange } from "../chain/issued-addresses.ts";
import { compareSignatures } from "./signature-number.ts";
import { currentFeeRate } from "../terms/fees.ts";
import { TOGETHER_MAX } from "../withdrawals/payments-together.ts";
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
import type { SenderParts } from "./parts.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { sendSelfTransfers, signSelfTransfers } from "./send-self-transfers.ts";
import { signFeeBump } from "./sign-fee-bump.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";
import { WAITS_FOR_BLOCKS } from "./waiting-reasons.ts";

export interface Sender {
  round(signal: AbortSignal): Promise<void>;
}

interface RoundParts extends SenderParts {
  /** What could not be worked on; the round ends with it. */
  readonly failed: Failed[];
}

const ROUND_MAX = 100;

export function createSender(parts: SenderParts): Sender {
  const { database, dataDir, clock, bus, log } = parts;
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
      const round = { ...parts, failed: [] };
      await sendDue(round, signal);
      if (await maySign(parts)) {
        await reserveApproved(round, signal);
        await signReserved(round, signal);
        await signFeeBumps(round, signal);
        await signSelfTransfers(round, signal);
        await compareSignatures(database, dataDir);
        await noteChange(database, parts.issued);
        if (await sendDue(round, signal)) bus.publish("wake", { worker: WATCHER });
      }
      endWith(round.failed);
    },
  };
}

/**
 * Not before the chain was read to its end since the start: these may be the books of an older
 * copy, whatever they say of themselves.
 */
async function maySign({ database, openedAt }: SenderParts): Promise<boolean> {
  const cursor = await readCursor(database);
  return isFollowedSince(cursor, openedAt) && pauseReasonOf(cursor) === undefined;
}

/** Whether anything was sent. */
async function sendDue(parts: RoundParts, signal: AbortSignal): Promise<boolean> {
  // Payments may be made of coins that were consolidated.
  const isAnySent = await sendSelfTransfers(parts, signal, { isCpfp: false });
  const due = await listDueToSend(parts.database, parts.clock.now(), ROUND_MAX);
  for (const withdrawal of due) {
    if (signal.aborted) break;
    await isolateFailure(parts, withdrawal.id, async () => {
      announce(parts, await broadcastWithdrawal(parts, withdrawal));
    });
  }
  // No node takes them before what they build on.
  const isAnyCpfpSent = await sendSelfTransfers(parts, signal, { isCpfp: true });
  return due.length > 0 || isAnySent || isAnyCpfpSent;
}

async function reserveApproved(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const withdrawals = await listToReserve(parts.database, "user", TOGETHER_MAX);
  const grants = await listToReserve(parts.database, "faucet", TOGETHER_MAX);
  if (withdrawals.length + grants.length === 0) return;
  const feeRate = await currentFeeRate(parts.node);
  if (feeRate === undefined) {
    parts.log.error("fees are above 500 sat/vB: nothing is signed");
    return;
  }
  await reserveKind(parts, signal, withdrawals, feeRate);
  // Grants that took the coins it waits for would keep it waiting as long as people ask for them.
  if (await isAnyWaiting(parts.database, WAITS_FOR_BLOCKS)) return;
  await reserveKind(parts, signal, grants, feeRate);
}

async function reserveKind(
  parts: RoundParts,
  signal: AbortSignal,
  payments: readonly WithdrawalRow[],
  feeRate: bigint,
): Promise<void> {
  for (const payment of payments.filter(({ goesAlone }) => goesAlone)) {
    if (signal.aborted) return;
    await reserveAll(parts, [payment], feeRate);
  }
  const together = payments.filter(({ goesAlone }) => !goesAlone);
  if (!signal.aborted && together.length > 0) await reserveAll(parts, together, feeRate);
}

/** In as many transactions as it takes. One that cannot be tried is found by halving. */
async function reserveAll(
  parts: RoundParts,
  payments: readonly WithdrawalRow[],
  feeRate: bigint,
): Promise<void> {
  const ids = payments.map(({ id }) => id);
  const attempt = async () => {
    // A fault of one must not keep it first in the queue.
    await noteTried(parts.database, ids, parts.clock.now());
    for (let left = ids; left.length > 0;) {
      const done = new Set(await reserveCoins(parts, left, feeRate));
      left = left.filter((id) => !done.has(id));
    }
    announce(
      parts,
      payments.map(({ userId }) => userId),
    );
  };
  const [only, another] = payments;
  if (only && !another) return isolateFailure(parts, only.id, attempt);
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Outage) throw error;
    const half = Math.ceil(payments.length / 2);
    await reserveAll(parts, payments.slice(0, half), feeRate);
    await reserveAll(parts, payments.slice(half), feeRate);
  }
}

async function signReserved(parts: RoundParts, signal: AbortSignal): Promise<void> {
  for (const withdrawal of await listToSign(parts.database, ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(parts, withdrawal.id, async () => {
      await signWithdrawal(parts, withdrawal);
      announce(parts, [withdrawal.userId]);
    });
  }
}

async function signFeeBumps(parts: RoundParts, signal: AbortSignal): Promise<void> {
  for (const bump of await listRequestedFeeBumps(parts.database, ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(parts, bump.id, async () => {
      await signFeeBump(parts, bump);
      announce(parts, [bump.userId]);
    });
  }
}

function announce({ bus }: SenderParts, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) bus.publish("me", { userId, what: "withdrawals" });
}
