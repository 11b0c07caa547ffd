/**
 * Resumes payments after an administrator has compared the ledger with the chain. Outgoing payments
 * that have no withdrawal in this database are posted as the treasury's loss, so that the ledger
 * and the chain agree again.
 */
import { postAll } from "#ledger";
import { newId, type DatabaseTransaction } from "#platform";
import { recount } from "#treasury";
import { clawBack } from "../books/claw-back.ts";
import { CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { unlockPayments } from "../chain/payments-lock.ts";
import { skipWatched } from "../chain/watch-ahead.ts";
import { refuse } from "../terms/refusals.ts";
import { compareBooks } from "../watcher/reconcile.ts";
import { listUnrecorded, markBooked } from "../watcher/unrecorded-table.ts";

export interface Resumed {
  readonly lockedReason: string;
  /** Ids of the transactions that were posted as losses or adopted. */
  readonly txids: readonly string[];
  readonly lostSats: bigint;
}

/**
 * Resumes payments. `mempool` contains the txids in the node's mempool. Throws
 * `payments_not_locked`, `payments_not_compared` or `payments_unsettled`, or a LedgerRefusal if the
 * treasury's balance has changed in the meantime.
 */
export async function resumePayments(
  tx: DatabaseTransaction,
  { now, mempool }: { readonly now: Date; readonly mempool: ReadonlySet<string> },
): Promise<Resumed> {
  const { height, lockedReason, lockedAt, followedAt } = await lockCursor(tx);
  if (lockedReason === null || lockedAt === null) throw refuse.payments_not_locked();
  if (followedAt === null || followedAt < lockedAt) throw refuse.payments_not_compared();
  const unrecorded = await listUnrecorded(tx);
  const mined = unrecorded.filter((one) => one.height !== null);
  const lost = mined.filter(({ unexplainedSats }) => unexplainedSats > 0n);
  const pending = unrecorded.filter(
    ({ txid, unexplainedSats }) => unexplainedSats > 0n && mempool.has(txid),
  );
  for (const { txid, height: minedAt } of [...lost, ...pending]) {
    const confirmations = confirmationsAt(height, minedAt);
    if (confirmations < CONFIRMATIONS)
      throw refuse.payments_unsettled({ txid, confirmations: String(confirmations) });
  }
  await markBooked(
    tx,
    mined.map(({ txid }) => txid),
    now,
  );
  await skipWatched(tx);
  await unlockPayments(tx);
  if (lost.length > 0) await recount(tx);
  const legs = await clawBack(
    tx,
    lost.map(({ txid, unexplainedSats: amountSats }) => ({
      id: newId("unr", now),
      round: txid,
      userId: null,
      amountSats,
      cause: txid,
      code: "unrecorded_payment",
    })),
  );
  if (legs.length > 0) await postAll(tx, legs);
  await compareBooks(tx, now);
  const lostSats = lost.reduce((sum, one) => sum + one.unexplainedSats, 0n);
  return { lockedReason, txids: mined.map(({ txid }) => txid), lostSats };
}
