/** SQL statements for fee bumps. */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { FeeBumpCost } from "../books/fee-bump-legs.ts";

export interface FeeBumpRow extends FeeBumpCost {
  readonly replacesTxid: string;
  readonly number: number;
  readonly psbt: string;
  readonly state: FeeBumpState;
}

/**
 * `signed`: an owner's cost is held until the payment is settled, then charged. `returned`: the
 * cost was refunded after the bump had been signed. `void`: the bump was never signed.
 */
export type FeeBumpState = "requested" | "signed" | "returned" | "void";

export type NewFeeBump = Omit<FeeBumpRow, "state"> & {
  readonly requestedBy: string;
  readonly requestedAt: Date;
};

const SELECT = `select b.id, b.withdrawal_id as "withdrawalId", w.user_id as "userId", b.paid_by as "paidBy",
  b.cost_sats as "costSats", b.replaces_txid as "replacesTxid", b.number, b.psbt, b.state
  from wallet_bumps b join wallet_withdrawals w on w.id = b.withdrawal_id`;

export async function insertFeeBump(tx: DatabaseTransaction, bump: NewFeeBump): Promise<void> {
  const {
    id,
    withdrawalId,
    replacesTxid,
    number,
    requestedBy,
    paidBy,
    costSats,
    psbt,
    requestedAt,
  } = bump;
  await tx.query(
    `insert into wallet_bumps (id, withdrawal_id, replaces_txid, number, asked_by, paid_by, cost_sats, psbt, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, withdrawalId, replacesTxid, number, requestedBy, paidBy, costSats, psbt, requestedAt],
  );
}

/** Returns bumps to sign, oldest first. */
export async function listRequestedFeeBumps(
  queryable: Queryable,
  limit: number,
): Promise<FeeBumpRow[]> {
  return queryable.query<FeeBumpRow>(
    `${SELECT} where b.state = 'requested' order by b.requested_at, b.id limit $1`,
    [limit],
  );
}

/** Returns all bumps of a payment, oldest first. */
export async function listFeeBumps(
  queryable: Queryable,
  withdrawalId: string,
): Promise<FeeBumpRow[]> {
  return queryable.query<FeeBumpRow>(
    `${SELECT} where b.withdrawal_id = $1 order by b.number, b.id`,
    [withdrawalId],
  );
}

/**
 * Returns whether the transaction that pays these withdrawals has a requested bump that is not
 * signed yet.
 */
export async function isFeeBumpRequested(
  queryable: Queryable,
  payments: readonly { readonly id: string }[],
): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_bumps where state = 'requested' and withdrawal_id = any($1)) as "isFound"`,
    [textArray(payments.map(({ id }) => id))],
  );
  return row?.isFound ?? false;
}

/** Moves a bump to a new state. Returns false if a concurrent transaction has changed the state. */
export async function moveFeeBump(
  tx: DatabaseTransaction,
  { id, state: from }: Pick<FeeBumpRow, "id" | "state">,
  to: FeeBumpState,
): Promise<boolean> {
  const rows = await tx.query(
    "update wallet_bumps set state = $3 where id = $1 and state = $2 returning id",
    [id, from, to],
  );
  return rows.length === 1;
}
