/**
 * Undoes a block in one database transaction. Compensating ledger entries reverse the block's
 * credited deposits. The platform's payments in the block become unmined again and keep the same
 * bytes.
 */
import { postAll } from "#ledger";
import { failpoint, recordIncident, type DatabaseTransaction } from "#platform";
import { recount } from "#treasury";
import { clawBack, type Claim } from "../books/claw-back.ts";
import {
  deleteBlock,
  findBlock,
  lockCursor,
  moveCursor,
  type Cursor,
} from "../chain/chain-table.ts";
import { undoCoins } from "../chain/coins-table.ts";
import { undoColdCoins } from "../cold/cold-coins-table.ts";
import { undoDeposits, type DepositRow } from "../deposits/deposits-table.ts";
import { insertUndoneBlock } from "../receipts/undone-blocks-table.ts";
import { undoSelfTransfers } from "../self-transfers/self-transfer-queues.ts";
import { takeNewest } from "../withdrawals/versions-table.ts";
import { undoWithdrawals } from "../withdrawals/withdrawal-queues.ts";
import { takeBackSightings } from "../watch-list/sightings-table.ts";
import { publishTouched, nothingTouched, type WatcherDeps } from "./deps.ts";
import { retryUntilBooked } from "../books/retry-races.ts";

type Place = Pick<Cursor, "height" | "hash">;

/**
 * Undoes the block and returns the previous one. Returns undefined if the cursor is no longer at
 * the block, for example because a concurrent watcher has already applied a block of the new chain.
 * `depth` is the number of blocks that the reorg replaces. It is set for the first of them.
 */
export async function undoBlock(
  deps: WatcherDeps,
  { height, hash }: Place,
  { depth }: { readonly depth?: number | undefined } = {},
): Promise<Place | undefined> {
  const { bus, clock } = deps;
  const touched = nothingTouched();
  const previous = await retryUntilBooked(deps, async (tx) => {
    const cursor = await lockCursor(tx);
    const block = await findBlock(tx, height);
    const now = clock.now();
    if (cursor.hash !== hash || !block) return undefined;
    if (depth !== undefined) await recordReorg(tx, { depth, height });
    await insertUndoneBlock(tx, { height, hash, isFirst: depth !== undefined, now });
    await undoCoins(tx, height);
    await undoColdCoins(tx, height);
    const reversed = await undoDeposits(tx, height, now);
    for (const { userId } of reversed) if (userId !== null) touched.deposits.add(userId);
    const undone = await undoWithdrawals(tx, height, now);
    for (const { userId } of undone) touched.withdrawals.add(userId);
    await takeNewest(tx, undone);
    await undoSelfTransfers(tx, height, now);
    await takeBackSightings(tx, { height, now });
    await deleteBlock(tx, height);
    await moveCursor(tx, { height: height - 1, hash: block.previousHash });
    failpoint("wallet.undoing");
    if (reversed.length > 0) await recount(tx);
    const legs = await clawBack(tx, reversed.map(claimOf));
    if (legs.length > 0) await postAll(tx, legs);
    return { height: height - 1, hash: block.previousHash };
  });
  failpoint("wallet.undone");
  if (!previous) return undefined;
  bus.publish("block", previous);
  publishTouched(bus, touched);
  return previous;
}

function claimOf(deposit: DepositRow): Claim {
  const { id, userId, amountSats, txid, vout } = deposit;
  return { id, round: String(deposit.reversals), userId, amountSats, cause: `${txid}:${vout}` };
}

/** A reorg of one block is normal. A deeper one is an incident. */
async function recordReorg(
  tx: DatabaseTransaction,
  { depth, height }: { readonly depth: number; readonly height: number },
): Promise<void> {
  if (depth < 2) return;
  const detail = `The chain replaced its last ${depth} blocks, ${height - depth + 1} to ${height}.`;
  await recordIncident(tx, { kind: "reorg", detail });
}
