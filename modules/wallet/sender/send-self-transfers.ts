/**
 * Runs the sender's round for self-transfers: signs each transaction once and broadcasts it
 * whenever it is due.
 */
import { failpoint, isolateFailure, type Failed } from "#platform";
import {
  listChosen,
  listDue,
  noteSelfTransferSent,
} from "../self-transfers/self-transfer-queues.ts";
import { steps } from "../self-transfers/self-transfer-states.ts";
import { moveSelfTransfers, type SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import { pauseAfter } from "./node-verdict.ts";
import type { SenderDeps } from "./deps.ts";
import { sendBytes } from "./broadcast-withdrawal.ts";
import { signSelfTransfer } from "./sign-self-transfer.ts";

type RoundDeps = SenderDeps & { readonly failed: Failed[] };

const ROUND_MAX = 20;

/**
 * Sends the stored bytes of all due CPFP transactions, or of all other due transactions. Returns
 * whether any were sent.
 */
export async function sendSelfTransfers(
  deps: RoundDeps,
  signal: AbortSignal,
  { isCpfp }: { readonly isCpfp: boolean },
): Promise<boolean> {
  const due = await listDue(deps.database, { now: deps.clock.now(), isCpfp });
  for (const transfer of due) {
    if (signal.aborted) break;
    await isolateFailure(deps, transfer.id, () => sendOne(deps, transfer));
  }
  return due.length > 0;
}

async function sendOne(deps: RoundDeps, transfer: SelfTransferRow): Promise<void> {
  const { database, clock, log } = deps;
  const { id, txid, rawHex, state, sendCount } = transfer;
  if (rawHex === null) throw new Error(`${id} is signed without bytes`);
  failpoint("wallet.self-transfer-sending");
  const verdict = await sendBytes(deps, rawHex);
  failpoint("wallet.self-transfer-sent");
  if (!verdict.isTaken)
    log.warn(
      { selfTransferId: id, answer: verdict.answer },
      "the node did not accept a transaction; it will be sent again",
    );
  await database.transaction(async (tx) => {
    const now = clock.now();
    const pauseMs = pauseAfter(verdict, { sendCount, isInMempool: state === "in_mempool" });
    const nextSendAt = new Date(now.getTime() + pauseMs);
    await noteSelfTransferSent(tx, id, { answer: verdict.answer, nextSendAt });
    if (verdict.isTaken) await moveSelfTransfers(tx, [txid], steps.broadcast, { broadcastAt: now });
  });
}

export async function signSelfTransfers(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  for (const transfer of await listChosen(deps.database, ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(deps, transfer.id, () => signSelfTransfer(deps, transfer));
  }
}
