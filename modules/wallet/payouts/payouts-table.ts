/**
 * SQL statements for simulated payouts. Each state change requires the expected current state, so
 * late or repeated steps have no effect.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { SimulatedMethod } from "#api/payout-accounts";
import type { StopReason } from "../approvals/held-back.ts";
import type { OpenPayoutState, PayoutState } from "./payout-states.ts";

export interface PayoutRow {
  readonly id: string;
  readonly userId: string;
  readonly method: SimulatedMethod;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  /** Amount that the simulator pays out, in US cents. */
  readonly paidCents: bigint;
  readonly rateUsdPerBtc: string;
  readonly state: PayoutState;
  readonly requestedAt: Date;
  readonly nextAt: Date | null;
  readonly processingAt: Date | null;
  readonly sentAt: Date | null;
  readonly completedAt: Date | null;
  readonly cancelledAt: Date | null;
  /**
   * Number of administrators who must approve the payout; 0 unless the payout is large or was
   * stopped.
   */
  readonly approvalsRequired: number;
  /**
   * The owner's total over the 24 hours before the request, by all methods and including this
   * payout; null if it was never computed.
   */
  readonly daySats: bigint | null;
  /** Hash of the approved details; null if no approval was needed. */
  readonly approvalHash: string | null;
  /** Time of the last approval or of the rejection. */
  readonly decidedAt: Date | null;
  readonly rejectedReason: string | null;
  /** Why the payout was last stopped; null if it never was. */
  readonly heldBackFor: StopReason | null;
}

const COLUMNS = `id, user_id as "userId", method, amount_sats as "amountSats", fee_sats as "feeSats",
  paid_cents as "paidCents", rate_usd_per_btc as "rateUsdPerBtc", state, requested_at as "requestedAt",
  next_at as "nextAt", processing_at as "processingAt", sent_at as "sentAt", completed_at as "completedAt",
  cancelled_at as "cancelledAt", approvals_required as "approvalsRequired", approval_hash as "approvalHash",
  decided_at as "decidedAt", rejected_reason as "rejectedReason", day_sats as "daySats",
  held_back_for as "heldBackFor"`;

export type NewPayout = Pick<
  PayoutRow,
  | "id"
  | "userId"
  | "method"
  | "amountSats"
  | "feeSats"
  | "paidCents"
  | "rateUsdPerBtc"
  | "state"
  | "requestedAt"
  | "nextAt"
  | "approvalsRequired"
  | "daySats"
>;

export async function insertPayout(tx: DatabaseTransaction, payout: NewPayout): Promise<PayoutRow> {
  const [row] = await tx.query<PayoutRow>(
    `insert into wallet_simulated_payouts (id, user_id, method, amount_sats, fee_sats, paid_cents, rate_usd_per_btc, state,
       requested_at, next_at, approvals_required, day_sats)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`,
    [
      payout.id,
      payout.userId,
      payout.method,
      payout.amountSats,
      payout.feeSats,
      payout.paidCents,
      payout.rateUsdPerBtc,
      payout.state,
      payout.requestedAt,
      payout.nextAt,
      payout.approvalsRequired,
      payout.daySats,
    ],
  );
  if (!row) throw new Error(`${payout.id} was not written`);
  return row;
}

export async function findPayout(queryable: Queryable, id: string): Promise<PayoutRow | undefined> {
  const [row] = await queryable.query<PayoutRow>(
    `select ${COLUMNS} from wallet_simulated_payouts where id = $1`,
    [id],
  );
  return row;
}

type MovedTo = "processing" | "sent" | "completed" | "cancelled";

const TIME_OF: Readonly<Record<MovedTo, string>> = {
  processing: "processing_at",
  sent: "sent_at",
  completed: "completed_at",
  cancelled: "cancelled_at",
};

/**
 * Moves a payout to its next state. Returns undefined if the payout is no longer in the state
 * `from`.
 */
export async function movePayout(
  tx: DatabaseTransaction,
  id: string,
  step: {
    readonly from: OpenPayoutState | "in_review";
    readonly to: MovedTo;
    readonly now: Date;
    readonly nextAt: Date | null;
  },
): Promise<PayoutRow | undefined> {
  const [row] = await tx.query<PayoutRow>(
    `update wallet_simulated_payouts set state = $3, next_at = $4, ${TIME_OF[step.to]} = $5
     where id = $1 and state = $2 returning ${COLUMNS}`,
    [id, step.from, step.to, step.nextAt, step.now],
  );
  return row;
}

/** Returns payouts whose next step is due, longest waiting first. */
export async function listDuePayouts(
  queryable: Queryable,
  now: Date,
  limit: number,
): Promise<PayoutRow[]> {
  return queryable.query<PayoutRow>(
    `select ${COLUMNS} from wallet_simulated_payouts where next_at <= $1 order by next_at, id limit $2`,
    [now, limit],
  );
}

export async function lockPayout(
  tx: DatabaseTransaction,
  id: string,
): Promise<PayoutRow | undefined> {
  const [row] = await tx.query<PayoutRow>(
    `select ${COLUMNS} from wallet_simulated_payouts where id = $1 for update`,
    [id],
  );
  return row;
}

/** Moves a payout from in_review to requested and starts its schedule now. */
export async function releasePayout(
  tx: DatabaseTransaction,
  id: string,
  approval: {
    readonly approvalHash: string;
    readonly decidedAt: Date;
    readonly nextAt: Date | null;
  },
): Promise<void> {
  await tx.query(
    `update wallet_simulated_payouts set state = 'requested', approval_hash = $2, decided_at = $3, next_at = $4
     where id = $1 and state = 'in_review'`,
    [id, approval.approvalHash, approval.decidedAt, approval.nextAt],
  );
}

/**
 * Moves a payout from requested or processing back to in_review, for a new approval. Returns
 * undefined if the payout is in neither state.
 */
export async function holdPayoutBack(
  tx: DatabaseTransaction,
  id: string,
  reason: StopReason,
): Promise<PayoutRow | undefined> {
  const [row] = await tx.query<PayoutRow>(
    `update wallet_simulated_payouts set state = 'in_review', next_at = null, approval_hash = null, decided_at = null,
       approvals_required = greatest(approvals_required, 1), held_back_for = $2
     where id = $1 and state in ('requested', 'processing') returning ${COLUMNS}`,
    [id, reason],
  );
  return row;
}

export async function rejectPayout(
  tx: DatabaseTransaction,
  id: string,
  rejection: { readonly reason: string; readonly decidedAt: Date },
): Promise<void> {
  await tx.query(
    `update wallet_simulated_payouts set state = 'rejected', rejected_reason = $2, decided_at = $3
     where id = $1 and state = 'in_review'`,
    [id, rejection.reason, rejection.decidedAt],
  );
}

export async function listPayoutRows(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly limit: number;
  },
): Promise<PayoutRow[]> {
  return queryable.query<PayoutRow>(
    `select ${COLUMNS} from wallet_simulated_payouts
     where user_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [page.userId, page.beforeId ?? null, page.limit],
  );
}

/**
 * Returns the median time from request to completion, in seconds, of the most recently completed
 * payouts; null if there are none.
 */
export async function payoutMedianSeconds(queryable: Queryable): Promise<number | null> {
  const [row] = await queryable.query<{ seconds: number | null }>(
    `select percentile_disc(0.5) within group (order by extract(epoch from completed_at - requested_at))::integer as seconds
     from (select completed_at, requested_at from wallet_simulated_payouts
       where state = 'completed' order by id desc limit 100) as newest`,
  );
  return row?.seconds ?? null;
}
