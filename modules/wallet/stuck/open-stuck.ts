/**
 * Executes an administrator's decision about an unmined payment. A CPFP transaction raises the
 * payment's effective fee rate, so that it is mined. An abandonment spends the payment's coins back
 * to the platform. The platform pays the miner's fee, and the sender signs the transaction.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import type { DatabaseTransaction } from "#platform";
import type { FeeBumpDeps } from "../fee-bumps/deps.ts";
import { nextChangeIndex } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { putUnmined, reserveCoin, type CoinRow } from "../chain/coins-table.ts";
import { chooseSelfTransfer, unsignedTransfer } from "../self-transfers/choose-self-transfer.ts";
import type { NewSelfTransfer } from "../self-transfers/self-transfers-table.ts";
import { refuse } from "../terms/refusals.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import { lockWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { abandonmentPlans } from "./abandonment-plans.ts";
import { cpfpPlans } from "./cpfp-plans.ts";
import type { StuckPlan } from "./plan-stuck.ts";
import { stuckPayment, type StuckPayment } from "./stuck-payment.ts";

export interface StuckRequest {
  /** Id of any withdrawal of the batch. */
  readonly withdrawalId: string;
  readonly feeRateSatsPerVb: number;
  /**
   * Cost that the administrator saw. If the cost has risen since, the request is refused with 409.
   */
  readonly costSats: bigint;
}

export interface OpenedStuck {
  readonly userIds: readonly string[];
  readonly costSats: bigint;
}

/**
 * Saves a CPFP transaction. Throws `withdrawal_not_found`, `child_not_possible`,
 * `payment_given_up`, `bump_under_way`, `bump_too_dear`, `bump_cost_changed` or `bump_unpaid`, or
 * the refusal of paused payments.
 */
export async function openCpfp(
  tx: DatabaseTransaction,
  deps: FeeBumpDeps,
  request: StuckRequest,
): Promise<OpenedStuck> {
  const { payment, cursor } = await lockStuck(tx, request, refuse.child_not_possible);
  if (payment.isGivenUp) throw refuse.payment_given_up();
  const plans = await cpfpPlans(tx, payment, cursor);
  if (!plans) throw refuse.child_not_possible();
  const { change, parentTxid } = plans;
  return choose(tx, deps, {
    request,
    payment,
    plan: plans.at(request.feeRateSatsPerVb),
    purpose: { kind: "child", withdrawalId: payment.batch[0].id, parentTxid },
    async reserve(id, coins) {
      await putUnmined(tx, change);
      for (const coin of coins) await reserveCoin(tx, coin, id);
    },
  });
}

/**
 * Saves an abandonment. Its coins stay reserved for the payment, and only one of the two can be
 * mined. A later abandonment with a higher fee can replace it. Throws `give_up_not_possible` or the
 * refusals of `openCpfp`.
 */
export async function openAbandonment(
  tx: DatabaseTransaction,
  deps: FeeBumpDeps,
  request: StuckRequest,
): Promise<OpenedStuck> {
  const { payment } = await lockStuck(tx, request, refuse.give_up_not_possible);
  const plans = await abandonmentPlans(tx, payment);
  if (!plans) throw refuse.give_up_not_possible();
  return choose(tx, deps, {
    request,
    payment,
    plan: plans.at(request.feeRateSatsPerVb),
    purpose: { kind: "abandonment", withdrawalId: payment.batch[0].id, parentTxid: null },
    reserve: () => Promise.resolve(),
  });
}

/** Notifies the owners and wakes the sender. Call this after the commit. */
export function publishStuckPayment(
  { bus }: Pick<FeeBumpDeps, "bus">,
  userIds: readonly string[],
): void {
  for (const userId of new Set(userIds)) bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("wake", { worker: SENDER });
}

/**
 * Locks the payment. The caller must hold the chain cursor's lock, which serialises concurrent
 * requests.
 */
async function lockStuck(
  tx: DatabaseTransaction,
  { withdrawalId }: StuckRequest,
  impossible: () => Error,
): Promise<{ readonly payment: StuckPayment; readonly cursor: Cursor }> {
  const cursor = await lockCursor(tx);
  const withdrawal = await lockWithdrawal(tx, withdrawalId);
  if (!withdrawal) throw refuse.withdrawal_not_found();
  const reason = pauseReasonOf(cursor);
  if (reason !== undefined) throw refuse.withdrawals_paused({ reason });
  const payment = await stuckPayment(tx, withdrawal);
  if (!payment) throw impossible();
  if (payment.isUnderWay) throw refuse.bump_under_way();
  return { payment, cursor };
}

async function choose(
  tx: DatabaseTransaction,
  deps: FeeBumpDeps,
  chosen: {
    readonly request: StuckRequest;
    readonly payment: StuckPayment;
    readonly plan: StuckPlan<CoinRow> | undefined;
    readonly purpose: Pick<NewSelfTransfer, "kind" | "withdrawalId" | "parentTxid">;
    readonly reserve: (id: string, coins: readonly CoinRow[]) => Promise<void>;
  },
): Promise<OpenedStuck> {
  const { request, payment, plan, purpose } = chosen;
  if (!plan) throw refuse.bump_too_dear();
  const costSats = plan.minerFeeSats;
  if (costSats > request.costSats)
    throw refuse.bump_cost_changed({ cost: formatAmount(costSats, BTC_DECIMALS) });
  const index = await nextChangeIndex(tx);
  const id = await chooseSelfTransfer(tx, deps, {
    plan,
    unsigned: await unsignedTransfer(deps.account, plan, index),
    now: deps.clock.now(),
    purpose,
    reserve: async (reservedBy) => {
      await chosen.reserve(reservedBy, plan.coins);
      return true;
    },
    refusalOf: (refusal) => (refusal.has("insufficient") ? refuse.bump_unpaid() : refusal),
  });
  if (id === undefined) throw refuse.bump_unpaid();
  return { userIds: payment.batch.map(({ userId }) => userId), costSats };
}
