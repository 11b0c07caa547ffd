/**
 * Requests a higher fee for an unmined payment. The cost is held, the payment keeps its coins, and
 * the version with the higher fee waits for the signer. A repeated request has no effect.
 */
import { postAtCommit } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { newId, runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { claimSpareSats } from "#treasury";
import { feeBumpLeg } from "../books/fee-bump-legs.ts";
import { owedSatsOf } from "../books/debts-table.ts";
import { CHANGE } from "../chain/account.ts";
import { findAddresses, insertAddress, nextChangeIndex } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { reserveCoin } from "../chain/coins-table.ts";
import { buildPsbt } from "../coins/build-psbt.ts";
import { refuse } from "../terms/refusals.ts";
import { insertFeeBump, isFeeBumpRequested } from "../withdrawals/fee-bumps-table.ts";
import type { WithdrawalDeps } from "../withdrawals/deps.ts";
import { refuseWhileLocked } from "../withdrawals/require-owner.ts";
import { isGivingUp, listOfPayment } from "../self-transfers/self-transfers-table.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import { lockWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { bumpedPayment, planAt, type BumpedPayment } from "./bumped-payment.ts";
import type { FeeBumpDeps } from "./deps.ts";
import type { FeeBumpPlan } from "./plan-fee-bump.ts";

export interface FeeBumpRequest {
  readonly withdrawalId: string;
  /** Id of the owner, or of the administrator who requests the bump at the platform's expense. */
  readonly requestedBy: string;
  readonly paidBy: "user" | "house";
  readonly feeRateSatsPerVb: number;
  /** Cost that the requester saw. If the cost has risen since, the request is refused with 409. */
  readonly costSats: bigint;
}

/**
 * Requests a bump that the owner pays for. Returns its cost. Throws the refusals of `openFeeBump`.
 */
export async function requestFeeBump(
  deps: FeeBumpDeps & Pick<WithdrawalDeps, "settleEarnings">,
  { idempotency, ...request }: FeeBumpRequest & { readonly idempotency: IdempotentRequest },
): Promise<{ readonly costSats: bigint }> {
  const { userId, costSats } = await runOnce(deps.database, idempotency, async (tx) => {
    await deps.settleEarnings(tx, [request.requestedBy], "single");
    return openFeeBump(tx, deps, request);
  });
  publishFeeBump(deps, userId);
  return { costSats };
}

export function publishFeeBump({ bus }: Pick<FeeBumpDeps, "bus">, userId: string): void {
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("wake", { worker: SENDER });
}

/**
 * Opens a bump. Returns the withdrawal's owner and the cost. Throws `withdrawal_not_found`,
 * `bump_not_possible`, `payment_given_up`, `bump_under_way`, `bump_too_dear`, `bump_cost_changed`
 * or `bump_unpaid`, or the refusal of paused payments. If the owner pays, also throws the refusals
 * for owners who are in debt or locked.
 */
export async function openFeeBump(
  tx: DatabaseTransaction,
  deps: FeeBumpDeps,
  request: FeeBumpRequest,
): Promise<{ readonly userId: string; readonly costSats: bigint }> {
  const { withdrawalId, paidBy, requestedBy, feeRateSatsPerVb } = request;
  const now = deps.clock.now();
  const cursor = await lockCursor(tx);
  const withdrawal = await lockWithdrawal(tx, withdrawalId);
  if (!withdrawal || withdrawal.purpose !== "user") throw refuse.withdrawal_not_found();
  const { userId, txid } = withdrawal;
  if (paidBy === "user" && userId !== requestedBy) throw refuse.withdrawal_not_found();
  refuseWhilePaused(cursor);
  if (paidBy === "user") await refuseStopped(tx, { userId, now });
  const attempts = await listOfPayment(tx, withdrawal.paidWith ?? withdrawalId);
  if (attempts.some(isGivingUp)) throw refuse.payment_given_up();
  const payment = await bumpedPayment(tx, withdrawal);
  if (!payment || txid === null) throw refuse.bump_not_possible();
  if (await isFeeBumpRequested(tx, payment.batch)) throw refuse.bump_under_way();
  const plan = await planAt(tx, payment, { cursor, feeRateSatsPerVb });
  if (!plan) throw refuse.bump_too_dear();
  const costSats = plan.minerFeeSats - payment.bumped.minerFeeSats;
  if (costSats > request.costSats)
    throw refuse.bump_cost_changed({ cost: formatAmount(costSats, BTC_DECIMALS) });
  const id = newId("bmp", now);
  const cost = { id, withdrawalId, userId, paidBy, costSats };
  if (paidBy === "house") await claimCost(tx, deps, { costSats, now });
  await insertFeeBump(tx, {
    ...cost,
    replacesTxid: txid,
    number: payment.nextNumber,
    requestedBy,
    psbt: await writePsbt(tx, deps, { payment, plan }),
    requestedAt: now,
  });
  postAtCommit(tx, [[feeBumpLeg(cost)]], (refusal) =>
    refusal.has("insufficient") ? refuse.bump_unpaid() : refusal,
  );
  return { userId, costSats };
}

function refuseWhilePaused(cursor: Cursor): void {
  const reason = pauseReasonOf(cursor);
  if (reason !== undefined) throw refuse.withdrawals_paused({ reason });
}

/**
 * Throws a Refusal if the owner is in debt or locked. Called only if the owner pays, because the
 * platform may bump payments of any user.
 */
async function refuseStopped(
  tx: DatabaseTransaction,
  at: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const owedSats = await owedSatsOf(tx, at.userId);
  if (owedSats > 0n) throw refuse.account_frozen({ owed: formatAmount(owedSats, BTC_DECIMALS) });
  await refuseWhileLocked(tx, at);
}

async function claimCost(
  tx: DatabaseTransaction,
  { treasury }: Pick<FeeBumpDeps, "treasury">,
  { costSats, now }: { readonly costSats: bigint; readonly now: Date },
): Promise<void> {
  const spareSats = await claimSpareSats(tx, treasury, { now, wantedSats: costSats });
  if (spareSats < costSats) throw refuse.bump_unpaid();
}

/** Writes the bumped PSBT. Reserves an added coin for the batch's first withdrawal. */
async function writePsbt(
  tx: DatabaseTransaction,
  { account, clock }: Pick<WithdrawalDeps, "account" | "clock">,
  {
    payment,
    plan,
  }: {
    readonly payment: BumpedPayment;
    readonly plan: FeeBumpPlan<BumpedPayment["coins"][number]>;
  },
): Promise<string> {
  const { addedCoin, changeSats } = plan;
  const [first] = payment.batch;
  if (addedCoin && first) await reserveCoin(tx, addedCoin, first.id);
  const addresses = await findAddresses(tx, payment.changeScripts);
  const change: { index: number; amountSats: bigint }[] = [];
  for (const [place, amountSats] of changeSats.entries()) {
    const before = addresses.get(payment.changeScripts[place] ?? "");
    const index = before?.index ?? (await nextChangeIndex(tx));
    if (!before) {
      const now = clock.now();
      await insertAddress(tx, account.derive(CHANGE, index), { purpose: "change", now });
    }
    change.push({ index, amountSats });
  }
  return buildPsbt(account, {
    coins: [...payment.coins, ...(addedCoin ? [addedCoin] : [])],
    payouts: payment.bumped.payouts,
    change,
  });
}
