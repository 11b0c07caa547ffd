/**
 * Worker for simulated payouts. It advances every due payout, in one transaction per step, and
 * catches up on several steps after downtime. While withdrawals are paused, no payout advances.
 * Payouts of users who are in debt or disabled wait for administrators.
 */
import { postAll } from "#ledger";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import { deliver } from "#notifications";
import {
  failpoint,
  isolateFailure,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import { payoutMethodNames } from "#api/payout-accounts";
import { isApprovedBy, payoutApprovalHash } from "../approvals/approval-rules.ts";
import { dropAllApprovals, listApprovals } from "../approvals/approvals-table.ts";
import { payoutSettleLegs } from "../books/payout-legs.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { lockCursor, readCursor } from "../chain/chain-table.ts";
import { stopReasonsOf } from "../terms/stop-reason.ts";
import { publishHeldBack, notifyHeldBack } from "../terms/notify-held-back.ts";
import { isOpen, nextAt, startedAtOf, stateAfter } from "./payout-states.ts";
import { holdPayoutBack, listDuePayouts, movePayout, type PayoutRow } from "./payouts-table.ts";

/**
 * Throws if the payout does not match the approved details. Corresponds to the signer's check of
 * on-chain payments and runs before each step.
 */
async function requireApprovals(tx: DatabaseTransaction, row: PayoutRow): Promise<void> {
  if (row.approvalsRequired === 0) return;
  const isSame = row.approvalHash === payoutApprovalHash(row);
  if (!isSame || !isApprovedBy(row, await listApprovals(tx, row.id)))
    throw new Error(`${row.id} is not what administrators approved`);
}

export interface PayoutDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

const ROUND_MAX = 100;

export async function movePayouts(deps: PayoutDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  if (pauseReasonOf(await readCursor(database)) !== undefined) return;
  for (const payout of await listDuePayouts(database, clock.now(), ROUND_MAX)) {
    if (signal.aborted) return;
    await isolateFailure(deps, payout.id, () => catchUp(deps, payout));
  }
}

async function catchUp(deps: PayoutDeps, payout: PayoutRow): Promise<void> {
  let current: PayoutRow | undefined = payout;
  while (current?.nextAt && current.nextAt <= deps.clock.now())
    current = await moveOn(deps, current);
  const { userId } = payout;
  deps.bus.publish("me", { userId, what: "withdrawals" });
  if (current?.state === "in_review") await publishHeldBack(deps, payout);
  if (current?.state !== "completed") return;
  deps.bus.publish("me", { userId, what: "balances" });
  deps.bus.publish("me", { userId, what: "mailbox" });
}

/**
 * Runs the payout's next step and returns the payout. A stopped payout is returned in review.
 * Returns undefined if a concurrent process advanced or cancelled the payout.
 */
async function moveOn(
  { database, clock }: PayoutDeps,
  payout: PayoutRow,
): Promise<PayoutRow | undefined> {
  const { id, state } = payout;
  if (!isOpen(state)) return undefined;
  const to = stateAfter(state);
  failpoint(`wallet.payout.${to}.before`);
  const moved = await database.transaction(async (tx) => {
    const now = clock.now();
    const heldBack = await holdBackIfStopped(tx, payout, now);
    if (heldBack) return heldBack;
    const step = { from: state, to, now, nextAt: nextAt(startedAtOf(payout), to) };
    const row = await movePayout(tx, id, step);
    if (row) await requireApprovals(tx, row);
    if (row?.state !== "completed") return row;
    await deliver(tx, {
      userId: row.userId,
      template: "simulated_payout_completed",
      values: {
        amountBtc: formatAmount(row.amountSats, BTC_DECIMALS),
        amountUsd: formatAmount(row.paidCents, USD_DECIMALS),
        method: payoutMethodNames[row.method],
        withdrawalId: id,
      },
      now,
    });
    failpoint("wallet.payout.completing");
    await postAll(tx, payoutSettleLegs(row));
    return row;
  });
  failpoint(`wallet.payout.${to}.after`);
  return moved;
}

/**
 * Stops the payout if it is not sent yet, just as an on-chain payment is stopped before it is
 * signed.
 */
async function holdBackIfStopped(
  tx: DatabaseTransaction,
  { id, userId, state }: PayoutRow,
  now: Date,
): Promise<PayoutRow | undefined> {
  if (state === "sent") return undefined;
  await lockCursor(tx);
  const reason = (await stopReasonsOf(tx, [userId], now)).get(userId);
  if (reason === undefined) return undefined;
  const row = await holdPayoutBack(tx, id, reason);
  if (!row) return undefined;
  await dropAllApprovals(tx, id);
  await notifyHeldBack(tx, row, { reason, now });
  return row;
}
