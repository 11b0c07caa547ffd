/**
 * Lets a second administrator approve or reject a correction. An approval, its audit entry, message
 * and transfer commit together. The row lock and the transfer's derived id prevent a second
 * transfer.
 */
import type { Caller } from "#api/route";
import { LedgerRefusal, postAll, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import { deliver } from "#notifications";
import { failpoint, type DatabaseTransaction } from "#platform";
import {
  ableAdministrators,
  publishToAdministrators,
  countAdministratorWrite,
  requireLockedPerson,
  requireAdministrator,
  requireAuthority,
  requireSecondFactor,
} from "#users";
import { writeOffDebt } from "#wallet";
import { recordAudit } from "#audit";
import type { DecisionDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { requireSpareSats } from "../treasury/require-spare-sats.ts";
import { adjustmentHash, adjustmentLeg, stateAt, type Adjustment } from "./adjustment-rules.ts";
import { lockAdjustment, saveDecision } from "./adjustments-table.ts";
import { auditFactsOf } from "./audit-facts.ts";

/**
 * Approves the correction. Throws:
 * - `owes_less` if the user's debt is now smaller than the write-off
 * - `insufficient_funds` if the platform (or the user, for a deduction) has too little
 * - `pay_uncovered` if the platform needs the coins as cover
 */
export async function approveAdjustment(
  deps: DecisionDeps,
  caller: Caller,
  approval: { readonly adjustmentId: string; readonly approvalHash: string },
): Promise<void> {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  const userId = await deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const adjustment = await openForDecision(tx, caller, { id: approval.adjustmentId, now });
    const { id, proposedBy } = adjustment;
    if (adjustment.userId === caller.userId) throw adminRefusals.own_account();
    if (proposedBy === caller.userId) throw adminRefusals.own_proposal();
    if (adjustmentHash(adjustment) !== approval.approvalHash) throw adminRefusals.approval_stale();
    if ((await ableAdministrators(tx, { userIds: [proposedBy], now })).length === 0)
      throw adminRefusals.proposer_gone();
    const leg = await legOf(tx, deps, adjustment, now);
    const decision = { decidedBy: caller.userId, decidedAt: now, rejectedReason: null };
    await saveDecision(tx, { id, state: "approved", ...decision });
    await notify(tx, adjustment, now);
    await record(tx, caller, { adjustment, action: "adjustment.approve", now });
    failpoint("admin.adjustment.approving");
    await book(tx, adjustment, leg);
    return adjustment.userId;
  });
  failpoint("admin.adjustment.approved");
  for (const what of ["balances", "mailbox"] as const) deps.bus.publish("me", { userId, what });
  await publishToAdministrators(deps, { what: "adjustments" });
}

/**
 * Rejects the correction. The proposer can withdraw a proposal in the same way, even one for their
 * own account, because a rejection moves no money. Throws a Refusal if the correction is already
 * decided.
 */
export async function rejectAdjustment(
  deps: DecisionDeps,
  caller: Caller,
  rejection: { readonly adjustmentId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  const { reason } = rejection;
  await deps.database.transaction(async (tx) => {
    const adjustment = await openForDecision(tx, caller, { id: rejection.adjustmentId, now });
    const { userId, proposedBy } = adjustment;
    if (userId === caller.userId && proposedBy !== userId) throw adminRefusals.own_account();
    await saveDecision(tx, {
      id: adjustment.id,
      state: "rejected",
      decidedBy: caller.userId,
      decidedAt: now,
      rejectedReason: reason,
    });
    await record(tx, caller, { adjustment, action: "adjustment.reject", reason, now });
  });
  await publishToAdministrators(deps, { what: "adjustments" });
}

/**
 * Returns the open proposal. Throws unless the caller is still an administrator and the proposal is
 * still open.
 */
async function openForDecision(
  tx: DatabaseTransaction,
  caller: Caller,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Adjustment> {
  await requireAdministrator(tx, { userId: caller.userId, now });
  const adjustment = await lockAdjustment(tx, id);
  if (!adjustment) throw adminRefusals.adjustment_not_found();
  const state = stateAt(adjustment, now);
  if (state === "expired") throw adminRefusals.adjustment_expired();
  if (state !== "proposed") throw adminRefusals.adjustment_decided();
  return adjustment;
}

/**
 * Returns the ledger transfer. A write-off needs no spare coins, because the cover already counts
 * the debt as an obligation.
 */
async function legOf(
  tx: DatabaseTransaction,
  { treasury }: Pick<DecisionDeps, "treasury">,
  adjustment: Adjustment,
  now: Date,
): Promise<Transfer> {
  const { id, kind, userId, asset, amount } = adjustment;
  if (kind === "debt") return writeOffDebt(tx, { id, userId, amountSats: amount });
  await requireLockedPerson(tx, userId, now);
  if (asset === "BTC" && amount > 0n)
    await requireSpareSats(tx, treasury, { amountSats: amount, now });
  return adjustmentLeg(adjustment);
}

async function book(
  tx: DatabaseTransaction,
  { asset, amount }: Adjustment,
  leg: Transfer,
): Promise<void> {
  try {
    await postAll(tx, [leg]);
  } catch (error) {
    if (!(error instanceof LedgerRefusal && error.has("insufficient"))) throw error;
    throw adminRefusals.insufficient_funds({
      who: amount > 0n ? "The treasury" : "The user",
      asset,
    });
  }
}

async function notify(tx: DatabaseTransaction, adjustment: Adjustment, now: Date): Promise<void> {
  const { id, kind, userId, asset, amount, reason } = adjustment;
  if (kind === "debt") {
    const values = { amountBtc: formatAmount(amount, BTC_DECIMALS), reason, adjustmentId: id };
    await deliver(tx, { userId, template: "debt_written_off", values, now });
    return;
  }
  const sum = amount < 0n ? -amount : amount;
  const decimals = asset === "BTC" ? BTC_DECIMALS : USD_DECIMALS;
  await deliver(tx, {
    userId,
    template: "balance_adjusted",
    values: {
      amount: `${formatAmount(sum, decimals)} ${asset}`,
      direction: amount > 0n ? "added to" : "taken from",
      reason,
      adjustmentId: id,
    },
    now,
  });
}

async function record(
  tx: DatabaseTransaction,
  caller: Caller,
  entry: {
    readonly adjustment: Adjustment;
    readonly action: "adjustment.approve" | "adjustment.reject";
    readonly reason?: string;
    readonly now: Date;
  },
): Promise<void> {
  const { adjustment, action, now } = entry;
  await recordAudit(tx, {
    at: now,
    actor: caller.userId,
    action,
    target: adjustment.userId,
    reason: entry.reason ?? adjustment.reason,
    before: {},
    after: auditFactsOf(adjustment),
  });
}
