/**
 * Returns recent chain movements without their owners, for the public activity list. Also checks
 * whether an unconfirmed transaction needs a new regtest block.
 */
import type { Queryable } from "#platform";
import { confirmationsAt } from "./chain/chain-rules.ts";
import { readCursor } from "./chain/chain-table.ts";
import {
  DEPOSITS_SINCE,
  hasPendingDeposit,
  listDepositMovements,
} from "./deposits/deposits-table.ts";
import { isAnyUnderWay } from "./self-transfers/self-transfer-queues.ts";
import {
  hasOpenWithdrawal,
  listWithdrawalMovements,
  PAYMENTS_SINCE,
} from "./withdrawals/withdrawal-figures.ts";

export interface ChainMovement {
  readonly at: Date;
  readonly kind: "deposit" | "withdrawal" | "faucet";
  readonly txid: string;
  readonly confirmations: number;
  readonly amountSats: bigint;
}

/** Returns recent movements of deposits, withdrawals and grants, newest first. */
export async function recentChainMovements(
  queryable: Queryable,
  limit: number,
): Promise<ChainMovement[]> {
  const cursor = await readCursor(queryable);
  const deposits = await listDepositMovements(queryable, limit);
  const payments = await listWithdrawalMovements(queryable, limit);
  const movements = [
    ...deposits.map((row) => ({ ...row, kind: "deposit" as const })),
    ...payments.map(({ purpose, ...row }) => ({
      ...row,
      kind: purpose === "user" ? ("withdrawal" as const) : ("faucet" as const),
    })),
  ];
  return movements
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
    .map(({ height, ...movement }) => ({
      ...movement,
      confirmations: confirmationsAt(cursor?.height ?? 0, height),
    }));
}

/** Returns users' most recent withdrawals, newest first, without their owners. */
export async function recentWithdrawals(
  queryable: Queryable,
  limit: number,
): Promise<Omit<ChainMovement, "kind">[]> {
  const cursor = await readCursor(queryable);
  const payments = await listWithdrawalMovements(queryable, limit, "user");
  return payments.map(({ at, txid, height, amountSats }) => ({
    at,
    txid,
    confirmations: confirmationsAt(cursor?.height ?? 0, height),
    amountSats,
  }));
}

/**
 * Returns the satoshis that users deposited, withdrew or received from the faucet on-chain since
 * the given time. Coins that an account repeatedly withdraws and deposits are counted once per
 * direction, so an account contributes at most twice the largest change of its net deposits.
 * `uncounted` is an SQL query for the ids of users to exclude, such as anonymous users.
 */
export async function movedSatsSince(
  queryable: Queryable,
  since: Date,
  uncounted: string,
): Promise<bigint> {
  const [row] = await queryable.query<{ sats: bigint }>(
    `with moves as (
       select user_id, at, sats from (${DEPOSITS_SINCE}) as came
       union all
       select user_id, at, case purpose when 'user' then -sats else sats end from (${PAYMENTS_SINCE}) as paid
     ), steps as (
       select user_id, sats, sum(sats) over (partition by user_id order by at, sats rows unbounded preceding) as brought
       from moves where user_id not in (${uncounted})
     ), accounts as (
       select sum(abs(sats)) as moved, greatest(max(brought), 0) - least(min(brought), 0) as largest
       from steps group by user_id
     )
     select coalesce(sum(least(moved, 2 * largest)), 0)::bigint as sats from accounts`,
    [since],
  );
  return row?.sats ?? 0n;
}

/**
 * Returns whether any of the wallet's transactions is unconfirmed, in which case regtest mines the
 * next block sooner.
 */
export async function hasUnconfirmed(queryable: Queryable): Promise<boolean> {
  return (
    (await hasPendingDeposit(queryable)) ||
    (await hasOpenWithdrawal(queryable)) ||
    (await isAnyUnderWay(queryable))
  );
}
