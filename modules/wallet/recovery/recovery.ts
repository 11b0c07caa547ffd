/**
 * Builds the recovery report, which an administrator reads before payments resume. It lists each
 * withdrawal that is open or was found paid on the chain, and payments on the chain that have no
 * withdrawal in this database.
 */
import type { Queryable } from "#platform";
import { confirmationsAt } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import type { Purpose } from "../books/withdrawal-legs.ts";
import type { WithdrawalState } from "../withdrawals/withdrawal-states.ts";
import { listUnrecorded } from "../watcher/unrecorded-table.ts";

/** Maximum number of open withdrawals listed, oldest first. */
const OPEN_MAX = 200;

export interface OpenPayment {
  readonly id: string;
  readonly purpose: Purpose;
  readonly userId: string;
  readonly address: string;
  readonly receivedSats: bigint;
  readonly state: WithdrawalState;
  readonly requestedAt: Date;
  /**
   * Transaction that pays the withdrawal; null if neither the database nor the chain contains one.
   */
  readonly txid: string | null;
  readonly confirmations: number;
  /**
   * When the withdrawal was found paid on the chain although the database did not contain the
   * payment; otherwise null.
   */
  readonly foundAt: Date | null;
}

export interface Recovery {
  readonly lockedReason: string;
  readonly lockedAt: Date;
  /** True if the watcher has read the chain to its tip since payments were locked. */
  readonly isCompared: boolean;
  readonly openCount: number;
  /**
   * Number of open withdrawals without a known transaction, which will be paid after payments
   * resume.
   */
  readonly unpaidCount: number;
  readonly open: readonly OpenPayment[];
  readonly unrecorded: readonly {
    readonly txid: string;
    readonly unexplainedSats: bigint;
    readonly addresses: readonly string[];
    readonly confirmations: number;
  }[];
}

/** Returns the recovery report, or undefined if payments are not locked. */
export async function recoveryNow(queryable: Queryable): Promise<Recovery | undefined> {
  const cursor = await readCursor(queryable);
  if (!cursor || cursor.lockedReason === null || cursor.lockedAt === null) return undefined;
  const { height: tipHeight, lockedReason, lockedAt, followedAt } = cursor;
  const rows = await listOpen(queryable);
  const unrecorded = await listUnrecorded(queryable);
  return {
    lockedReason,
    lockedAt,
    isCompared: followedAt !== null && followedAt >= lockedAt,
    openCount: rows[0]?.count ?? 0,
    unpaidCount: rows[0]?.unpaidCount ?? 0,
    open: rows.map(({ height, count: _count, unpaidCount: _unpaidCount, ...row }) => ({
      ...row,
      confirmations: confirmationsAt(tipHeight, height),
    })),
    unrecorded: unrecorded
      .filter(({ unexplainedSats }) => unexplainedSats > 0n)
      .map(({ txid, unexplainedSats, addresses, height }) => ({
        txid,
        unexplainedSats,
        addresses,
        confirmations: confirmationsAt(tipHeight, height),
      })),
  };
}

type OpenRow = Omit<OpenPayment, "confirmations"> & {
  readonly height: number | null;
  readonly count: number;
  readonly unpaidCount: number;
};

/** Returns open withdrawals, except those that wait for administrators' approval. */
async function listOpen(queryable: Queryable): Promise<OpenRow[]> {
  return queryable.query<OpenRow>(
    `select id, purpose, user_id as "userId", address, amount_sats - fee_sats as "receivedSats", state,
       requested_at as "requestedAt", txid, height, found_at as "foundAt", (count(*) over ())::int as count,
       (count(*) filter (where txid is null and state <> 'in_review') over ())::int as "unpaidCount"
     from wallet_withdrawals
     where (state not in ('completed', 'rejected', 'cancelled') and book <> 'returned')
       or txid in (select txid from wallet_unrecorded_payments where booked_at is null)
     order by requested_at, id limit ${OPEN_MAX}`,
  );
}
