/**
 * Lists on-chain withdrawals and simulated payouts for administrators, either pending ones, oldest
 * first, or reviewed or all ones, newest first. A page's cursor is the last id of the previous
 * page.
 */
import type { Queryable } from "#platform";
import { ableAdministrators } from "#users";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { listApprovalsOf, type ApprovalRow } from "../approvals/approvals-table.ts";
import type { HeldBackFor } from "../approvals/held-back.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import type { PayoutState } from "../payouts/payout-states.ts";
import type { WithdrawalMethod } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { earlierPaymentsOf, type EarlierPayments } from "./earlier-payments.ts";
import type { WithdrawalState } from "../withdrawals/withdrawal-states.ts";

export type QueueFilter = "waiting" | "reviewed" | "all";

export interface QueueRequest {
  readonly filter: QueueFilter;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly now: Date;
}

interface QueueRow {
  readonly id: string;
  readonly userId: string;
  readonly method: WithdrawalMethod;
  /** `simulator` for simulated payouts, which have a method instead of an address. */
  readonly network: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly state: WithdrawalState | PayoutState;
  readonly txid: string | null;
  readonly approvalsRequired: number;
  /**
   * The owner's total over the 24 hours before the request, including this withdrawal; null if it
   * was never computed.
   */
  readonly daySats: bigint | null;
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
  readonly rejectedReason: string | null;
  readonly heldBackFor: HeldBackFor | null;
  /** True if the withdrawal waits for an administrator's decision. */
  readonly isWaiting: boolean;
  /** True if the owner has verified the address; null for simulated payouts. */
  readonly isAddressVerified: boolean | null;
}

export type QueuedWithdrawal = ReturnType<typeof present>;

const CURSOR = /^wdr_[0-9a-f]{32}$/;

/** Returns a page of withdrawals. Throws 400 `invalid_cursor`. */
export async function listWithdrawalQueue(
  queryable: Queryable,
  { filter, cursor, limit, now }: QueueRequest,
): Promise<{ readonly items: QueuedWithdrawal[]; readonly nextCursor: string | null }> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw refuse.invalid_cursor();
  const rowsAndNext = await findQueue(queryable, { filter, cursor, limit: limit + 1 });
  const rows = rowsAndNext.slice(0, limit);
  const approvals = await validApprovals(queryable, rows, now);
  const earlier = await earlierPaymentsOf(queryable, rows);
  return {
    items: rows.map((row) =>
      present(
        row,
        approvals.filter(({ withdrawalId }) => withdrawalId === row.id),
        earlier.get(row.id),
      ),
    ),
    nextCursor: rowsAndNext.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

const PAYOUT_WAITS = "state = 'in_review'";
/** `isUnderReview` as an SQL condition. */
const WAITS = `(${PAYOUT_WAITS} or state = 'conflicted' and held_back_for = 'own_spend' and book <> 'returned')`;

const VERIFIED = `exists (select from wallet_connections c
  where c.user_id = wallet_withdrawals.user_id and c.script_hex = wallet_withdrawals.script_hex)`;

const whereOf = (filter: QueueFilter, waits: string): string =>
  ({
    waiting: waits,
    reviewed: `(approvals_required > 0 or held_back_for is not null) and not ${waits}`,
    all: "true",
  })[filter];

function findQueue(
  queryable: Queryable,
  { filter, cursor, limit }: Omit<QueueRequest, "now">,
): Promise<QueueRow[]> {
  const [beyond, order] = filter === "waiting" ? [">", "asc"] : ["<", "desc"];
  const page = `and ($1::text is null or id ${beyond} $1) order by id ${order} limit $2`;
  const shared = `amount_sats as "amountSats", fee_sats as "feeSats", state, approvals_required as "approvalsRequired",
    day_sats as "daySats", requested_at as "requestedAt", decided_at as "decidedAt", rejected_reason as "rejectedReason",
    held_back_for as "heldBackFor"`;
  return queryable.query<QueueRow>(
    `(select id, user_id as "userId", method, network, address, txid, ${WAITS} as "isWaiting", ${shared}, ${VERIFIED} as "isAddressVerified"
        from wallet_withdrawals where purpose = 'user' and ${whereOf(filter, WAITS)} ${page})
     union all
     (select id, user_id, method, 'simulator', method, null, ${PAYOUT_WAITS}, ${shared}, null
        from wallet_simulated_payouts where ${whereOf(filter, PAYOUT_WAITS)} ${page})
     order by id ${order} limit $2`,
    [cursor ?? null, limit],
  );
}

/**
 * Returns the valid approvals of a waiting withdrawal, or all approvals of a decided withdrawal.
 */
async function validApprovals(
  queryable: Queryable,
  rows: readonly QueueRow[],
  now: Date,
): Promise<ApprovalRow[]> {
  const ids = rows.filter((row) => row.approvalsRequired > 0).map(({ id }) => id);
  const approvals = await listApprovalsOf(queryable, ids);
  const userIds = approvals.map(({ administratorId }) => administratorId);
  const able = new Set(await ableAdministrators(queryable, { userIds, now }));
  const hashes = new Map(rows.map((row) => [row.id, approvalHashOf(row)]));
  const waiting = new Set(rows.filter(({ isWaiting }) => isWaiting).map(({ id }) => id));
  return approvals.filter(
    ({ withdrawalId, administratorId, approvalHash }) =>
      !waiting.has(withdrawalId) ||
      (able.has(administratorId) && approvalHash === hashes.get(withdrawalId)),
  );
}

function present(
  row: QueueRow,
  approvals: readonly ApprovalRow[],
  earlier: EarlierPayments | undefined,
) {
  const isSimulated = row.network === "simulator";
  return {
    ...row,
    isSimulated,
    address: isSimulated ? null : row.address,
    receivedSats: payoutSatsOf(row),
    earlierCount: earlier?.earlierCount ?? 0,
    isNewAddress: earlier?.isNewAddress ?? null,
    approvalHash: approvalHashOf(row),
    approvals: approvals.map(({ administratorId, approvedAt }) => ({
      administratorId,
      approvedAt,
    })),
  };
}
