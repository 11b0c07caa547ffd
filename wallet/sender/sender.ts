/**
 * The only sender of the installation. Each round first hands over again what is signed, then moves
 * approved withdrawals on, one step after the other; each step is durable before the next. New
 * signatures stop while books and coins differ or the chain is not followed; what is signed goes
 * out all the same.
 */
import { isolateFailure } from "#platform";
import { isFollowedSince, pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { compareSignatures } from "./signature-number.ts";
import { currentFeeRate } from "../terms/fees.ts";
import {
  listDueToSend,
  listInState,
  listToReserve,
  makeAllDue,
  noteTried,
  WATCHER,
} from "../withdrawals/withdrawal-queues.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { broadcastWithdrawal } from "./broadcast-withdrawal.ts";
import type { SenderParts } from "./parts.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";

export interface Sender {
  round(signal: AbortSignal): Promise<void>;
}

const ROUND_MAX = 100;

export function createSender(parts: SenderParts): Sender {
  const { database, dataDir, clock, bus, log } = parts;
  let isFirst = true;
  return {
    async round(signal) {
      if (isFirst) await makeAllDue(database, clock.now());
      isFirst = false;
      if (!(await compareSignatures(database, dataDir)))
        log.error("the database is an older copy: payments wait for an administrator");
      await sendDue(parts, signal);
      if (!(await maySign(parts))) return;
      await reserveApproved(parts, signal);
      await signReserved(parts, signal);
      await compareSignatures(database, dataDir);
      if (await sendDue(parts, signal)) bus.publish("wake", { worker: WATCHER });
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
async function sendDue(parts: SenderParts, signal: AbortSignal): Promise<boolean> {
  const due = await listDueToSend(parts.database, parts.clock.now(), ROUND_MAX);
  for (const withdrawal of due) {
    if (signal.aborted) break;
    await isolateFailure(parts, withdrawal.id, async () => {
      await broadcastWithdrawal(parts, withdrawal);
      announce(parts, withdrawal);
    });
  }
  return due.length > 0;
}

async function reserveApproved(parts: SenderParts, signal: AbortSignal): Promise<void> {
  const approved = await listToReserve(parts.database, ROUND_MAX);
  if (approved.length === 0) return;
  const feeRate = await currentFeeRate(parts.node);
  if (feeRate === undefined) {
    parts.log.error("fees are above 500 sat/vB: nothing is signed");
    return;
  }
  for (const withdrawal of approved) {
    if (signal.aborted) return;
    await isolateFailure(parts, withdrawal.id, async () => {
      // A fault of this one must not keep it first in the queue.
      await noteTried(parts.database, withdrawal.id, parts.clock.now());
      await reserveCoins(parts, withdrawal, feeRate);
      announce(parts, withdrawal);
    });
  }
}

async function signReserved(parts: SenderParts, signal: AbortSignal): Promise<void> {
  for (const withdrawal of await listInState(parts.database, "reserved", ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(parts, withdrawal.id, async () => {
      await signWithdrawal(parts, withdrawal);
      announce(parts, withdrawal);
    });
  }
}

function announce({ bus }: SenderParts, { userId }: WithdrawalRow): void {
  bus.publish("me", { userId, what: "withdrawals" });
}
