/**
 * Takes a sold machine out of work, in the seller's own transaction: its open time is settled
 * first, the power also from what the sale brings. The transfers come back for the caller to post
 * after the credit of the sale, in the same event.
 */
import { balancesOf, type Transfer } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { closeHashRateSource, openRig } from "../accrual/hash-rate-sources-table.ts";
import { lockMiner } from "../accrual/miners-table.ts";
import { holdReferenceValues } from "#treasury";
import { settleRig } from "../accrual/settle-rig.ts";
import { setProceeds } from "../accrual/rigs-table.ts";
import { settledRig, transfersOf } from "../payouts/settle-miner.ts";
import { unpaidPeriodsOf } from "../accrual/unpaid-time.ts";
import { writeSettled } from "../payouts/write-payouts.ts";

export interface Removal {
  readonly userId: string;
  readonly rigId: string;
  readonly now: Date;
  /** What its owner gets for it, credited before the power is charged. */
  readonly proceedsSats: bigint;
}

/** Throws an Error when the user has no such rig: the seller knows what it sold. */
export async function removeRig(
  tx: DatabaseTransaction,
  { userId, rigId, now, proceedsSats }: Removal,
): Promise<readonly Transfer[]> {
  await holdReferenceValues(tx);
  await lockMiner(tx, userId);
  const rig = await openRig(tx, { userId, rigId });
  if (!rig) throw new Error(`no rig ${rigId}`);
  const periodsOf = await unpaidPeriodsOf(tx, rig.stoppedAt ? [] : [rig], now);
  const { availableSats } = await balancesOf(tx, userId);
  const available = { availableSats: availableSats + proceedsSats, isLast: true };
  const settled = settleRig(rig, periodsOf(rig), available);
  const last = settled && settledRig(rig, settled);
  if (last) await writeSettled(tx, [last]);
  await closeHashRateSource(tx, rigId, now);
  await setProceeds(tx, rigId, proceedsSats);
  return last?.payout ? transfersOf(last.payout) : [];
}
