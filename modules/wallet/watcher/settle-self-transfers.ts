/**
 * Completes self-transfers when their outcome has enough confirmations. Either the self-transfer
 * was mined and its fee leaves the ledger, or a conflicting transaction has permanently replaced
 * it. Runs only while the watcher is at the tip.
 */
import { postAll, type Transfer, type TransferCode } from "#ledger";
import { failpoint, isolateFailure, newUuid, type DatabaseTransaction } from "#platform";
import { recount } from "#treasury";
import { clawBack } from "../books/claw-back.ts";
import { feeShortageLegs } from "../books/fee-shortage.ts";
import { FEE_CODES, feePaidLeg, feeUnpaidLeg } from "../books/self-transfer-legs.ts";
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { releaseCold } from "../cold/cold-coins-table.ts";
import { isCold } from "../cold/cold-moves-table.ts";
import { listDeepEnough, listLost } from "../self-transfers/self-transfer-queues.ts";
import { steps } from "../self-transfers/self-transfer-states.ts";
import { moveSelfTransfers, type SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import type { RoundDeps, WatcherDeps } from "./deps.ts";
import { retryUntilBooked } from "../books/retry-races.ts";

export async function settleSelfTransfers(deps: RoundDeps, tip: Cursor): Promise<void> {
  const { database } = deps;
  for (const transfer of await listDeepEnough(database, tip, CONFIRMATIONS))
    await isolateFailure(deps, transfer.id, () => end(deps, tip, transfer, complete));
  for (const transfer of await listLost(database, tip, CONFIRMATIONS))
    await isolateFailure(deps, transfer.id, () => end(deps, tip, transfer, giveUp));
}

type Ending = (
  tx: DatabaseTransaction,
  transfer: SelfTransferRow,
  now: Date,
) => Promise<readonly Transfer[]>;

async function end(
  deps: WatcherDeps,
  tip: Cursor,
  transfer: SelfTransferRow,
  ending: Ending,
): Promise<void> {
  await retryUntilBooked(deps, async (tx) => {
    const cursor = await lockCursor(tx);
    if (cursor.hash !== tip.hash) return;
    const legs = await ending(tx, transfer, deps.clock.now());
    failpoint("wallet.self-transfer-settling");
    if (legs.length > 0) await postAll(tx, [...legs]);
  });
  failpoint("wallet.self-transfer-settled");
}

async function complete(
  tx: DatabaseTransaction,
  transfer: SelfTransferRow,
  now: Date,
): Promise<readonly Transfer[]> {
  const { id, txid, book, minerFeeSats } = transfer;
  const change = { completedAt: now, book: "posted" } as const;
  const moved = await moveSelfTransfers(tx, [txid], steps.complete, change);
  if (moved.length === 0 || book === "posted") return [];
  if (book === "returned") {
    // The transaction was recorded as impossible but was mined after all, because of a very deep
    // reorg or a restored older backup.
    await recount(tx);
    const claim = { id, round: newUuid(now), userId: null, amountSats: minerFeeSats, cause: id };
    return clawBack(tx, [{ ...claim, code: await feeCodeOf(tx, transfer) }]);
  }
  return [
    ...(await feeShortageLegs(tx, { id, neededSats: minerFeeSats, what: "settle" })),
    feePaidLeg(transfer, await feeCodeOf(tx, transfer)),
  ];
}

async function giveUp(
  tx: DatabaseTransaction,
  transfer: SelfTransferRow,
  now: Date,
): Promise<readonly Transfer[]> {
  const { id, txid, book } = transfer;
  const moved = await moveSelfTransfers(tx, [txid], steps.return, { book: "returned" });
  if (moved.length === 0) return [];
  await releaseCoins(tx, id);
  await releaseCold(tx, id);
  if (book !== "posted") return [];
  return [feeUnpaidLeg(transfer, newUuid(now), await feeCodeOf(tx, transfer))];
}

/** Returns the transfer code that states the purpose of the miner's fee. */
async function feeCodeOf(
  tx: DatabaseTransaction,
  { id, kind }: Pick<SelfTransferRow, "id" | "kind">,
): Promise<TransferCode> {
  return (await isCold(tx, id)) ? "cold_fee" : FEE_CODES[kind];
}
