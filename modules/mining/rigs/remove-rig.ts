/**
 * Removes a rig in the transaction of its sale. The rig's unpaid time is settled first, and the
 * sale proceeds may pay for its power. Returns the transfers. The caller posts them in the same
 * event as the sale, after the transfer that credits the proceeds.
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
  /** Sale proceeds, paid to the owner before the power is charged. */
  readonly proceedsSats: bigint;
}

/**
 * Settles and closes the rig. Throws an Error if the user has no such rig, so the caller must check
 * ownership first.
 */
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
